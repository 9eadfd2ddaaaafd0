package gavel.harness.run;

import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.setting.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Says what is going on and how long it took; remembers the times for the result. Used by the thread of the run. */
public final class Progress {
    private final Console console;
    private final InstantSource clock;
    private final List<PhaseTime> times = new ArrayList<>();
    private Phase current;
    private Instant since;
    private String remark = "";

    public Progress(Console console, InstantSource clock) {
        this.console = console;
        this.clock = clock;
    }

    /** Ends the current phase well, if any, and begins another; beginning the current one again does nothing. */
    public void begin(Phase phase) {
        if (phase == current) {
            return;
        }
        done();
        current = phase;
        since = clock.instant();
        remark = "";
        console.begun(phase.title());
        console.status("  " + phase.title() + " …");
    }

    /** Something worth telling about the current phase, shown when it ends. */
    public void remark(String text) {
        remark = text;
    }

    public void done() {
        end("done");
    }

    public void failed(String outcome) {
        end(outcome);
    }

    /** Null before the first phase and between two. */
    public Phase current() {
        return current;
    }

    public List<PhaseTime> times() {
        return List.copyOf(times);
    }

    private void end(String outcome) {
        if (current == null) {
            return;
        }
        Duration took = Duration.between(since, clock.instant());
        PhaseTime time = new PhaseTime(current.title(), since.toEpochMilli(), took.toMillis(), outcome);
        times.add(time);
        console.ended(time, remark);
        String mark = outcome.equals("done") ? "✓" : "✗";
        console.step("%s %-32s %9s%s"
                .formatted(mark, current.title(), Durations.spoken(took), remark.isEmpty() ? "" : "   " + remark));
        current = null;
    }
}
