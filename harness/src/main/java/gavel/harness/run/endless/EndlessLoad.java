package gavel.harness.run.endless;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Sample;
import gavel.harness.listener.RunListener;
import gavel.harness.peak.ClimbWindow;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.report.StatusLine;
import gavel.harness.run.Environment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A load that is only looked at, a few seconds at a time, for as long as is wanted; its users stay. Used once, by one thread. */
public final class EndlessLoad implements AutoCloseable {
    /** Of a new number of users, until they are looked at. */
    public static final int SETTLE_SECONDS = 4;

    /** Sessions are opened quickly in the beginning. */
    private static final int SHORT_RAMP = 3;

    private static final Duration LEAD = Duration.ofSeconds(1);
    private static final Duration STEP = Duration.ofSeconds(3);
    private static final Duration END = Duration.ofSeconds(60);
    private static final int SILENCE_SECONDS = 10;

    private final Environment environment;
    private final LoadGenerator generator;
    private final Collector collector;
    private final int silenceSeconds;
    private final StatusLine statusLine;
    private final BlockingQueue<IntervalReport> seconds = new LinkedBlockingQueue<>();
    private boolean over;

    private EndlessLoad(
            Environment environment,
            LoadGenerator generator,
            Collector collector,
            int silenceSeconds,
            Map<String, Long> limits) {
        this.environment = environment;
        this.generator = generator;
        this.collector = collector;
        this.silenceSeconds = silenceSeconds;
        this.statusLine = new StatusLine(limits, 0);
    }

    public static Phases phases() {
        return phases(SHORT_RAMP);
    }

    public static Phases phases(int rampSeconds) {
        return new Phases(rampSeconds, 6, 7_200, Phases.STAY);
    }

    /**
     * The generator has been prepared with the phases of such a load.
     *
     * @param collector whose samples are shown beside the load; it stays open
     */
    public static EndlessLoad begin(Environment environment, LoadGenerator generator, Collector collector)
            throws IOException, InterruptedException {
        return begin(environment, generator, collector, SILENCE_SECONDS);
    }

    static EndlessLoad begin(Environment environment, LoadGenerator generator, Collector collector, int silenceSeconds)
            throws IOException, InterruptedException {
        Map<String, Long> limits = generator.limitMillis();
        EndlessLoad load = new EndlessLoad(environment, generator, collector, silenceSeconds, limits);
        environment.console().loading(new RunListener.Load("", 0, null, limits));
        generator.start(environment.time().instant().plus(LEAD), load.seconds::add);
        return load;
    }

    /** Seconds before this are not looked at any more. */
    public void users(int users) throws IOException, InterruptedException {
        seconds.clear();
        generator.users(users, STEP);
    }

    /** Waits until a window shows no trouble; false when none of so many did. */
    public boolean calm(int windows) throws IOException, InterruptedException {
        for (int i = 0; i < windows; i++) {
            if (!ClimbWindow.broken(watch(ProbeTimes.WINDOW))) {
                return true;
            }
        }
        return false;
    }

    /** The next seconds, when they have passed. */
    public List<IntervalReport> watch(int count) throws IOException, InterruptedException {
        List<IntervalReport> seen = new ArrayList<>();
        while (seen.size() < count) {
            IntervalReport second = seconds.poll(silenceSeconds, TimeUnit.SECONDS);
            if (second == null) {
                throw silent();
            }
            seen.add(second);
            Sample sample = collector.latest();
            environment.console().second(second, sample);
            environment
                    .console()
                    .status(statusLine.render(
                            second, sample, environment.console().width()));
        }
        return seen;
    }

    /** A driver ends a load that serves nobody, and its report says why. */
    private IOException silent() throws InterruptedException {
        IOException lost =
                new AgentLostException("the driver said nothing for " + silenceSeconds + " s of the load", null);
        try {
            return end().rules().stream()
                    .filter(rule -> rule.rule().equals("service"))
                    .findFirst()
                    .map(rule -> new IOException(rule.message()))
                    .orElse(lost);
        } catch (IOException gone) {
            lost.addSuppressed(gone);
            return lost;
        }
    }

    private LoadReport end() throws IOException, InterruptedException {
        over = true;
        generator.stop(true);
        return generator.awaitReport(END);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (!over) {
            end();
        }
    }
}
