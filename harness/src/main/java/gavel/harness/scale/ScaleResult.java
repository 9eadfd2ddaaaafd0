package gavel.harness.scale;

import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.SearchSettings;
import gavel.harness.result.Disclosure;
import gavel.harness.result.Result;
import gavel.harness.result.RunInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A scaling curve and everything it rests on: the content of {@code scale.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for; its users are those the data sets were made for
 * @param search of the first number of servers; the others begin higher where there was a hint
 * @param order in which the numbers of servers were searched
 * @param quota of each application server, in cores; 0 where each has a machine to itself
 * @param points by number of servers
 * @param line null with fewer than two points that count
 * @param law null with fewer than four
 * @param predictedSeconds of all searches, before they began
 * @param seconds of all searches, those that did not end included
 * @param remarks what a reader has to know
 * @param disclosure of the largest deployment; null when nothing was measured
 */
public record ScaleResult(
        int schemaVersion,
        RunInfo run,
        SearchSettings search,
        List<Integer> order,
        double quota,
        List<SweepPoint> points,
        ScalingLine line,
        UniversalLaw law,
        double predictedSeconds,
        double seconds,
        List<String> remarks,
        Disclosure disclosure)
        implements Result {
    public static final int SCHEMA_VERSION = 2;

    public ScaleResult {
        order = List.copyOf(order);
        points = List.copyOf(points);
        remarks = List.copyOf(remarks);
    }

    /** What a sweep is, whatever it finds; its parts are those of the result. */
    public record Asked(
            RunInfo run, SearchSettings search, List<Integer> order, double quota, double predictedSeconds) {}

    /** Fits what was measured. */
    public static ScaleResult of(Asked asked, List<SweepPoint> measured, List<String> remarks, Disclosure disclosure) {
        Peak one = measured.stream()
                .filter(point -> point.servers() == 1)
                .map(SweepPoint::peak)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        List<SweepPoint> points =
                measured.stream().map(point -> point.comparedWith(one)).toList();
        List<ScalingPoint> counted = points.stream()
                .filter(SweepPoint::counted)
                .map(SweepPoint::point)
                .toList();
        return new ScaleResult(
                SCHEMA_VERSION,
                asked.run(),
                asked.search(),
                asked.order(),
                asked.quota(),
                points,
                counted.size() < 2
                        ? null
                        : ScalingLine.through(counted, points.getLast().servers()),
                UniversalLaw.through(counted, asked.run().seed()).orElse(null),
                asked.predictedSeconds(),
                points.stream().mapToDouble(SweepPoint::seconds).sum(),
                remarks,
                disclosure);
    }

    /**
     * What a reader has to know: what each search says, and of which numbers of servers where not all say it.
     *
     * @param searches that ended, by their number of servers in ascending order
     */
    public static List<String> remarks(List<SweepPoint> points, Map<Integer, PeakResult> searches) {
        Map<String, List<Integer>> remarked = new LinkedHashMap<>();
        searches.forEach((servers, search) -> search.remarks()
                .forEach(remark ->
                        remarked.computeIfAbsent(remark, _ -> new ArrayList<>()).add(servers)));
        List<String> remarks = new ArrayList<>();
        remarked.forEach((remark, of) -> remarks.add(
                of.size() == searches.size() ? remark : "Application servers " + numbers(of) + ": " + remark));
        if (points.stream()
                        .filter(SweepPoint::counted)
                        .mapToInt(SweepPoint::setUsers)
                        .distinct()
                        .count()
                > 1) {
            remarks.add("Not all points were measured on data sets of one size: a larger --hint makes them so.");
        }
        return remarks;
    }

    private static String numbers(List<Integer> counts) {
        return counts.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Whether every number of servers that was asked for has its search. */
    public boolean complete() {
        return points.stream().noneMatch(point -> point.conclusion() == null);
    }

    /** Whether the lower end of the efficiency's interval is so many percent or more: by the whole percent that every report shows. */
    public Answer atLeast(double percent) {
        if (line == null || line.lower() == null) {
            return Answer.UNKNOWN;
        }
        return Math.round(100 * line.lower()) >= percent ? Answer.YES : Answer.NO;
    }

    /** Those that count towards the slope. */
    public List<SweepPoint> counted() {
        return points.stream().filter(SweepPoint::counted).toList();
    }
}
