package gavel.harness.command.watch;

import gavel.harness.dashboard.Dashboard;
import gavel.harness.kind.ResultKind;
import gavel.harness.result.Result;
import gavel.harness.run.Environment;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** What a command shows in browsers while it works; without a dashboard it shows nothing and costs nothing. */
public final class DashboardSession implements AutoCloseable {
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(10);
    private final Environment usual;
    private final Dashboard dashboard;

    /** @param dashboard null for none */
    DashboardSession(Environment usual, Dashboard dashboard) {
        this.usual = usual;
        this.dashboard = dashboard;
    }

    static DashboardSession open(Environment usual, ResultKind<?> kind, int port) {
        Dashboard opened = Dashboard.open(
                port,
                kind,
                usual.installation().results(),
                usual.time(),
                kind == null ? null : usual.interruption()::request);
        usual.console().line("Dashboard   " + opened.ownAddress());
        return new DashboardSession(usual, opened);
    }

    /** For a run that is shown. */
    public Environment environment() {
        return dashboard == null ? usual : usual.with(dashboard.watching(usual.console()));
    }

    public <R extends Result> void concluded(ResultKind<R> kind, R result) {
        if (dashboard != null) {
            dashboard.concluded(kind, result);
        }
    }

    /** A person at a terminal who looks at the page may want to open the report from it; a pipeline is never kept waiting. */
    public void awaitLookers() {
        if (dashboard == null || usual.console().width() == 0 || dashboard.watchers() == 0) {
            return;
        }
        usual.console()
                .line("the page stays until it is closed, at most " + LONGEST_LOOK.toMinutes()
                        + " min; Ctrl-C ends it");
        untilInterrupted(() -> dashboard.awaitNobody(LONGEST_LOOK));
    }

    public void awaitInterrupt() {
        untilInterrupted(() -> new CountDownLatch(1).await());
    }

    private interface Wait {
        void await() throws InterruptedException;
    }

    private void untilInterrupted(Wait wait) {
        usual.interruption().expose();
        if (usual.interruption().requested()) {
            return;
        }
        try {
            wait.await();
        } catch (InterruptedException wished) {
            usual.interruption().shield();
        }
    }

    @Override
    public void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }
}
