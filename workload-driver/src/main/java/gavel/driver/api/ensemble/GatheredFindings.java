package gavel.driver.api.ensemble;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.NewsFindings;
import gavel.driver.api.AgentFindings.OperationFindings;
import gavel.driver.api.AgentFindings.Responses;
import gavel.driver.api.AgentFindings.TenSeconds;
import gavel.driver.api.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The findings of several agents as they come. What each tells of every ten seconds grows with the length of a run. It is judged as a sum
 * only, so the first findings get the sum and the others none: else those of hundred agents would be too much for who gathers and who judges.
 */
final class GatheredFindings {
    private final List<AgentFindings> all = new ArrayList<>();

    void add(AgentFindings next) {
        if (all.isEmpty()) {
            all.add(next);
            return;
        }
        AgentFindings first = all.getFirst();
        Map<String, List<TenSeconds>> known = batches(first);
        Map<String, List<TenSeconds>> more = batches(next);
        all.set(
                0,
                with(
                        first,
                        operation -> sum(operation.batches(), more.getOrDefault(operation.name(), List.of())),
                        sum(first.news().batches(), next.news().batches()),
                        Series.sum(List.of(first.responses(), next.responses()), Responses::plus)));
        all.add(with(
                next,
                operation -> known.containsKey(operation.name()) ? List.of() : operation.batches(),
                List.of(),
                List.of()));
    }

    int size() {
        return all.size();
    }

    List<AgentFindings> all() {
        return List.copyOf(all);
    }

    private static Map<String, List<TenSeconds>> batches(AgentFindings findings) {
        return findings.operations().stream()
                .collect(Collectors.toMap(OperationFindings::name, OperationFindings::batches, GatheredFindings::sum));
    }

    private static List<TenSeconds> sum(List<TenSeconds> one, List<TenSeconds> other) {
        return Series.sum(List.of(one, other), TenSeconds::plus);
    }

    private static AgentFindings with(
            AgentFindings of,
            Function<OperationFindings, List<TenSeconds>> batches,
            List<TenSeconds> newsBatches,
            List<Responses> responses) {
        NewsFindings news = of.news();
        return new AgentFindings(
                of.agent(),
                of.clock(),
                of.profile(),
                of.seed(),
                of.users(),
                of.startedAtMillis(),
                of.measuredFromMillis(),
                of.measuredToMillis(),
                of.operations().stream()
                        .map(operation -> with(operation, batches.apply(operation)))
                        .toList(),
                new NewsFindings(
                        news.pairs(),
                        news.late(),
                        news.undelivered(),
                        newsBatches,
                        news.bids(),
                        news.latency(),
                        news.ownScreen()),
                of.mix(),
                of.people(),
                of.driver(),
                of.counters(),
                responses,
                of.firstFailures());
    }

    private static OperationFindings with(OperationFindings of, List<TenSeconds> batches) {
        return new OperationFindings(
                of.name(),
                of.starts(),
                of.ended(),
                of.inTime(),
                of.inTimeService(),
                of.overruns(),
                of.failures(),
                batches,
                of.response(),
                of.service());
    }
}
