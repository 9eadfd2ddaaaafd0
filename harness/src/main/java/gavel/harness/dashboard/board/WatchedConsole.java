package gavel.harness.dashboard.board;

import gavel.driver.api.IntervalReport;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.onlooker.Onlooker;
import gavel.harness.peak.Finding;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.run.Console;
import java.util.function.Consumer;

/** A console whose run is shown on a board too. A defect of the board is told once and never ends a run. */
public final class WatchedConsole implements Console {
    private final Console console;
    private final Onlooker board;
    private boolean broken;

    public WatchedConsole(Console console, Onlooker board) {
        this.console = console;
        this.board = board;
    }

    @Override
    public void line(String text) {
        console.line(text);
    }

    @Override
    public void status(String text) {
        console.status(text);
    }

    @Override
    public int width() {
        return console.width();
    }

    @Override
    public void deployed(Configuration configuration) {
        tell(b -> b.deployed(configuration));
    }

    @Override
    public void begun(String phase) {
        tell(b -> b.begun(phase));
    }

    @Override
    public void ended(PhaseTime phase, String remark) {
        tell(b -> b.ended(phase, remark));
    }

    @Override
    public void loading(Load load) {
        tell(b -> b.loading(load));
    }

    @Override
    public void second(IntervalReport interval, Sample sample) {
        tell(b -> b.second(interval, sample));
    }

    @Override
    public void found(Finding finding) {
        tell(b -> b.found(finding));
    }

    private void tell(Consumer<Onlooker> note) {
        if (broken) {
            return;
        }
        try {
            note.accept(board);
        } catch (RuntimeException e) {
            broken = true;
            console.line("! the dashboard stands still, the run goes on; please report it: " + e);
        }
    }
}
