package gavel.harness.dashboard.state;

import gavel.driver.api.IntervalReport;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.kind.ResultEntry;
import gavel.harness.listener.RunListener;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.run.Console;
import java.util.function.Consumer;

/** A console whose run is shown on a dashboard too. A defect of the dashboard is told once and never ends a run. */
public final class WatchedConsole implements Console {
    private final Console console;
    private final RunListener state;
    private boolean broken;

    public WatchedConsole(Console console, RunListener state) {
        this.console = console;
        this.state = state;
    }

    @Override
    public void line(String text) {
        console.line(text);
    }

    @Override
    public void step(String text) {
        console.step(text);
    }

    @Override
    public void detail(String text) {
        console.detail(text);
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
    public void hosts(int cores) {
        tell(state -> state.hosts(cores));
    }

    @Override
    public void deployed(Configuration configuration) {
        tell(state -> state.deployed(configuration));
    }

    @Override
    public void watched(Collector collector) {
        tell(state -> state.watched(collector));
    }

    @Override
    public void begun(String phase) {
        tell(state -> state.begun(phase));
    }

    @Override
    public void ended(PhaseTime phase, String remark) {
        tell(state -> state.ended(phase, remark));
    }

    @Override
    public void loading(Load load) {
        tell(state -> state.loading(load));
    }

    @Override
    public void second(IntervalReport interval, Sample sample) {
        tell(state -> state.second(interval, sample));
    }

    @Override
    public void found(ProbeResult finding) {
        tell(state -> state.found(finding));
    }

    @Override
    public void concluded(ResultEntry result) {
        console.concluded(result);
    }

    private void tell(Consumer<RunListener> note) {
        if (broken) {
            return;
        }
        try {
            note.accept(state);
        } catch (RuntimeException e) {
            broken = true;
            console.line("! the dashboard stands still, the run goes on; please report it: " + e);
        }
    }
}
