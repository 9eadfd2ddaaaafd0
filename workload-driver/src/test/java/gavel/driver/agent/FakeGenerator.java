package gavel.driver.agent;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A run that goes as the test wants; what it was told is kept. */
public final class FakeGenerator implements LoadGenerator {
    public final List<String> told = new ArrayList<>();
    public final CompletableFuture<LoadReport> over = new CompletableFuture<>();
    public LoadSpec spec;
    Consumer<IntervalReport> intervals;
    IOException refusal;
    IllegalArgumentException mistake;

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

    public static LoadReport report(Status... statuses) {
        Latency latency = new Latency(
                3, 2000.5, 4000, List.of(new Percentile(0.5, 2000), new Percentile(0.99, 4000)), "aGlzdG8=");
        List<RuleOutcome> rules = new ArrayList<>();
        for (Status status : statuses) {
            rules.add(new RuleOutcome("response", "Home", status, "2 %", "1 %", "Home is " + status));
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
                List.of());
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
        over.complete(report(Status.PASS));
    }

    @Override
    public LoadReport awaitReport(Duration timeout) throws IOException, InterruptedException {
        try {
            return over.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException(failed.getMessage(), failed);
        }
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        Files.writeString(csv, "bidId,auctionId,lotId,accountId,amount,outcome,revision\n17-1,1,2,3,4.00,ACCEPTED,5\n");
    }

    @Override
    public void close() {
        told.add("close");
    }
}
