package gavel.driver.agent;

import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.AgentFindings.BidSums;
import gavel.driver.api.AgentFindings.DriverFindings;
import gavel.driver.api.AgentFindings.NewsFindings;
import gavel.driver.api.AgentFindings.PeopleFindings;
import gavel.driver.api.AgentFindings.TenSeconds;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.Machine;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A run that goes as the test wants; what it was told is kept. */
public final class FakeGenerator implements LoadAgent {
    private static final Batches BATCHES =
            new Batches(Map.of("Home", List.of(new TenSeconds(4, 3, 2, 1))), List.of(new TenSeconds(5, 0, 0, 0)));
    public final List<String> told = new CopyOnWriteArrayList<>();
    public final CompletableFuture<AgentFindings> over = new CompletableFuture<>();
    public final CompletableFuture<Integer> endsAfter = new CompletableFuture<>();
    public final List<AgentFindings> judged = new ArrayList<>();
    public Supplier<AgentClock.Reading> reading =
            () -> new AgentClock.Reading(Machine.name(), ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    public boolean known;
    /** That were answered. */
    int bids = 1;

    /** Of a stop. */
    public long endsAfterMillis;

    private LoadReport verdict = report(Status.PASS);
    public LoadSpec spec;
    public Consumer<IntervalReport> intervals;
    /** Why the answered bids cannot be had. */
    public IOException withoutBids;

    IOException refusal;
    public IllegalArgumentException mistake;

    public static IntervalReport interval(long second) {
        return new IntervalReport(
                second,
                1_700_000_000_000L + second * 1000,
                "MEASURE",
                100,
                List.of(new OperationInterval("Home", 20, 19, 1, 0, 12_345)),
                5,
                0,
                0.25,
                900,
                110);
    }

    /** As if this agent's part of the run had been empty. */
    public static AgentFindings findings(AgentShare agent) {
        return new AgentFindings(
                agent,
                AgentClock.SAME,
                new LoadReport.Profile("liveauction", "1", "abc", true),
                7,
                100,
                1_000,
                2_000,
                3_000,
                List.of(),
                new NewsFindings(0, 0, 0, List.of(), new BidSums(0, 0, 0, 0), "", ""),
                List.of(),
                new PeopleFindings(1, 2, 3, 4, 5, 6, 0, 0, 1),
                new DriverFindings(new DriverHealth(1, 0.2, 0.01, 3.5, 0.001, 200, 20_000, 0), "", 0, null, 0, 0, 0),
                Map.of("exchanges", 42L),
                List.of(),
                List.of());
    }

    /** A rule of each; one whose status another had before says so. */
    public static LoadReport report(Status... statuses) {
        Latency latency = new Latency(
                3, 2000.5, 4000, List.of(new Percentile(0.5, 2000), new Percentile(0.99, 4000)), "aGlzdG8=");
        List<RuleOutcome> rules = new ArrayList<>();
        Set<Status> before = EnumSet.noneOf(Status.class);
        for (Status status : statuses) {
            String message = "Home is " + status + (before.add(status) ? "" : " again");
            rules.add(new RuleOutcome("response", "Home", status, "2 %", "1 %", message));
        }
        return new LoadReport(
                new LoadReport.Profile("liveauction", "1", "abc", true),
                7,
                100,
                1,
                2,
                3,
                List.of(new OperationReport("Home", false, 2000, 3, 2, 1, 0, Map.of("status", 1L), latency, latency)),
                new NewsReport(2000, 0, 0, 0, latency, latency),
                List.of(),
                new Rate(1, 2, 3, 4, 5, 6, 7),
                new DriverHealth(1, 0.2, 0.01, 3.5, 0.001, 200, 20_000, 0),
                latency,
                Map.of("exchanges", 42L),
                rules,
                List.of(),
                List.of(),
                LoadShape.CONSTANT);
    }

    /** The run of a single one is over, and this is what it comes to. */
    public void ends(LoadReport report) {
        verdict = report;
        over.complete(findings(AgentShare.ALONE));
    }

    @Override
    public void prepare(LoadSpec load) throws IOException {
        if (refusal != null) {
            throw refusal;
        }
        if (mistake != null) {
            throw mistake;
        }
        spec = load;
        told.add("prepare");
    }

    @Override
    public Map<String, Long> limitMillis() {
        return Map.of("Home", 2_000L);
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> consumer) {
        intervals = consumer;
        told.add("start " + at.toEpochMilli());
        consumer.accept(interval(1));
        consumer.accept(interval(2));
    }

    @Override
    public void users(int users, Duration ramp) {
        told.add("users " + users + " " + ramp);
    }

    @Override
    public void stop(boolean drain) {
        told.add("stop " + drain);
        if (endsAfterMillis == 0) {
            over.complete(findings(spec.agent()));
        } else {
            over.completeOnTimeout(findings(spec.agent()), endsAfterMillis, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public AgentFindings awaitFindings(Duration timeout) throws IOException, InterruptedException {
        try {
            return over.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw failed.getCause() instanceof IOException lost ? lost : new IOException(failed.getMessage(), failed);
        }
    }

    @Override
    public LoadReport judge(List<AgentFindings> all) {
        judged.addAll(all);
        told.add("judge " + all.size());
        return verdict;
    }

    @Override
    public AgentClock.Reading clock() {
        return reading.get();
    }

    @Override
    public Batches batches() {
        told.add("batches");
        return BATCHES;
    }

    @Override
    public boolean known(List<Batches> all, int closed) {
        told.add("known " + all.size() + " " + closed);
        return known;
    }

    @Override
    public void endMeasurement(int seconds) {
        told.add("end " + seconds);
        endsAfter.complete(seconds);
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        if (withoutBids != null) {
            throw withoutBids;
        }
        Files.writeString(
                csv,
                "bidId,auctionId,lotId,accountId,amount,outcome,revision\n"
                        + "17-1,1,2,3,4.00,ACCEPTED,5\n".repeat(bids));
    }

    @Override
    public void close() {
        told.add("close");
    }
}
