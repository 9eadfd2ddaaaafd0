package gavel.driver.run;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.LoadSpec;
import gavel.driver.news.NewsTally;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.qos.Batch;
import gavel.driver.qos.DriverDelay;
import gavel.driver.qos.DriverState;
import gavel.driver.qos.Judgement;
import gavel.driver.qos.Measurement;
import gavel.driver.qos.MixSample;
import gavel.driver.qos.NewsSample;
import gavel.driver.qos.OperationSample;
import gavel.driver.record.Collector;
import gavel.driver.record.Latencies;
import gavel.driver.record.OperationCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Turns what was measured into the report, and judges it. Pure but for reading the collector. */
final class ReportMaker {
    private final LoadSpec spec;
    private final Profile profile;

    ReportMaker(LoadSpec spec, Profile profile) {
        this.spec = spec;
        this.profile = profile;
    }

    /**
     * What a run has left behind.
     *
     * @param from totals when the measurement began, {@code to} when it ended, {@code held} after the hold
     */
    record Material(
            long startedAtMillis,
            long fromMillis,
            long toMillis,
            RunTotals from,
            RunTotals to,
            RunTotals held,
            NewsTally news,
            DriverHealth health,
            List<Double> trend,
            Faults faults,
            List<FailedExchange> failures) {}

    LoadReport report(Material material, Collector collector) {
        RunTotals held = material.held();
        Rate rate = rate(held);
        List<MixSample> mix = held.mix().samples();
        Histogram lateness = collector.lateness();
        DriverState driver = driver(material, lateness);
        Measurement measurement = new Measurement(
                spec.users(),
                samples(held, driver.delay(), collector),
                new NewsSample(
                        profile.newsLimitMillis(),
                        material.news().lateBatches(),
                        material.news().lateServiceBatches(),
                        material.news().undelivered()),
                mix,
                rate,
                driver,
                material.trend());
        return new LoadReport(
                new LoadReport.Profile(profile.name(), profile.version(), profile.sha256(), profile.builtIn()),
                spec.seed(),
                spec.users(),
                material.startedAtMillis(),
                material.fromMillis(),
                material.toMillis(),
                operations(held, collector),
                news(material.news()),
                Judgement.mix(mix),
                rate,
                material.health(),
                Latencies.of(lateness),
                counters(material),
                Judgement.of(measurement, profile),
                material.failures());
    }

    private List<OperationReport> operations(RunTotals held, Collector collector) {
        List<OperationReport> reports = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            OperationCounts counts = held.counts().measured().get(kind.ordinal());
            reports.add(new OperationReport(
                    kind.title(),
                    kind.background(),
                    profile.limitMillis(kind),
                    counts.starts(),
                    counts.succeeded(),
                    kind.longPoll() ? 0 : counts.late(),
                    counts.overruns(),
                    counts.failuresByLabel(),
                    Latencies.of(collector.response(kind.ordinal())),
                    Latencies.of(collector.service(kind.ordinal()))));
        }
        return reports;
    }

    private List<OperationSample> samples(RunTotals held, DriverDelay delay, Collector collector) {
        List<OperationSample> samples = new ArrayList<>();
        LateByServer lateByServer = new LateByServer(delay.allowanceMillis(), profile.longestLimitMillis());
        for (OperationKind kind : OperationKind.values()) {
            List<OperationCounts> batches = held.counts().batches().get(kind.ordinal());
            samples.add(new OperationSample(
                    kind,
                    profile.limitMillis(kind),
                    batches(batches, OperationCounts::late),
                    batches(batches, OperationCounts::lateService),
                    batches(batches, OperationCounts::failed),
                    lateByServer.count(
                            profile.limitMillis(kind),
                            held.counts().measured().get(kind.ordinal()),
                            collector.service(kind.ordinal()))));
        }
        return samples;
    }

    private static List<Batch> batches(List<OperationCounts> counts, ToLongFunction<OperationCounts> bad) {
        return counts.stream()
                .map(count -> new Batch(count.starts(), bad.applyAsLong(count)))
                .toList();
    }

    private Rate rate(RunTotals held) {
        double userSeconds = held.tally().userSeconds();
        long mainStarts = Arrays.stream(OperationKind.values())
                .filter(kind -> !kind.background())
                .mapToLong(kind -> held.counts().measured().get(kind.ordinal()).starts())
                .sum();
        return new Rate(
                userSeconds,
                mainStarts,
                userSeconds / profile.cycle().mean(),
                held.tally().attendedSeconds(),
                held.tally().polledSeconds(),
                userSeconds == 0 ? 0 : held.tally().acceptedBids() / userSeconds,
                profile.acceptedBidsPerUserSecond());
    }

    private NewsReport news(NewsTally news) {
        return new NewsReport(
                profile.newsLimitMillis(),
                news.pairs(),
                news.late(),
                news.undelivered(),
                Latencies.of(news.latency()),
                Latencies.of(news.ownScreen()));
    }

    private DriverState driver(Material material, Histogram lateness) {
        long refused = change(material, "descriptorsExhausted") + change(material, "portsExhausted");
        if (spec.engine().maxConnections() > 0) {
            refused += change(material, "waitsForConnectionCap");
        }
        return new DriverState(
                material.health().busyShare(),
                material.health().runQueueShare(),
                lateness.getTotalCount() == 0 ? 0 : lateness.getValueAtPercentile(99) / 1000.0,
                material.held().tally().cycleMeanSeconds(),
                material.held().tally().cycles(),
                material.faults().count(),
                material.faults().first(),
                refused,
                material.health().openDescriptorsMax(),
                material.health().descriptorLimit());
    }

    private static Map<String, Long> counters(Material material) {
        Map<String, Long> counters = new LinkedHashMap<>();
        material.to().http().keySet().forEach(name -> counters.put(name, change(material, name)));
        counters.put(
                "sessionsStarted",
                material.to().tally().sessionsStarted()
                        - material.from().tally().sessionsStarted());
        counters.put(
                "sessionsEnded",
                material.to().tally().sessionsEnded() - material.from().tally().sessionsEnded());
        counters.put(
                "sessionsFailed",
                material.to().tally().sessionsFailed() - material.from().tally().sessionsFailed());
        counters.put("acceptedBids", material.held().tally().acceptedBids());
        counters.put("firstChoicesHash", material.held().tally().choicesHash());
        return counters;
    }

    private static long change(Material material, String name) {
        return material.to().http(name) - material.from().http(name);
    }
}
