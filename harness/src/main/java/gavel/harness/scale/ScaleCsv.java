package gavel.harness.scale;

import static java.util.Locale.ROOT;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.result.Csv;

/** A sweep as a table for spreadsheets: a row for each number of servers. Pure. */
public final class ScaleCsv {
    private ScaleCsv() {}

    public static String of(ScaleResult result) {
        StringBuilder csv = new StringBuilder(
                "servers,outcome,lower,peak,upper,fitted,ofLinear,quotaUsed,throttledShare,machineBusy,cpuSecondsPer1000,bottleneck,bottleneckTier,counted,excluded,probes,seconds,setUsers\n");
        for (SweepPoint point : result.points()) {
            Peak peak = point.peak();
            Conclusion conclusion = point.conclusion();
            boolean used = point.use() != null;
            csv.append(Csv.line(
                    point.servers(),
                    conclusion == null ? "MISSING" : conclusion.kind(),
                    peak == null ? null : decimal(peak.lower()),
                    peak == null ? null : decimal(peak.middle()),
                    peak == null ? null : decimal(peak.upper()),
                    result.line() == null
                            ? null
                            : decimal(result.line()
                                    .curve()
                                    .get(point.servers() - 1)
                                    .users()),
                    point.ofLinear() == null ? null : digits(point.ofLinear()),
                    used ? digits(point.use().quotaUsed()) : null,
                    used ? digits(point.use().throttledShare()) : null,
                    used ? digits(point.use().machineBusy()) : null,
                    used ? digits(point.use().cpuSecondsPer1000()) : null,
                    used ? point.use().bottleneck().kind() : null,
                    used ? point.use().bottleneck().tier() : null,
                    point.counted(),
                    point.excluded(),
                    point.measured(),
                    decimal(point.seconds()),
                    point.setUsers()));
        }
        return csv.toString();
    }

    private static String decimal(double value) {
        return String.format(ROOT, "%.1f", value);
    }

    private static String digits(double value) {
        return String.format(ROOT, "%.4f", value);
    }
}
