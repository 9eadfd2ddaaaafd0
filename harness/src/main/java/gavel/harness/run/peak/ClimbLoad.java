package gavel.harness.run.peak;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadSpec;
import gavel.harness.collect.Sample;
import gavel.harness.onlooker.Onlooker;
import gavel.harness.peak.Climb;
import gavel.harness.peak.ClimbWindow;
import gavel.harness.report.StatusLine;
import gavel.harness.run.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A load that climbs without a stop, half as many users again at each step, until two windows in a row are beyond what the system bears.
 * Used once, by the thread that runs the life.
 */
final class ClimbLoad {
    private static final Duration LEAD = Duration.ofSeconds(1);
    private static final Duration STEP = Duration.ofSeconds(3);
    private static final Duration END = Duration.ofSeconds(60);
    private static final LoadSpec.Phases PHASES = new LoadSpec.Phases(3, 0, 7_200, 0);
    private static final double GROWTH = 1.5;
    private static final int SETTLE = 4;
    private static final int WINDOW = 5;
    private static final int SILENCE_SECONDS = 10;

    private final Surroundings surroundings;
    private final LoadGenerator generator;
    private final BlockingQueue<IntervalReport> seconds = new LinkedBlockingQueue<>();
    private StatusLine statusLine;

    ClimbLoad(Surroundings surroundings, LoadGenerator generator) {
        this.surroundings = surroundings;
        this.generator = generator;
    }

    static LoadSpec.Phases phases() {
        return PHASES;
    }

    /** The generator has been prepared with {@code from} users and the phases of a climb. */
    Climb run(int from, int most) throws IOException, InterruptedException {
        Map<String, Long> limits = generator.limitMillis();
        statusLine = new StatusLine(limits, 0);
        surroundings.console().loading(new Onlooker.Load("", 0, null, limits));
        generator.start(surroundings.time().instant().plus(LEAD), seconds::add);
        try {
            return ascend(from, most);
        } finally {
            generator.stop(false);
            generator.awaitReport(END);
        }
    }

    private Climb ascend(int from, int most) throws IOException, InterruptedException {
        int good = 0;
        int users = from;
        while (true) {
            watch(SETTLE);
            if (brokenTwice()) {
                return new Climb(good, users);
            }
            good = users;
            if (users == most) {
                return new Climb(good, 0);
            }
            users = (int) Math.min(most, Math.ceil(users * GROWTH));
            generator.users(users, STEP);
        }
    }

    /** A window that breaks is followed by another: one burst is no knee. */
    private boolean brokenTwice() throws IOException, InterruptedException {
        boolean first = ClimbWindow.broken(watch(WINDOW));
        return first && ClimbWindow.broken(watch(WINDOW));
    }

    private List<IntervalReport> watch(int count) throws IOException, InterruptedException {
        List<IntervalReport> seen = new ArrayList<>();
        while (seen.size() < count) {
            IntervalReport second = seconds.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
            if (second == null) {
                throw new AgentLostException(
                        "the driver said nothing for " + SILENCE_SECONDS + " s of the climb", null);
            }
            seen.add(second);
            surroundings.console().second(second, Sample.NONE);
            surroundings
                    .console()
                    .status(statusLine.render(
                            second, Sample.NONE, surroundings.console().width()));
        }
        return seen;
    }
}
