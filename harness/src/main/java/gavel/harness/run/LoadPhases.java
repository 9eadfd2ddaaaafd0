package gavel.harness.run;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Sample;
import gavel.harness.listener.RunListener;
import gavel.harness.report.StatusLine;
import gavel.harness.verdict.Evidence.Incident;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * From the first user to the last: follows the driver's reports second by second and tells the collector when the measurement begins
 * and ends. One thread listens to the driver; the thread of the run does everything else.
 */
public final class LoadPhases {
    private static final Duration LEAD = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private final Environment environment;
    private final Progress progress;
    private final Journal journal;
    private final Collector collector;
    private final Consumer<Instant> measurement;
    private StatusLine statusLine;
    private boolean measuring;

    public LoadPhases(Environment environment, Progress progress, Journal journal, Collector collector) {
        this(environment, progress, journal, collector, begin -> {});
    }

    /** @param measurement is told when the measurement will begin, as soon as the load has been started */
    public LoadPhases(
            Environment environment,
            Progress progress,
            Journal journal,
            Collector collector,
            Consumer<Instant> measurement) {
        this.environment = environment;
        this.progress = progress;
        this.journal = journal;
        this.collector = collector;
        this.measurement = measurement;
    }

    /** What the listening thread hands over. */
    private sealed interface Event {
        record Second(IntervalReport interval) implements Event {}

        record Over(LoadReport report) implements Event {}

        record Lost(Exception cause) implements Event {}
    }

    public void run(LoadGenerator generator, LoadSpec spec) throws IOException, InterruptedException {
        Map<String, Long> limits = generator.limitMillis();
        Duration length = Duration.ofSeconds(spec.phases().totalSeconds()).plus(LoadSpec.Phases.hold(limits));
        statusLine = new StatusLine(limits, length.plusMillis(999).toSeconds());
        environment.console().loading(new RunListener.Load("", spec.users(), spec.phases(), limits));
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        Instant start = environment.time().instant().plus(LEAD);
        generator.start(start, interval -> events.add(new Event.Second(interval)));
        measurement.accept(
                start.plusSeconds(spec.phases().rampSeconds() + spec.phases().warmUpSeconds()));
        progress.begin(Phase.RAMP);
        Thread listener = Thread.ofVirtual().start(() -> events.add(awaited(generator, length)));
        try {
            follow(events, generator);
        } finally {
            listener.interrupt();
            if (measuring) {
                collector.endMeasurement();
            }
            journal.collected(collector.collected());
        }
    }

    private static Event awaited(LoadGenerator generator, Duration length) {
        try {
            return new Event.Over(generator.awaitReport(length.plus(PATIENCE)));
        } catch (IOException | RuntimeException e) {
            return new Event.Lost(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Event.Lost(e);
        }
    }

    private void follow(BlockingQueue<Event> events, LoadGenerator generator) throws IOException, InterruptedException {
        while (true) {
            switch (events.take()) {
                case Event.Second second -> second(second.interval());
                case Event.Over over -> {
                    journal.load(over.report());
                    progress.done();
                    return;
                }
                case Event.Lost lost -> {
                    lost(lost.cause(), generator);
                    return;
                }
            }
        }
    }

    /** A driver may only have been silent, and would go on with its load. */
    private void lost(Exception cause, LoadGenerator generator) throws IOException, InterruptedException {
        if (cause instanceof IOException failure && !(failure instanceof AgentLostException)) {
            throw failure;
        }
        progress.failed("driver lost");
        try {
            generator.stop(false);
        } catch (IOException gone) {
            cause.addSuppressed(gone);
        }
        journal.incident(Incident.Kind.DRIVER_LOST, "driver", String.valueOf(cause.getMessage()));
    }

    private void second(IntervalReport interval) throws InterruptedException {
        journal.interval(interval);
        Phase phase =
                switch (interval.phase()) {
                    case "RAMP" -> Phase.RAMP;
                    case "WARM_UP" -> Phase.WARM_UP;
                    case "MEASURE" -> Phase.MEASURE;
                    case "HOLD" -> Phase.HOLD;
                    default -> Phase.RAMP_DOWN;
                };
        progress.begin(phase);
        if (phase == Phase.HOLD) {
            progress.remark("users stay until all measured operations have ended");
        }
        if (phase == Phase.MEASURE && !measuring) {
            measuring = true;
            collector.beginMeasurement();
        } else if (phase != Phase.MEASURE && measuring) {
            measuring = false;
            collector.endMeasurement();
        }
        Sample sample = collector.latest();
        Console console = environment.console();
        console.second(interval, sample);
        console.status(statusLine.render(interval, sample, console.width()));
    }
}
