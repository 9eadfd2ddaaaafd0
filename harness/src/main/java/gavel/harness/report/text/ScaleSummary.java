package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.collect.TierNames;
import gavel.harness.peak.Peak;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.ScalingLine;
import gavel.harness.scale.SweepPoint;
import gavel.harness.scale.UniversalLaw;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A scaling curve in words: pure. */
public final class ScaleSummary {
    private ScaleSummary() {}

    /** A few words for a stamp; a percentage by itself only where it has an interval. */
    public static String briefly(ScaleResult result) {
        if (!result.complete()) {
            return "not complete";
        }
        ScalingLine line = result.line();
        if (line == null) {
            return "no slope";
        }
        return "each server "
                + adds(line)
                + (line.hasShare()
                        ? percent(Math.abs(line.efficiency()))
                        : Words.users(Math.abs(line.slope())) + " users")
                + (line.lower() == null
                        ? ", no interval"
                        : result.counted().getFirst().servers() == 1 ? "" : ", extrapolated");
    }

    /** A pass only for an answer with its interval; what is not complete is none yet. */
    public static String tone(ScaleResult result) {
        if (result.line() == null || !result.complete()) {
            return "invalid";
        }
        return result.line().lower() == null ? "info" : "pass";
    }

    /** The first sentences of every report. */
    public static String sentence(ScaleResult result) {
        String slope = result.line() == null ? noSlope(result) : slope(result);
        if (result.complete()) {
            return slope;
        }
        long ended = result.points().stream()
                .filter(point -> point.conclusion() != null)
                .count();
        return "The sweep is not complete: " + ended + " of " + result.points().size() + " searches ended. " + slope;
    }

    private static String noSlope(ScaleResult result) {
        List<SweepPoint> counted = result.counted();
        String which = counted.isEmpty()
                ? "no point counts"
                : "only the point with " + Words.plural(counted.getFirst().servers(), "server") + " counts";
        return "There is no slope: of " + Words.plural(result.points().size(), "number") + " of application servers "
                + which + ".";
    }

    private static String slope(ScaleResult result) {
        SweepPoint first = result.counted().getFirst();
        SweepPoint last = result.counted().getLast();
        ScalingLine line = result.line();
        String ofWhat = first.servers() == 1
                ? "what the first one carries"
                : "what one would carry by the line (extrapolated: no point with 1 server counts)";
        return "From " + first.servers() + " to " + last.servers() + " application servers the peak "
                + course(
                        Words.users(first.peak().middle()),
                        Words.users(last.peak().middle()),
                        first,
                        last)
                + " users: each further server " + adds(line)
                + (line.hasShare()
                        ? percent(Math.abs(line.efficiency())) + " of " + ofWhat
                        : Words.users(Math.abs(line.slope()))
                                + " users, which is no share of one server's, as that would carry none by the line")
                + interval(line) + ".";
    }

    private static String adds(ScalingLine line) {
        return (line.hasShare() ? line.efficiency() : line.slope()) < 0 ? "takes away " : "adds ";
    }

    /** By the numbers as printed, so that nothing grows from 400 to 400. */
    private static String course(String from, String to, SweepPoint first, SweepPoint last) {
        if (from.equals(to)) {
            return "stays at " + to;
        }
        boolean grows = last.peak().middle() > first.peak().middle();
        return (grows ? "grows from " : "falls from ") + from + " to " + to;
    }

    private static String interval(ScalingLine line) {
        if (line.lower() != null) {
            return String.format(
                    ROOT,
                    "; with 90 %% confidence, by the searches of this sweep, %s%.0f to %.0f %%",
                    line.efficiency() < 0 ? "it adds " : "",
                    100 * line.lower(),
                    100 * line.upper());
        }
        return "; " + whyNoInterval(line) + ", so it is not known how sure that is";
    }

    /** For a line without one. */
    public static String whyNoInterval(ScalingLine line) {
        return line.points() <= 2 ? "two points have no interval" : "the points say too little for an interval";
    }

    private static String percent(double share) {
        return String.format(ROOT, "%.0f %%", 100 * share);
    }

    /** Users of a point with its interval, or why there are none. */
    public static String users(SweepPoint point) {
        Peak peak = point.peak();
        return peak == null ? "–" : Words.users(peak.middle()) + " (" + Words.interval(peak) + ")";
    }

    /** @param page null when there is none */
    public static List<String> lines(ScaleResult result, Path page) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(result));
        lines.add("");
        lines.add(String.format(
                ROOT,
                "  %7s %26s %9s %9s %7s %8s %7s  %s",
                "servers",
                "peak (of its search)",
                "fitted",
                "of n·N(1)",
                "quota",
                "machine",
                "CPU/op",
                "bottleneck"));
        result.points().forEach(point -> lines.add(line(result, point)));
        lines.add("");
        if (result.law() != null) {
            lines.add("USL         " + law(result.law()));
        }
        lines.add(String.format(
                ROOT,
                "Time        %s, predicted: %s",
                Words.time(result.seconds()),
                Words.time(result.predictedSeconds())));
        result.remarks().forEach(remark -> lines.add("Note        " + remark));
        if (page != null) {
            lines.add("Report      " + page);
        }
        return lines;
    }

    private static String line(ScaleResult result, SweepPoint point) {
        boolean used = point.use() != null;
        String line = String.format(
                ROOT,
                "  %7d %26s %9s %9s %7s %8s %7s  %s",
                point.servers(),
                users(point),
                fitted(result, point),
                point.ofLinear() == null ? "–" : Words.decimal(point.ofLinear(), 2),
                used ? Words.percent(point.use().quotaUsed()) : "–",
                used ? Words.percent(point.use().machineBusy()) : "–",
                price(point, " ms"),
                bottleneck(point));
        return point.counted() ? line : line + "  (does not count: " + point.excluded() + ")";
    }

    /** CPU seconds of the application servers for 1,000 operations, which are milliseconds for one; a dash where it is not known. */
    public static String price(SweepPoint point, String unit) {
        return point.use() == null || point.use().cpuSecondsPer1000() <= 0
                ? "–"
                : Words.decimal(point.use().cpuSecondsPer1000(), 2) + unit;
    }

    /** Users of the line there; a dash without one. */
    public static String fitted(ScaleResult result, SweepPoint point) {
        return result.line() == null
                ? "–"
                : Words.users(result.line().curve().get(point.servers() - 1).users());
    }

    public static String bottleneck(SweepPoint point) {
        return point.use() == null
                ? "–"
                : (Words.spaced(point.use().bottleneck().kind().name().replace('_', ' ')) + " "
                                + TierNames.words(point.use().bottleneck().tier()))
                        .strip();
    }

    /** The Universal Scalability Law's parameters, which are nothing without their intervals. */
    public static String law(UniversalLaw law) {
        return String.format(
                ROOT,
                "one server %,.1f users (%,.1f to %,.1f), contention %.1f %% (%.1f to %.1f), coherency %.2f %% (%.2f to %.2f)",
                law.single().middle(),
                law.single().lower(),
                law.single().upper(),
                100 * law.contention().middle(),
                100 * law.contention().lower(),
                100 * law.contention().upper(),
                100 * law.coherency().middle(),
                100 * law.coherency().lower(),
                100 * law.coherency().upper());
    }
}
