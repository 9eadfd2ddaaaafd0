package gavel.harness.peak;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.text.DurationWords;
import gavel.harness.result.Figures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The figure of a load that is nearest to its limit or furthest above it: shares of late operations (limit 1 %), failed ones (0.5 %) and
 * late news (1 %), pooled as the rules pool them (docs/reference/rules.md).
 *
 * @param ofLimit the figure over its limit; 0 where nothing came late or failed
 * @param subject in words
 */
public record WorstOperation(double ofLimit, String subject) {
    private static final double LATE = 0.01;
    private static final double FAILED = 0.005;
    private static final long ENOUGH = 1_000;
    private static final WorstOperation NOTHING = new WorstOperation(0, "nothing late or failed");

    public static WorstOperation of(LoadReport load) {
        List<OperationReport> judged =
                load.operations().stream().filter(Figures::judged).toList();
        WorstOperation worst = NOTHING.or(pools(judged, OperationReport::late, LATE, "late"));
        worst = worst.or(pools(judged, OperationReport::failed, FAILED, "failed"));
        LoadReport.NewsReport news = load.news();
        return news == null || news.pairs() == 0
                ? worst
                : worst.or(new WorstOperation((double) news.late() / news.pairs() / LATE, "news late"));
    }

    private static WorstOperation pools(
            List<OperationReport> operations, ToLongFunction<OperationReport> bad, double limit, String what) {
        WorstOperation worst = NOTHING;
        Map<Long, long[]> small = new HashMap<>();
        for (OperationReport operation : operations) {
            if (operation.starts() >= ENOUGH) {
                worst = worst.or(
                        share(operation.starts(), bad.applyAsLong(operation), limit, operation.name() + " " + what));
            } else {
                long[] pool = small.computeIfAbsent(operation.limitMillis(), _ -> new long[2]);
                pool[0] += operation.starts();
                pool[1] += bad.applyAsLong(operation);
            }
        }
        for (Map.Entry<Long, long[]> pool : small.entrySet()) {
            worst = worst.or(share(
                    pool.getValue()[0],
                    pool.getValue()[1],
                    limit,
                    DurationWords.seconds(pool.getKey()) + " pool " + what));
        }
        return worst;
    }

    private static WorstOperation share(long starts, long bad, double limit, String subject) {
        return bad == 0 ? NOTHING : new WorstOperation((double) bad / starts / limit, subject);
    }

    private WorstOperation or(WorstOperation other) {
        return other.ofLimit > ofLimit ? other : this;
    }
}
