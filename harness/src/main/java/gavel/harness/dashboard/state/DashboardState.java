package gavel.harness.dashboard.state;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Collector;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.dashboard.state.Frame.Doing;
import gavel.harness.dashboard.state.Frame.Done;
import gavel.harness.dashboard.state.Frame.Lines;
import gavel.harness.dashboard.state.Frame.News;
import gavel.harness.dashboard.state.Frame.Operation;
import gavel.harness.kind.ResultKind;
import gavel.harness.listener.RunListener;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.run.Phase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;

/**
 * What is known of a run so far. The thread of the run writes and never waits for a reader: a note takes microseconds, and readers take
 * the newest state when they are ready for it. What it holds does not grow with the length of a run.
 */
public final class DashboardState implements RunListener {
    private static final int MOST_PROBES = 500;
    private static final int MOST_STEPS = 100;
    private static final String CLIMB = "CLIMB";
    private static final int SMOOTHED_SECONDS = 5;

    private final ResultKind<?> kind;
    private int cores;
    private final InstantSource clock;
    private final Deque<Done> phases = new ArrayDeque<>();
    private final List<ProbeResult> probes = new ArrayList<>();
    private final Phaser changes = new Phaser(1);
    private final TimeLine<Point> points = new TimeLine<>(Point::and);
    private final Watched watched = new Watched();
    private final Deque<IntervalReport> latest = new ArrayDeque<>();
    private final Totals counted = new Totals();
    private final Totals ever = new Totals();
    private Subject subject;
    private Doing doing;
    private Load load;
    private int loads;
    private boolean measured;
    private long pointsMade;
    private volatile Collector collector;
    private FinalState ending;
    private boolean over;

    /**
     * @param kind of the result that is made; null where nothing runs
     * @param cores of this machine
     */
    public DashboardState(ResultKind<?> kind, int cores, InstantSource clock) {
        this.kind = kind;
        this.subject = Subject.unknown(kind);
        this.cores = cores;
        this.clock = clock;
    }

    @Override
    public synchronized void begun(String phase) {
        if (phase.equals(Phase.CHECK.title())) {
            nextLife();
        }
        doing = new Doing(phase, clock.millis());
        changed();
    }

    /** Another of several runs begins, or the search goes on with another deployment. */
    private void nextLife() {
        phases.clear();
        ending = null;
        if (!subject.severalLoads()) {
            points.clear();
            watched.clear();
            latest.clear();
            load = null;
        }
    }

    @Override
    public synchronized void deployed(Configuration configuration) {
        subject = Subject.of(kind, configuration);
        changed();
    }

    @Override
    public synchronized void hosts(int together) {
        cores = together;
        changed();
    }

    @Override
    public synchronized void ended(PhaseTime phase, String remark) {
        phases.addLast(new Done(phase.name(), phase.millis(), phase.outcome(), remark));
        if (phases.size() > MOST_STEPS) {
            phases.removeFirst();
        }
        doing = null;
        changed();
    }

    @Override
    public void watched(Collector watching) {
        collector = watching;
    }

    /** Takes what is known of the machine now: to be called each second. */
    public void look() {
        Collector watching = collector;
        if (watching != null) {
            look(watching.latest());
        }
    }

    private synchronized void look(Sample taken) {
        if (watched.sampled(taken, doing == null ? "" : doing.title(), clock.millis())) {
            changed();
        }
    }

    /** Asks the servers for their own figures, which takes a while; for one thread. */
    public void ask() throws InterruptedException {
        Collector watching = collector;
        if (watching != null) {
            LiveFigures newest = watching.figures();
            synchronized (this) {
                watched.told(newest);
            }
        }
    }

    @Override
    public synchronized void loading(Load next) {
        load = next;
        loads++;
        measured = false;
        counted.clear();
        latest.clear();
        changed();
    }

    @Override
    public synchronized void second(IntervalReport interval, Sample taken) {
        if (load == null) {
            return;
        }
        boolean measuring = phase(interval).equals("MEASURE");
        if (!measured && measuring) {
            measured = true;
            counted.clear();
        }
        if (!measured || measuring) {
            counted.add(interval);
        }
        ever.add(interval);
        look(taken);
        latest.addLast(interval);
        if (latest.size() > SMOOTHED_SECONDS) {
            latest.removeFirst();
        }
        points.add(point(interval));
        changed();
    }

