package gavel.driver.report;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.AgentFindings.MixFindings;
import gavel.driver.api.AgentFindings.OperationFindings;
import gavel.driver.api.AgentFindings.PeopleFindings;
import gavel.driver.api.AgentFindings.Responses;
import gavel.driver.api.AgentFindings.TenSeconds;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.Series;
import gavel.driver.profile.OperationKind;
import gavel.driver.qos.BidClusters;
import gavel.driver.qos.Causes;
import gavel.driver.qos.MixSample;
import gavel.driver.record.Latencies;
import gavel.driver.record.OperationCounts;
import gavel.driver.record.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The findings of every agent of a run added up: counts and whole distributions only, so nothing is lost. */
final class MergedFindings {
    private static final int KEPT_FAILURES = 20;

    private final List<AgentFindings> all;

    /** @throws IllegalArgumentException when they are not one run's, or not every agent's */
    MergedFindings(List<AgentFindings> findings) {
        all = findings.stream()
                .sorted(Comparator.comparingInt(each -> each.agent().index()))
                .toList();
        check();
    }

    private void check() {
        List<Integer> agents = all.stream().map(each -> each.agent().index()).toList();
        if (all.isEmpty() || !agents.equals(range(first().agent().count()))) {
            throw new IllegalArgumentException(
                    "the findings must be those of every agent of a run, one each: " + agents);
        }
        for (AgentFindings each : all) {
            boolean same = each.agent().count() == all.size()
                    && each.profile().equals(first().profile())
                    && each.seed() == first().seed()
                    && each.users() == first().users();
            if (!same) {
                throw new IllegalArgumentException("the drivers did not run the same load: " + told(first()) + ", but "
                        + told(each) + "; give all of them the same profile file and build");
            }
        }
    }

    private static String told(AgentFindings each) {
        return each.agent().name() + " ran profile " + each.profile().name() + " ("
                + each.profile().sha256() + ") with seed " + each.seed() + " and " + each.users() + " users";
    }

    private static List<Integer> range(int count) {
        List<Integer> range = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            range.add(i);
        }
        return range;
    }

    List<AgentFindings> all() {
        return all;
    }

    AgentFindings first() {
        return all.getFirst();
    }

    OperationCounts counts(OperationKind kind) {
        return each(kind).stream()
                .map(MergedFindings::counts)
                .reduce(OperationCounts::plus)
                .orElseThrow();
    }

    List<TenSeconds> batches(OperationKind kind) {
        return sum(each(kind).stream().map(OperationFindings::batches).toList());
    }

    /** By the name of the operation. */
    static List<TenSeconds> batches(List<Batches> agents, OperationKind kind) {
        return sum(agents.stream()
                .map(agent -> agent.operations().getOrDefault(kind.title(), List.of()))
                .toList());
    }

    static List<TenSeconds> news(List<Batches> agents) {
        return sum(agents.stream().map(Batches::news).toList());
    }

    Histogram response(OperationKind kind) {
        return Latencies.sum(
                each(kind).stream().map(OperationFindings::response).toList());
    }

    Histogram service(OperationKind kind) {
        return Latencies.sum(each(kind).stream().map(OperationFindings::service).toList());
    }

    Histogram distribution(Function<AgentFindings, String> which) {
        return Latencies.sum(all.stream().map(which).toList());
    }

    List<TenSeconds> newsBatches() {
        return sum(all.stream().map(each -> each.news().batches()).toList());
    }

    BidClusters bids() {
        return all.stream()
                .map(each -> each.news().bids())
                .map(sums ->
                        new BidClusters(sums.bids(), sums.squaredPairs(), sums.pairsTimesLate(), sums.squaredLate()))
                .reduce(BidClusters.NONE, BidClusters::plus);
    }

    long total(ToLongFunction<AgentFindings> what) {
        return all.stream().mapToLong(what).sum();
    }

    double people(ToDoubleFunction<PeopleFindings> what) {
        return all.stream().map(AgentFindings::people).mapToDouble(what).sum();
    }

    List<MixSample> mix() {
        List<MixSample> samples = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            List<MixFindings> parts = all.stream()
                    .flatMap(each -> each.mix().stream())
                    .filter(part -> part.operation().equals(kind.title()))
                    .toList();
            if (!parts.isEmpty()) {
                samples.add(new MixSample(
                        kind,
                        parts.stream().mapToLong(MixFindings::chosen).sum(),
                        parts.stream().mapToDouble(MixFindings::expected).sum(),
                        parts.stream().mapToDouble(MixFindings::variance).sum()));
            }
        }
        return samples;
    }

    Map<String, Long> counters() {
        Map<String, Long> sums = new TreeMap<>();
        all.forEach(each -> each.counters().forEach((name, count) -> sums.merge(name, count, Long::sum)));
        return sums;
    }

    /** Of each ten seconds in which a main operation ended. */
    List<Double> meanResponseMillis() {
        return Series.sum(all.stream().map(AgentFindings::responses).toList(), Responses::plus).stream()
                .filter(responses -> responses.count() > 0)
                .map(responses -> responses.micros() / responses.count() / 1_000)
                .toList();
    }

    Causes causes(OperationKind kind) {
        Map<String, Long> failed = new TreeMap<>();
        Map<String, Long> timedOut = new TreeMap<>();
        OperationCounts counts = counts(kind);
        for (Outcome outcome : Outcome.values()) {
            if (counts.failures(outcome) > 0) {
                boolean late = outcome.timedOut() && !kind.longPoll();
                (late ? timedOut : failed).put(outcome.label(), counts.failures(outcome));
            }
        }
        FailedExchange first = failures()
                .filter(each -> each.operation().equals(kind.title()) && failed.containsKey(each.failure()))
                .findFirst()
                .orElse(null);
        return new Causes(failed, timedOut, first);
    }

    List<FailedExchange> firstFailures() {
        return failures().limit(KEPT_FAILURES).toList();
    }

    /** The first of each operation and class of failure too, earliest first. */
    private Stream<FailedExchange> failures() {
        return all.stream()
                .flatMap(each -> each.firstFailures().stream())
                .sorted(Comparator.comparingLong(FailedExchange::atMillis));
    }

    private List<OperationFindings> each(OperationKind kind) {
        List<OperationFindings> each = all.stream()
                .flatMap(agent -> agent.operations().stream())
                .filter(operation -> operation.name().equals(kind.title()))
                .toList();
        if (each.size() != all.size()) {
            throw new IllegalArgumentException("every driver must tell of " + kind.title() + " once: " + each.size()
                    + " of " + all.size() + " did; they must be of one build");
        }
        return each;
    }

    private static OperationCounts counts(OperationFindings found) {
        return new OperationCounts(
                found.starts(),
                found.ended(),
                found.inTime(),
                found.inTimeService(),
                found.overruns(),
                Arrays.stream(Outcome.values())
                        .mapToLong(outcome -> found.failures().getOrDefault(outcome.label(), 0L))
                        .toArray());
    }

    private static List<TenSeconds> sum(List<List<TenSeconds>> series) {
        return Series.sum(series, TenSeconds::plus);
    }
}
