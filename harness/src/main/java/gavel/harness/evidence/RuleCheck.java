package gavel.harness.evidence;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.result.Figures;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds what the driver's rules say against the counts they judge: the figure each shows, and which answers it leaves open. With fewer than
 * 1,000 samples the answer rests on how they are spread over the measurement too, which the result does not tell; then only what no spread
 * allows is a contradiction. Pure.
 */
final class RuleCheck {
    private static final String RESPONSE = "response";
    private static final String FAILURES = "failures";
    private static final String NEWS = "news";
    private static final String MIX = "mix";
    private static final String RATE = "rate";

    /** The most that may be late or fail, as the rules of the driver say (docs/reference/rules.md). */
    private static final Map<String, Double> MOST = Map.of(RESPONSE, 0.01, FAILURES, 0.005, NEWS, 0.01);

    private static final long ENOUGH = 1_000;
    /** What is no number, or too large for one, is not read as one. */
    private static final String PERCENTAGE = "([0-9]{1,12}(?:\\.[0-9]{1,12})?)";

    private static final Pattern SHARE = Pattern.compile(PERCENTAGE + " % of ([0-9]{1,3}(?:,[0-9]{3}){0,5})");
    private static final Pattern POOL = Pattern.compile(PERCENTAGE + " s pool");
    private static final Pattern PERCENT = Pattern.compile(PERCENTAGE + " %");
    /** Half of the last digit that a percentage shows, and a little. */
    private static final double SHOWN = 0.00501;

    private static final Map<String, ToDoubleFunction<DriverHealth>> HEALTH = Map.of(
            "driverBusy", DriverHealth::busyShare,
            "driverSteal", DriverHealth::cpuStealShare,
            "driverCollections", DriverHealth::gcShare,
            "runQueue", DriverHealth::runQueueShare);

    private final LoadReport load;
    private final Findings findings;

    RuleCheck(LoadReport load, Findings findings) {
        this.load = load;
        this.findings = findings;
    }

    void check() {
        Set<String> judged = new HashSet<>();
        for (RuleOutcome rule : load.rules()) {
            findings.that(judged.add(rule.rule() + " " + rule.subject()), where(rule), "it stands there twice");
            switch (rule.rule()) {
                case RESPONSE -> share(rule, operations(rule), OperationReport::late);
                case FAILURES -> share(rule, operations(rule), OperationReport::failed);
                case NEWS -> news(rule);
                case MIX -> mix(rule);
                case RATE -> rate(rule);
                default -> health(rule);
            }
        }
        if (load.operations().stream().anyMatch(operation -> operation.succeeded() > 0)) {
            complete(judged);
        }
    }

    /** A session was served, so everything that was started is judged. */
    private void complete(Set<String> judged) {
        for (OperationReport operation : load.operations()) {
            if (operation.starts() > 0) {
                judged(judged, FAILURES, operation.name());
                if (!Figures.held(operation.name())) {
                    judged(judged, RESPONSE, operation.name());
                }
            }
        }
        load.mix().forEach(share -> judged(judged, MIX, share.operation()));
        judged(judged, RATE, "main starts");
        judged(judged, RATE, "long polls");
        judged(judged, NEWS, "accepted bids seen by followers");
    }

    private void judged(Set<String> judged, String rule, String subject) {
        findings.that(
                judged.contains(rule + " " + subject),
                LoadCheck.where("rules"),
                "the rule " + rule + " was not judged for " + subject);
    }

    private static String where(RuleOutcome rule) {
        return LoadCheck.where("rules." + rule.rule() + " " + rule.subject()).strip();
    }

    /** The operation, or those of one limit with too few samples each. */
    private List<OperationReport> operations(RuleOutcome rule) {
        Matcher pool = POOL.matcher(rule.subject());
        if (!pool.matches()) {
            return load.operations().stream()
                    .filter(operation -> operation.name().equals(rule.subject()))
                    .toList();
        }
        long limit = new BigDecimal(pool.group(1)).movePointRight(3).longValue();
        return load.operations().stream()
                .filter(operation -> operation.limitMillis() == limit && operation.starts() < ENOUGH)
                .filter(operation -> !Figures.held(operation.name()))
                .toList();
    }