    @Override
    public synchronized void found(ProbeResult finding) {
        if (probes.size() < MOST_PROBES) {
            probes.add(finding);
        }
        changed();
    }

    public synchronized void concluded(FinalState reached) {
        ending = reached;
        doing = null;
        changed();
    }

    /** Nothing more will come. */
    public synchronized void close() {
        over = true;
        doing = null;
        changed();
    }

    /** Waits until there is something newer than the frame of this number, or the time is over; says whether there is. */
    public boolean awaitNewer(int than, Duration atMost) throws InterruptedException {
        try {
            changes.awaitAdvanceInterruptibly(than, atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException nothingNew) {
            return false;
        }
    }

    /** All time lines from their begin. */
    public synchronized Lines lines() {
        return new Lines(points.all(), watched.ticks());
    }

    public synchronized Frame frame() {
        return new Frame(
                changes.getPhase(),
                clock.millis(),
                subject,
                List.copyOf(phases),
                doing,
                load == null ? null : running(),
                watched.machine(cores, clock.millis()),
                watched.names(),
                watched.figures(),
                watched.last(),
                List.copyOf(probes),
                ending,
                over);
    }

    /** A climb has the driver measure all the time, but nothing it finds is counted. */
    private String phase(IntervalReport interval) {
        return load.phases() == null ? CLIMB : interval.phase();
    }

    private void changed() {
        changes.arrive();
    }

    private Frame.Load running() {
        IntervalReport last = latest.peekLast();
        List<Operation> operations = last == null
                ? List.of()
                : last.operations().stream()
                        .filter(o -> !Figures.held(o.name()))
                        .map(this::operation)
                        .toList();
        Operation held = last == null
                ? null
                : last.operations().stream()
                        .filter(o -> Figures.held(o.name()))
                        .findFirst()
                        .map(this::operation)
                        .orElse(null);
        return new Frame.Load(
                loads,
                load.where(),
                load.users(),
                load.phases(),
                last == null ? 0 : last.second(),
                last == null ? "" : phase(last),
                measured,
                last == null ? 0 : last.users(),
                perSecond(OperationInterval::completed),
                operations,
                held,
                new News(counted.pairs(), counted.late(), ever.pairs(), ever.late()),
                new Frame.Driver(last == null ? 0 : last.busyShare(), last == null ? 0 : last.latenessP99Micros()),
                last == null ? null : points.last());
    }

    /** Over the last seconds, of all operations: every place that shows a rate shows this one. */
    private double perSecond(ToLongFunction<OperationInterval> count) {
        return (double) latest.stream()
                        .flatMap(interval -> interval.operations().stream())
                        .filter(o -> !Figures.held(o.name()))
                        .mapToLong(count)
                        .sum()
                / Math.max(1, latest.size());
    }

    private Operation operation(OperationInterval newest) {
        String name = newest.name();
        long completed = latest.stream()
                .flatMap(interval -> interval.operations().stream())
                .filter(o -> o.name().equals(name))
                .mapToLong(OperationInterval::completed)
                .sum();
        return new Operation(
                name,
                limit(name),
                judged(name),
                newest.p99Micros(),
                newest.maxMicros(),
                (double) completed / latest.size(),
                counted.of(name),
                ever.of(name));
    }

    private long limit(String operation) {
        return load.limitMillis().getOrDefault(operation, 0L);
    }

    private boolean judged(String operation) {
        return limit(operation) > 0 && !Figures.held(operation);
    }

    private Point point(IntervalReport interval) {
        pointsMade++;
        List<OperationInterval> operations = interval.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .toList();
        return new Point(
                pointsMade,
                loads,
                clock.millis(),
                1,
                phase(interval),
                interval.users(),
                perSecond(OperationInterval::completed),
                perSecond(Totals::bad),
                operations.stream()
                        .filter(o -> judged(o.name()) && o.maxMicros() >= 0)
                        .mapToDouble(o -> o.maxMicros() / 1000.0 / limit(o.name()))
                        .max()
                        .orElse(-1),
                operations.stream().map(o -> Figure.of(o.p99Micros())).toList(),
                operations.stream().map(o -> Figure.of(o.failed())).toList());
    }
}
