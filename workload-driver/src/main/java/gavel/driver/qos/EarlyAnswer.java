package gavel.driver.qos;

import java.util.List;

/**
 * Whether a measurement's answer is beyond doubt before its end: every share is surely below its limit, or one that the server has to
 * answer for is surely above. Surely means by the bounds of {@link ShareEstimate}, above 1,000 samples with 95 % confidence each. Pure.
 */
public final class EarlyAnswer {
    private EarlyAnswer() {}

    /** @param news pairs of accepted bid and follower that were late */
    public static boolean known(List<OperationSample> operations, List<Batch> news) {
        List<JudgedPool> pools = JudgedPool.of(operations).stream()
                .filter(pool -> pool.sample().starts() > 0)
                .toList();
        return !pools.isEmpty() && (surelyFails(pools) || surelyPasses(pools, operations, ShareEstimate.of(news)));
    }

    private static boolean surelyFails(List<JudgedPool> pools) {
        return pools.stream()
                .map(JudgedPool::sample)
                .anyMatch(sample -> above(sample.failed(), ShareRule.FAILED)
                        || above(sample.late(), ShareRule.LATE) && above(sample.lateService(), ShareRule.LATE));
    }

    private static boolean above(List<Batch> bad, double limit) {
        return ShareEstimate.of(bad).surelyBreaks(limit);
    }

    private static boolean surelyPasses(List<JudgedPool> pools, List<OperationSample> operations, ShareEstimate news) {
        boolean punctual = pools.stream()
                .allMatch(pool -> ShareEstimate.of(pool.sample().late()).surelyBelow(ShareRule.LATE)
                        && ShareEstimate.of(pool.sample().failed()).surelyBelow(ShareRule.FAILED));
        boolean polled = operations.stream()
                .filter(operation -> operation.kind().longPoll() && operation.starts() > 0)
                .allMatch(operation -> ShareEstimate.of(operation.failed()).surelyBelow(ShareRule.FAILED));
        return punctual && polled && (news.starts() == 0 || news.surelyBelow(ShareRule.LATE));
    }
}