    private void share(RuleOutcome rule, List<OperationReport> operations, ToLongFunction<OperationReport> bad) {
        findings.that(!operations.isEmpty(), where(rule), "no operation is called so");
        share(
                rule,
                operations.stream().mapToLong(OperationReport::starts).sum(),
                operations.stream().mapToLong(bad).sum());
    }

    private void news(RuleOutcome rule) {
        if (load.news() != null) {
            share(rule, load.news().pairs(), load.news().late());
        }
    }

    private void share(RuleOutcome rule, long of, long bad) {
        double most = MOST.get(rule.rule());
        findings.same(
                rule.bound(),
                "at most "
                        + BigDecimal.valueOf(most)
                                .movePointRight(2)
                                .stripTrailingZeros()
                                .toPlainString() + " %",
                where(rule),
                "its bound");
        Matcher shown = SHARE.matcher(rule.actual());
        if (of == 0 || !shown.matches()) {
            findings.that(of == 0 && rule.actual().equals("none"), where(rule), "it shows no share: " + rule.actual());
            return;
        }
        double share = (double) bad / of;
        findings.that(
                Long.parseLong(shown.group(2).replace(",", "")) == of
                        && Math.abs(Double.parseDouble(shown.group(1)) - 100 * share) <= SHOWN,
                where(rule),
                String.format(Locale.ROOT, "its counts say %.2f %% of %,d: %s", 100 * share, of, rule.actual()));
        findings.that(
                possible(of, share, most).contains(rule.status()),
                where(rule),
                String.format(Locale.ROOT, "%.2f %% of %,d starts cannot be %s", 100 * share, of, rule.status()));
        findings.that(
                rule.status() != Status.INFO || serverBroke(),
                where(rule),
                "it was not judged, and no other rule decided the run");
    }

    private static Set<Status> possible(long of, double share, double most) {
        Set<Status> broken = EnumSet.of(Status.FAIL, Status.INVALID, Status.INFO);
        Set<Status> kept = EnumSet.of(Status.PASS, Status.MARGINAL);
        if (of >= ENOUGH) {
            return share > most ? broken : kept;
        }
        Set<Status> few = EnumSet.of(Status.TOO_FEW);
        few.addAll(share > most ? broken : kept);
        return few;
    }

    private boolean serverBroke() {
        return load.rules().stream()
                .anyMatch(rule -> rule.status() == Status.FAIL
                        && (rule.rule().equals(RESPONSE) || rule.rule().equals(FAILURES)));
    }

    private void mix(RuleOutcome rule) {
        List<MixShare> shares = load.mix().stream()
                .filter(share -> share.operation().equals(rule.subject()))
                .toList();
        findings.that(shares.size() == 1, where(rule), "the mix has no such operation");
        shares.forEach(share -> percent(rule, share.actual()));
    }

    private void rate(RuleOutcome rule) {
        LoadReport.Rate rate = load.rate();
        if (rate == null) {
            return;
        }
        if (rule.subject().equals("main starts") && rate.expectedMainStarts() > 0) {
            double share = rate.mainStarts() / rate.expectedMainStarts();
            percent(rule, share);
        } else if (rule.subject().equals("long polls") && rate.followerAttendedSeconds() > 0) {
            double idle = Math.max(0, rate.followerAttendedSeconds() - rate.followerPolledSeconds());
            percent(rule, 1 - idle / rate.followerAttendedSeconds());
        }
    }

    /** Of a single driver; of several each has its own. */
    private void health(RuleOutcome rule) {
        ToDoubleFunction<DriverHealth> share = HEALTH.get(rule.rule());
        if (share != null && load.drivers().size() == 1 && load.driver() != null) {
            percent(rule, share.applyAsDouble(load.driver()));
        }
    }

    private void percent(RuleOutcome rule, double share) {
        Matcher shown = PERCENT.matcher(rule.actual());
        findings.that(
                shown.find() && Math.abs(Double.parseDouble(shown.group(1)) - 100 * share) <= SHOWN,
                where(rule),
                String.format(Locale.ROOT, "its figures say %.2f %%: %s", 100 * share, rule.actual()));
    }
}
