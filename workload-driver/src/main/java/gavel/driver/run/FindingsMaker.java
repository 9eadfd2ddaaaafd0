package gavel.driver.run;

import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.AgentFindings.BidSums;
import gavel.driver.api.AgentFindings.DriverFindings;
import gavel.driver.api.AgentFindings.MixFindings;
import gavel.driver.api.AgentFindings.NewsFindings;
import gavel.driver.api.AgentFindings.OperationFindings;
import gavel.driver.api.AgentFindings.PeopleFindings;
import gavel.driver.api.AgentFindings.Responses;
import gavel.driver.api.AgentFindings.TenSeconds;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadSpec;
import gavel.driver.news.NewsTally;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.qos.Batch;
import gavel.driver.record.BatchSeries;
import gavel.driver.record.Collector;
import gavel.driver.record.Counts;
import gavel.driver.record.Latencies;
import gavel.driver.record.OperationCounts;
import gavel.driver.user.UserTally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns what a run of this process has left behind into its findings. Pure but for reading the collector. */
final class FindingsMaker {
    private final LoadSpec spec;
    private final Profile profile;

    FindingsMaker(LoadSpec spec, Profile profile) {
        this.spec = spec;
        this.profile = profile;
    }

    /**
     * What a run has left behind.
     *
     * @param missingMillis of the measurement and the hold, which were ended before their time
     * @param from totals when the measurement began, {@code to} when it ended, {@code held} after the hold
     */
    record Material(
            long startedAtMillis,
            long fromMillis,
            long toMillis,
            long missingMillis,
            RunTotals from,
            RunTotals to,
            RunTotals held,
            NewsTally news,
            DriverHealth health,
            List<Responses> responses,
            Faults faults,
            List<FailedExchange> failures) {}

    AgentFindings findings(Material material, Collector collector) {
        UserTally people = material.held().tally();
        return new AgentFindings(
                spec.agent(),
                AgentClock.SAME,
                new LoadReport.Profile(profile.name(), profile.version(), profile.sha256(), profile.builtIn()),
                spec.seed(),
                spec.users(),
                material.startedAtMillis(),
                material.fromMillis(),
                material.toMillis(),
                operations(material.held().counts(), collector),
                news(material.news()),
                material.held().mix().samples().stream()
                        .map(sample -> new MixFindings(
                                sample.kind().title(), sample.chosen(), sample.expected(), sample.variance()))
                        .toList(),
                new PeopleFindings(
                        people.userSeconds(),
                        people.attendedSeconds(),
                        people.polledSeconds(),
                        people.acceptedBids(),
                        people.cycleSeconds(),
                        people.cycles(),
                        people.edgeStarts(profile.cycle().variation()),
                        people.sessionsFailed(),
                        people.succeeded()),
                driver(material, collector),
                counters(material),
                material.responses(),
                material.failures());
    }

    /** @param news pairs and late ones by loop and ten seconds */
    static Batches batches(Counts counts, List<List<Batch>> news) {
        Map<String, List<TenSeconds>> operations = new HashMap<>();
        for (OperationKind kind : OperationKind.values()) {
            operations.put(kind.title(), batches(counts, kind));
        }
        return new Batches(
                operations,
                news.stream().reduce(List.of(), Batch::sum).stream()
                        .map(batch -> new TenSeconds(batch.starts(), batch.bad(), 0, 0))
                        .toList());
    }

    /** A poll has no limit it could be later than, so one that timed out has failed. */
    private static List<TenSeconds> batches(Counts counts, OperationKind kind) {
        BatchSeries series = counts.batches().get(kind.ordinal());
        List<TenSeconds> batches = new ArrayList<>(series.size());
        for (int batch = 0; batch < series.size(); batch++) {
            batches.add(new TenSeconds(
                    series.starts(batch),
                    series.late(batch),
                    series.lateService(batch),
                    kind.longPoll() ? series.failed(batch) : series.wrong(batch)));
        }
        return batches;
    }

    private static List<OperationFindings> operations(Counts held, Collector collector) {
        List<OperationFindings> operations = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            OperationCounts counts = held.measured().get(kind.ordinal());
            operations.add(new OperationFindings(
                    kind.title(),
                    counts.starts(),
                    counts.ended(),
                    counts.inTime(),
                    counts.inTimeService(),
                    counts.overruns(),
                    counts.failuresByLabel(),
                    batches(held, kind),
                    Latencies.text(collector.response(kind.ordinal())),
                    Latencies.text(collector.service(kind.ordinal()))));
        }
        return operations;
    }

    private static NewsFindings news(NewsTally news) {
        List<Batch> late = news.lateBatches();
        List<Batch> lateService = news.lateServiceBatches();
        List<TenSeconds> batches = new ArrayList<>();
        for (int i = 0; i < late.size(); i++) {
            batches.add(new TenSeconds(
                    late.get(i).starts(), late.get(i).bad(), lateService.get(i).bad(), 0));
        }
        return new NewsFindings(
                news.pairs(),
                news.late(),
                news.undelivered(),
                batches,
                new BidSums(
                        news.bids().bids(),
                        news.bids().squaredPairs(),
                        news.bids().pairsTimesLate(),
                        news.bids().squaredLate()),
                Latencies.text(news.latency()),
                Latencies.text(news.ownScreen()));
    }

    private static DriverFindings driver(Material material, Collector collector) {
        return new DriverFindings(
                material.health(),
                Latencies.text(collector.lateness()),
                material.faults().count(),
                material.faults().first(),
                change(material, "descriptorsExhausted")
                        + change(material, "portsExhausted")
                        + change(material, "waitsForConnectionCap"),
                material.held().tally().withoutAccount(),
                material.missingMillis());
    }

    private static Map<String, Long> counters(Material material) {
        Map<String, Long> counters = new HashMap<>();
        material.to().http().keySet().forEach(name -> counters.put(name, change(material, name)));
        UserTally from = material.from().tally();
        UserTally to = material.to().tally();
        counters.put("sessionsStarted", to.sessionsStarted() - from.sessionsStarted());
        counters.put("sessionsEnded", to.sessionsEnded() - from.sessionsEnded());
        counters.put("sessionsFailed", to.sessionsFailed() - from.sessionsFailed());
        counters.put("acceptedBids", material.held().tally().acceptedBids());
        counters.put("firstChoicesHash", material.held().tally().choicesHash());
        return counters;
    }

    private static long change(Material material, String name) {
        return material.to().http(name) - material.from().http(name);
    }
}
