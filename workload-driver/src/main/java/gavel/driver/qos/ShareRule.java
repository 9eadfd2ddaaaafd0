package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.text.DurationWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@code response} and {@code failures}: at most so large a share of the starts may be late, or fail. With 1,000 samples or more a share is
 * decided by its estimate; where the bounds straddle the limit, a pass is called marginal. With fewer it breaks the rule where even its lower
 * bound is beyond the limit, keeps it where its upper bound is within, and else there are too few to say.
 */
final class ShareRule {
    static final double LATE = 0.01;
    static final double FAILED = 0.005;
    static final long ENOUGH = 1_000;

    private ShareRule() {}

    /** A share that was judged, and by what. */
    private record Judged(RuleOutcome outcome, ShareEstimate estimate) {
        boolean broken() {
            return outcome.status() == Status.FAIL || outcome.status() == Status.INVALID;
        }
    }

    static List<RuleOutcome> responses(List<OperationSample> operations, DriverDelay delay) {
        List<Judged> judged = new ArrayList<>();
        for (JudgedPool pool : JudgedPool.of(operations)) {
            pool.withMembers().forEach(each -> judged.add(response(each, delay)));
        }
        return worstFirst(judged);
    }

    static List<RuleOutcome> failures(List<OperationSample> operations) {
        List<Judged> judged = new ArrayList<>();
        for (JudgedPool pool : JudgedPool.of(operations)) {
            pool.withMembers().forEach(each -> judged.add(failure(each)));
        }
        operations.stream()
                .filter(operation -> operation.kind().longPoll())
                .forEach(poll -> judged.add(failure(JudgedPool.alone(poll))));
        return worstFirst(judged);
    }

    /** Broken ones in front, the surest first: it is named in the headline. */
    private static List<RuleOutcome> worstFirst(List<Judged> judged) {
        return judged.stream()
                .sorted(Comparator.comparingDouble(
                        each -> each.broken() ? -each.estimate().beyondDoubt() - 1 : 0))
                .map(Judged::outcome)
                .toList();
    }

    private static Judged failure(JudgedPool pool) {
        ShareEstimate failed = ShareEstimate.of(pool.sample().failed());
        String cause = failed.bad() == 0 ? "" : pool.sample().causes().ofFailures();
        return new Judged(judge("failures", pool.subject(), failed, FAILED, pool.starts(), "failed" + cause), failed);
    }

    private static Judged response(JudgedPool pool, DriverDelay delay) {
        long limit = pool.sample().limitMillis();
        ShareEstimate late = ShareEstimate.of(pool.sample().late());
        String later =
                pool.pooled() ? "came later than it" : "came later than its limit of " + DurationWords.seconds(limit);
        RuleOutcome outcome = judge(
                "response",
                pool.subject(),
                late,
                LATE,
                pool.starts(),
                later + (late.bad() == 0 ? "" : pool.sample().causes().ofLateness()));
        if (outcome.status() != Status.FAIL) {
            return new Judged(outcome, late);
        }
        ShareEstimate service = ShareEstimate.of(pool.sample().lateService());
        boolean byServer = pool.sample().lateByServer() > LATE * pool.sample().starts();
        return new Judged(standing(outcome, service, byServer, delay, limit), late);
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
            return new RuleOutcome(
                    rule, subject, Status.TOO_FEW, "none", bound, "there were no " + starts + ": too few to say");
        }
        Status status = status(estimate, limit);
        String found = (estimate.bad() == 0 ? "none" : Words.percent(estimate.share())) + " of the "
                + Words.count(estimate.starts()) + " " + starts + " " + bad;
        return new RuleOutcome(
                rule, subject, status, Words.share(estimate), bound, found + told(status, estimate, bound));
    }

    static Status status(ShareEstimate estimate, double limit) {
        if (estimate.starts() >= ENOUGH) {
            boolean within = estimate.share() <= limit;
            return !within ? Status.FAIL : estimate.straddles(limit) ? Status.MARGINAL : Status.PASS;
        }
        return estimate.breaksBeyondDoubt(limit)
                ? Status.FAIL
                : estimate.upper() < limit ? Status.PASS : Status.TOO_FEW;
    }

    /** What the share is held against, and how well it is known. */
    private static String told(Status status, ShareEstimate estimate, String bound) {
        String known =
                switch (status) {
                    case PASS -> "";
                    case TOO_FEW ->
                        "; too few to say: up to " + Words.percent(estimate.upper()) + " with 95 % confidence";
                    case FAIL ->
                        estimate.starts() >= ENOUGH
                                ? "; " + Words.bounds(estimate)
                                : "; at least " + Words.percent(estimate.beyondDoubt()) + " with 99.5 % confidence";
                    default -> "; " + Words.bounds(estimate);
                };
        return " (" + bound + " may" + known + ")";
    }
}
