package gavel.harness.dashboard;

import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.dashboard.state.SampleLoad;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.run.Console;
import gavel.harness.run.Phase;
import gavel.harness.run.Progress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Serves a page with made-up figures, to look at: {@code PORT RESULTS MILLIS-OF-A-SECOND SECONDS STRAIN}. Ends a minute after the load. */
final class SampleDashboard {
    private static final int SECONDS_OF_A_PHASE = 5;

    private SampleDashboard() {}

    public static void main(String[] arguments) throws InterruptedException {
        int port = Integer.parseInt(arguments[0]);
        int pace = Integer.parseInt(arguments[2]);
        int seconds = Integer.parseInt(arguments[3]);
        double strain = Double.parseDouble(arguments[4]);
        AtomicLong now = new AtomicLong(System.currentTimeMillis());
        InstantSource clock = () -> Instant.ofEpochMilli(now.get());
        CountDownLatch never = new CountDownLatch(1);
        try (Dashboard dashboard = Dashboard.open(port, new RunKind(), Path.of(arguments[1]), clock, () -> {})) {
            System.out.println("Dashboard   " + dashboard.ownAddress());
            Console console = dashboard.watching(new Silent());
            SampleCollector seen = new SampleCollector();
            SampleLoad load = new SampleLoad();
            console.watched(seen);
            SampleLoad.deploy(console);
            Progress progress = new Progress(console, clock);
            for (Phase phase : new Phase[] {Phase.DATA_SERVICES, Phase.DATA, Phase.APP_SERVERS, Phase.WARM_SERVERS}) {
                progress.begin(phase);
                progress.remark(phase == Phase.DATA ? "loaded for 400 users" : "");
                for (int second = 0; second < SECONDS_OF_A_PHASE; second++) {
                    look(seen, load, now, phase == Phase.DATA ? 0.7 : 0.2);
                    never.await(pace, TimeUnit.MILLISECONDS);
                }
            }
            console.loading(SampleLoad.load());
            for (int second = 1; second <= seconds; second++) {
                progress.begin(second <= 10 ? Phase.RAMP : second <= 15 ? Phase.WARM_UP : Phase.MEASURE);
                look(seen, load, now, strain);
                console.second(load.second(second, strain), seen.latest);
                never.await(pace, TimeUnit.MILLISECONDS);
            }
            if (seconds >= SampleLoad.PHASES.totalSeconds()) {
                progress.done();
                dashboard.concluded(new RunKind(), strain > 1 ? SampleResults.overloaded() : SampleResults.passed());
            }
            never.await(1, TimeUnit.MINUTES);
        }
    }

    private static void look(SampleCollector seen, SampleLoad load, AtomicLong now, double busy) {
        seen.latest = load.sample(now.addAndGet(1_000), busy);
        seen.figures = load.figures(busy);
    }

    private record Silent() implements Console {
        @Override
        public void line(String text) {}

        @Override
        public void status(String text) {}

        @Override
        public int width() {
            return 0;
        }
    }
}
