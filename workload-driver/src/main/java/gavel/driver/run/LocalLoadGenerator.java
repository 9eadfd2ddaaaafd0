package gavel.driver.run;

import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.AnsweredBidsFile;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.Machine;
import gavel.driver.api.text.DurationWords;
import gavel.driver.loop.EngineLoops;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.qos.ExpectedBids;
import gavel.driver.report.ReportMaker;
import gavel.driver.user.AnsweredBids;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The workload driver of this process. Any thread may call it, one call at a time; {@link #stop} and {@link #users} at any time. */
public final class LocalLoadGenerator implements LoadAgent {
    /** Of one driver; some kilobytes each. */
    private static final int MOST_OWN_USERS = 1_000_000;

    private static final Duration LONGEST_RAMP = Duration.ofDays(7);
    private static final Duration LONGEST_LEAD = Duration.ofHours(1);

    private final InstantSource time;
    private final LongSupplier clock;
    private final FrontDoor door;
    private final LoadHistory history;
    private final ProcessWarmUp warmUp;
    private volatile LoadSpec spec;
    private volatile Profile profile;
    private volatile Engine engine;
    private volatile LoadRun run;
    private volatile int staying;
    /** Whether those who stayed have been sent away since. */
    private volatile boolean away;

    private volatile Thread thread;

    /** @param clock monotonic nanoseconds */
    public LocalLoadGenerator(InstantSource time, LongSupplier clock) {
        this(time, clock, new LoadHistory(), new ProcessWarmUp());
    }

    /**
     * @param history of the loads that other generators of this process have made
     * @param warmUp of the code it shares with them
     */
    public LocalLoadGenerator(InstantSource time, LongSupplier clock, LoadHistory history, ProcessWarmUp warmUp) {
        this(time, clock, FrontDoor.SOCKETS, history, warmUp);
    }

    LocalLoadGenerator(
            InstantSource time, LongSupplier clock, FrontDoor door, LoadHistory history, ProcessWarmUp warmUp) {
        this.history = history;
        this.warmUp = warmUp;
        this.time = time;
        this.clock = clock;
        this.door = door;
    }

    @Override
    public void prepare(LoadSpec description) throws IOException, InterruptedException {
        if (engine != null && !occupied()) {
            throw new IllegalStateException("prepared already: one generator is one run, unless its users stay");
        }
        LoadSpec.Accounts accounts = description.accounts();
        long loaded = accounts.last() - accounts.first() + 1;
        if (loaded < description.users()) {
            throw new IllegalArgumentException("accounts must be at least as many as users: " + loaded + " for "
                    + description.users() + "; load a larger data set");
        }
        requireBearable(description.users(), description.agent());
        if (engine == null) {
            profile = ProfileReader.read(description.profile());
            engine = opened(description);
        } else {
            requireTheSame(spec, description);
            staying = away ? 0 : run.staying();
            away = false;
            run = null;
        }
        spec = description;
    }

    private Engine opened(LoadSpec description) throws IOException, InterruptedException {
        LoadSpec.EngineSpec sizes = description.engine();
        int count = EngineLoops.countOr(sizes.loops(), Runtime.getRuntime().availableProcessors());
        EngineLoops loops = EngineLoops.open(count, door.transport(), clock);
        try {
            warmUp.run(loops, sizes.http());
            return Engine.open(description, profile, door, loops, time);
        } catch (IOException | InterruptedException | RuntimeException | Error failed) {
            loops.close();
            throw failed;
        }
    }

    private static void requireBearable(int users, LoadSpec.AgentShare share) {
        int own = share.own(users);
        if (own > MOST_OWN_USERS) {
            throw new IllegalArgumentException(
                    "users of one driver must be <= " + MOST_OWN_USERS + ": " + own + "; use more drivers");
        }
    }

    /** Users who stay have their connections, accounts and streams. */
    private static void requireTheSame(LoadSpec before, LoadSpec now) {
        if (!before.targets().equals(now.targets())
                || !before.profile().equals(now.profile())
                || !before.accounts().equals(now.accounts())
                || !before.agent().equals(now.agent())
                || !before.engine().equals(now.engine())
                || before.seed() != now.seed()) {
            throw new IllegalArgumentException(
                    "users stay from the load before: targets, profile, accounts, agent, engine and seed must be the same");
        }
    }

    @Override
    public boolean occupied() {
        LoadRun last = run;
        return last != null && last.findings().isDone() && spec.phases().staying();
    }

    @Override
    public Map<String, Long> limitMillis() {
        Map<String, Long> limits = new LinkedHashMap<>();
        prepared().limitMillis().forEach((kind, millis) -> {
            if (!kind.longPoll()) {
                limits.put(kind.title(), millis);
            }
        });
        return limits;
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> intervals) {
        if (engine == null || run != null) {
            throw new IllegalStateException("prepare a run, then start it once");
        }
        Instant now = time.instant();
        if (at.isAfter(now.plus(LONGEST_LEAD))) {
            throw new IllegalArgumentException("a load must start within 1 h: " + at + ", now it is " + now);
        }
        Instant from = at.isBefore(now) ? now : at;
        history.began(spec, from.toEpochMilli());
        run = new LoadRun(spec, profile, engine, time, from, intervals, staying);
        thread = Thread.ofPlatform().daemon().name("load-run").start(run);
    }

    @Override
    public void users(int users, Duration ramp) {
        if (users <= 0 || users > LoadSpec.MOST_USERS) {
            throw new IllegalArgumentException("users must be 1.." + LoadSpec.MOST_USERS + ": " + users);
        }
        if (ramp.isNegative() || ramp.compareTo(LONGEST_RAMP) > 0) {
            throw new IllegalArgumentException(
                    "rampMillis must be 0.." + LONGEST_RAMP.toMillis() + ": " + ramp.toMillis());
        }
        requireBearable(users, spec.agent());
        running().users(users, ramp);
        history.changed();
    }

    @Override
    public void stop(boolean drain) {
        if (occupied()) {
            away = true;
            engine.vanish();
        } else if (run != null) {
            run.stop(drain);
        }
    }

    @Override
    public AgentClock.Reading clock() {
        return new AgentClock.Reading(Machine.name(), ChronoUnit.MICROS.between(Instant.EPOCH, time.instant()));
    }

    @Override
    public Batches batches() {
        return running().batches();
    }

    @Override
    public boolean known(List<Batches> all, int closed) {
        return new ReportMaker(prepared(), spec.shape()).known(all, closed);
    }

    @Override
    public void endMeasurement(int seconds) {
        running().endMeasurement(seconds);
    }

    @Override
    public AgentFindings awaitFindings(Duration timeout) throws IOException, InterruptedException {
        try {
            AgentFindings findings = running().findings().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            history.ended(spec, time.instant().toEpochMilli());
            write(directory -> {
                RunFiles.own(directory, findings);
                answeredBids(RunFiles.answeredBids(directory, findings.agent()));
            });
            return findings;
        } catch (ExecutionException failed) {
            throw new IOException("the load run failed: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("the load run was not over after " + DurationWords.of(timeout), late);
        }
    }

    @Override
    public LoadReport judge(List<AgentFindings> all) throws IOException {
        LoadReport report = new ReportMaker(prepared(), spec.shape()).report(all, expectedBids(all));
        write(directory -> RunFiles.merged(directory, report));
        return report;
    }

    private ExpectedBids expectedBids(List<AgentFindings> all) {
        double userSeconds =
                all.stream().mapToDouble(each -> each.people().userSeconds()).sum();
        AgentFindings first = all.getFirst();
        long ahead = all.stream()
                .filter(each -> each.agent().equals(spec.agent()))
                .mapToLong(each -> each.clock().offsetMillis())
                .findFirst()
                .orElse(0);
        return history.expected(
                profile,
                spec,
                userSeconds,
                new LoadHistory.Span(first.measuredFromMillis(), first.measuredToMillis(), ahead));
    }

    /** Writes files of the run. What was measured is worth more than they are: without room for them it is told all the same. */
    private void write(DirectoryWriter files) {
        if (spec.outputDirectory() == null) {
            return;
        }
        try {
            files.write(Files.createDirectories(Path.of(spec.outputDirectory())));
        } catch (IOException e) {
            System.getLogger(LocalLoadGenerator.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "files of the run are missing in " + spec.outputDirectory() + ": " + e);
        }
    }

    private interface DirectoryWriter {
        void write(Path directory) throws IOException;
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        List<AnsweredBids.Lines> ofLoops = engine.answeredBids();
        try (OutputStream file = new BufferedOutputStream(new AnsweredBidsFile(csv))) {
            file.write((AnsweredBids.HEADER + "\n").getBytes(StandardCharsets.UTF_8));
            for (AnsweredBids.Lines lines : ofLoops) {
                lines.writeTo(file);
            }
        }
    }

    @Override
    public void close() {
        if (run != null) {
            run.stop(false);
            thread.interrupt();
        }
        if (engine != null) {
            engine.close();
        }
    }

    private LoadRun running() {
        LoadRun going = run;
        if (going == null) {
            throw new IllegalStateException("no run was started");
        }
        return going;
    }

    private Profile prepared() {
        if (profile == null) {
            throw new IllegalStateException("no run was prepared");
        }
        return profile;
    }
}
