package gavel.driver.capacity;

import gavel.driver.api.AgentJson;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.RuleOutcome.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * One row of a table out of a driver's report: {@code TRANSPORT REPORT.json MEBIBYTES}. Exit code 1 when timers were as late as 2 ms or the
 * driver says that its run is not valid.
 */
final class CapacityRow {
    private static final long LATEST_MICROS = 2_000;

    private CapacityRow() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.out.printf(
                    "%6s %-11s %11s %12s %6s %10s %9s %6s %8s %12s  %s%n",
                    "users",
                    "transport",
                    "exchanges/s",
                    "lateness p99",
                    "busy",
                    "run queue",
                    "CPU s/s",
                    "GC",
                    "RSS MiB",
                    "descriptors",
                    "verdict");
            return;
        }
        LoadReport report = AgentJson.MAPPER.readValue(Files.readAllBytes(Path.of(arguments[1])), LoadReport.class);
        double seconds = (report.measuredToMillis() - report.measuredFromMillis()) / 1e3;
        long lateness = report.lateness().percentiles().stream()
                .filter(percentile -> percentile.quantile() == 0.99)
                .mapToLong(Percentile::micros)
                .findFirst()
                .orElse(Long.MAX_VALUE);
        List<String> broken = report.rules().stream()
                .filter(rule -> rule.status() == Status.INVALID || rule.status() == Status.FAIL)
                .map(rule -> rule.status() + " " + rule.rule() + " " + rule.subject() + " " + rule.actual())
                .toList();
        System.out.printf(
                Locale.ROOT,
                "%6d %-11s %11.0f %9.2f ms %4.0f %% %8.2f %% %9.2f %4.1f %% %8s %12d  %s%n",
                report.users(),
                arguments[0],
                report.counters().get("exchanges") / seconds,
                lateness / 1e3,
                100 * report.driver().busyShare(),
                100 * report.driver().runQueueShare(),
                report.driver().cpuSeconds() / seconds,
                100 * report.driver().gcShare(),
                arguments[2],
                report.driver().openDescriptorsMax(),
                broken.isEmpty() ? "valid" : String.join("; ", broken));
        boolean invalid = report.rules().stream().anyMatch(rule -> rule.status() == Status.INVALID);
        System.exit(lateness < LATEST_MICROS && !invalid ? 0 : 1);
    }
}
