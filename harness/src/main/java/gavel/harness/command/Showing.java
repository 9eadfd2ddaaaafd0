package gavel.harness.command;

import gavel.harness.dashboard.Dashboard;
import gavel.harness.dashboard.board.Subject;
import gavel.harness.peak.PeakResult;
import gavel.harness.result.RunResult;
import gavel.harness.run.Surroundings;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** What a command shows in browsers while it works; without a dashboard it shows nothing and costs nothing. */
final class Showing implements AutoCloseable {
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(10);
    private final Workplace workplace;
    private final Dashboard dashboard;

    /** @param dashboard null for none */
    Showing(Workplace workplace, Dashboard dashboard) {
        this.workplace = workplace;
        this.dashboard = dashboard;
    }

    static Showing open(Workplace workplace, Subject.Kind kind, int port) {
        Dashboard opened = Dashboard.open(port, kind, workplace.installation().results(), workplace.time());
        workplace.console().line("Dashboard   " + opened.address());
        return new Showing(workplace, opened);
    }

    /** For a run that is shown. */
    Surroundings surroundings() {
        Surroundings usual = workplace.surroundings();
        return dashboard == null ? usual : usual.with(dashboard.watching(usual.console()));
    }

    void concluded(RunResult result) {
        if (dashboard != null) {
            dashboard.concluded(result);
        }
    }

    void concluded(PeakResult result) {
        if (dashboard != null) {
            dashboard.concluded(result);
        }
    }

    /** A person at a terminal who looks at the page may want to open the report from it; a pipeline is never kept waiting. */
    void awaitLookers() {
        if (dashboard == null || workplace.console().width() == 0 || dashboard.watchers() == 0) {
            return;
        }
        workplace
                .console()
                .line("the page stays until it is closed, at most " + LONGEST_LOOK.toMinutes()
                        + " min; Ctrl-C ends it");
        untilInterrupted(() -> dashboard.awaitNobody(LONGEST_LOOK));
    }

    void awaitInterrupt() {
        untilInterrupted(() -> new CountDownLatch(1).await());
    }

    private interface Wait {
        void await() throws InterruptedException;
    }

    private void untilInterrupted(Wait wait) {
        workplace.interruption().expose();
        if (workplace.interruption().requested()) {
            return;
        }
        try {
            wait.await();
        } catch (InterruptedException wished) {
            workplace.interruption().shield();
        }
    }

    @Override
    public void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }
}
