package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules 1 and 3: at most so large a share of the starts may be late, or fail. A full-length interval is decided by its estimate; where
 * the bounds straddle the limit, a pass is called marginal.
 */
final class ShareRule {
    static final double LATE = 0.01;
    static final double FAILED = 0.005;

    private ShareRule() {}

    static List<RuleOutcome> responses(List<OperationSample> operations, DriverDelay delay) {
        List<RuleOutcome> outcomes = new ArrayList<>();
        for (JudgedPool pool : JudgedPool.of(operations)) {
            outcomes.add(response(pool, delay));
            if (pool.pooled()) {
                pool.members().forEach(member -> outcomes.add(shown(member, "response", member.late(), LATE)));
            }
        }
        return outcomes;
    }

    static List<RuleOutcome> failures(List<OperationSample> operations) {
        List<RuleOutcome> outcomes = new ArrayList<>();
        for (JudgedPool pool : JudgedPool.of(operations)) {
            ShareEstimate failed = ShareEstimate.of(pool.sample().failed());
            outcomes.add(judge("failures", pool.subject(), failed, FAILED, pool.starts(), "failed"));
            if (pool.pooled()) {
                pool.members().forEach(member -> outcomes.add(shown(member, "failures", member.failed(), FAILED)));
            }
        }
        for (OperationSample operation : operations) {
            if (operation.kind().longPoll()) {
                ShareEstimate failed = ShareEstimate.of(operation.failed());
                String title = operation.kind().title();
                outcomes.add(judge("failures", title, failed, FAILED, "starts of " + title, "failed"));
            }
        }
        return outcomes;
    }

    private static RuleOutcome response(JudgedPool pool, DriverDelay delay) {
        long limit = pool.sample().limitMillis();
        RuleOutcome outcome = judge(
                "response",
                pool.subject(),
                ShareEstimate.of(pool.sample().late()),
                LATE,
                pool.starts(),
                pool.pooled() ? "came later than it" : "came later than its limit of " + Words.seconds(limit));
        if (outcome.status() != Status.FAIL) {
            return outcome;
        }
        ShareEstimate service = ShareEstimate.of(pool.sample().lateService());
        boolean byServer = pool.sample().lateByServer() > LATE * pool.sample().starts();
        return standing(outcome, service, byServer, delay, limit);
    }

    /**
     * A failure as it is where the server broke the limit, and INVALID where only the driver did.
     *
     * @param byServer whether the server's share fails too once the driver's own delay is taken off
     */
    static RuleOutcome standing(
            RuleOutcome failure, ShareEstimate service, boolean byServer, DriverDelay delay, long limitMillis) {
        if (service.share() > LATE && byServer) {
            return new RuleOutcome(
                    failure.rule(),
                    failure.subject(),
                    Status.FAIL,
                    failure.actual(),
                    failure.bound(),
                    failure.message() + "; from the first write it is " + Words.percent(service.share())
                            + ", so the server was slow");
        }
        return new RuleOutcome(
                failure.rule(),
                failure.subject(),
                Status.INVALID,
                failure.actual(),
                failure.bound(),
                failure.message() + "; from the first write it is " + Words.percent(service.share()) + ", and "
                        + delay.advice(limitMillis));
    }

    /**
     * @param starts what is counted, such as "starts of Login"
     * @param bad what at most the limit of them may do, such as "failed"
     */
    static RuleOutcome judge(
            String rule, String subject, ShareEstimate estimate, double limit, String starts, String bad) {
        String bound = "at most " + Words.limit(limit);
        if (estimate.starts() == 0) {
            return new RuleOutcome(rule, subject, Status.INFO, "none", bound, subject + " was never started");
        }
        boolean within = estimate.share() <= limit;
        Status status = !within ? Status.FAIL : estimate.straddles(limit) ? Status.MARGINAL : Status.PASS;
        String counted = " of the " + Words.count(estimate.starts()) + " " + starts + " " + bad;
        String message = status == Status.MARGINAL && estimate.bad() == 0
                ? "none" + counted + "; too few starts to be sure (" + bound + " may; up to "
                        + Words.percent(estimate.upper()) + " with 95 % confidence)"
                : Words.percent(estimate.share()) + counted + " (" + bound + " may"
                        + (status == Status.PASS ? "" : "; " + Words.bounds(estimate)) + ")";
        return new RuleOutcome(rule, subject, status, Words.share(estimate), bound, message);
    }

    private static RuleOutcome shown(OperationSample member, String rule, List<Batch> batches, double limit) {
        ShareEstimate estimate = ShareEstimate.of(batches);
        return new RuleOutcome(
                rule,
                member.kind().title(),
                Status.INFO,
                Words.share(estimate),
                "at most " + Words.limit(limit) + " of its pool",
                "fewer than 1,000 samples: judged in the " + Words.seconds(member.limitMillis()) + " pool");
    }
}
