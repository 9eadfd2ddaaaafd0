package gavel.driver.user;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps the first exchanges that failed, and the first of each operation and class of failure, so that each count has its own example.
 * Requests are shown without headers and bodies, so there is no secret in them. Owned by the loop.
 */
public final class FirstFailures {
    private static final int KEPT = 20;
    private static final int LONGEST = 300;

    private final List<FailedExchange> kept = new ArrayList<>();
    private final Set<String> known = new HashSet<>();

    void add(long atMillis, OperationKind kind, String request, Outcome outcome, String detail) {
        if (outcome != Outcome.CANCELLED) {
            String said = detail == null ? "" : detail;
            add(new FailedExchange(
                    atMillis,
                    kind.title(),
                    request,
                    outcome.label(),
                    said.length() > LONGEST ? said.substring(0, LONGEST) + "…" : said));
        }
    }

    private void add(FailedExchange failed) {
        boolean first = known.add(failed.operation() + " " + failed.failure());
        if (first || kept.size() < KEPT) {
            kept.add(failed);
        }
    }

    List<FailedExchange> kept() {
        return List.copyOf(kept);
    }

    /** The first of several loops, by their time. */
    public static List<FailedExchange> of(List<List<FailedExchange>> loops) {
        FirstFailures all = new FirstFailures();
        loops.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(FailedExchange::atMillis))
                .forEach(all::add);
        return all.kept();
    }
}
