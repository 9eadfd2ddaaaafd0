package gavel.driver.command;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report as a table for the terminal, and the exit code it comes to. */
final class Summary {
    private static final String ROW = "%-18s %7s %5s %6s %9s %9s %9s %9s%n";

    private static final int FAILURES = 3;

    private Summary() {}

    /** INVALID comes before FAIL: an invalid run has no headline. */
    static int exitCode(LoadReport report) {
        if (has(report, Status.INVALID)) {
            return DriverCommand.INVALID;
        }
        return has(report, Status.FAIL) ? DriverCommand.FAIL : DriverCommand.PASS;
    }

    static String of(LoadReport report) {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(Locale.ROOT, ROW, "operation", "starts", "late", "failed", "p50", "p90", "p99", "max"));
        for (OperationReport operation : report.operations()) {
            text.append(String.format(
                    Locale.ROOT,
                    ROW,
                    operation.name(),
                    operation.starts(),
                    operation.late(),
                    operation.failed(),
                    at(operation.response(), 0.5),
                    at(operation.response(), 0.9),
                    at(operation.response(), 0.99),
                    max(operation.response())));
        }
        for (RuleOutcome rule : report.rules()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-9s %-10s %-18s %s (%s)%n",
                    rule.status(),
                    rule.rule(),
                    rule.subject(),
                    rule.actual(),
                    rule.bound()));
        }
        if (decidedByFailures(report)) {
            report.firstFailures().stream()
                    .map(each -> "%s: %s, %s (%s)"
                            .formatted(each.operation(), each.failure(), each.detail(), each.request()))
                    .distinct()
                    .limit(FAILURES)
                    .forEach(each -> text.append("failure   ").append(each).append(System.lineSeparator()));
        }
        return text.append(verdict(report)).toString();
    }

    private static boolean decidedByFailures(LoadReport report) {
        return report.rules().stream()
                .anyMatch(rule -> rule.rule().equals("failures") && rule.status() == Status.FAIL
                        || rule.rule().equals("service"));
    }

    private static String verdict(LoadReport report) {
        return switch (exitCode(report)) {
            case DriverCommand.INVALID -> "INVALID: " + reasons(report, Status.INVALID);
            case DriverCommand.FAIL -> "FAIL: " + reasons(report, Status.FAIL);
            default -> "PASS with " + load(report) + tooFew(report);
        };
    }

    private static String tooFew(LoadReport report) {
        long few = report.rules().stream()
                .filter(rule -> rule.status() == Status.TOO_FEW)
                .count();
        long judged = report.rules().stream()
                .filter(rule -> rule.status() != Status.INFO)
                .count();
        return few == 0 ? "" : "; " + few + " of " + judged + " rules had too few samples to say";
    }

    private static String load(LoadReport report) {
        String load = report.shape().words(report.users());
        double seconds = (report.measuredToMillis() - report.measuredFromMillis()) / 1e3;
        return report.shape().arrivals() == null
                ? load
                : String.format(
                        Locale.ROOT,
                        "%s, %.1f users on average",
                        load,
                        report.rate().userSeconds() / seconds);
    }

    private static boolean has(LoadReport report, Status status) {
        return report.rules().stream().anyMatch(rule -> rule.status() == status);
    }

    /** All of them: the first is not always the one that weighs most. */
    private static String reasons(LoadReport report, Status status) {
        return report.rules().stream()
                .filter(rule -> rule.status() == status)
                .map(RuleOutcome::message)
                .distinct()
                .collect(Collectors.joining("\n  also: "));
    }

    private static String max(Latency latency) {
        return latency.count() == 0 ? "-" : Progress.millis(latency.maxMicros());
    }

    /** A dash where so few samples do not tell it. */
    private static String at(Latency latency, double quantile) {
        return latency.percentiles().stream()
                .filter(percentile -> percentile.quantile() == quantile)
                .findFirst()
                .map(Percentile::micros)
                .map(Progress::millis)
                .orElse("-");
    }
}
