package gavel.harness.compare;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Efficiency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What several searches of one configuration say of the peak of their platform, and not only of their own half hours. Pure. */
public final class PlatformPeak {
    private PlatformPeak() {}

    /**
     * An invalid search says nothing; one that found a bound only would be missing on its side of the mean.
     *
     * @param id of the result
     * @param results one at least
     */
    public static PlatformResult of(String id, List<PeakResult> results) {
        List<Conclusion> valid = results.stream()
                .map(PeakResult::conclusion)
                .filter(conclusion -> conclusion.kind() != Conclusion.Kind.INVALID)
                .toList();
        List<Peak> found = valid.stream()
                .filter(conclusion -> conclusion.kind() == Conclusion.Kind.FOUND)
                .map(Conclusion::peak)
                .toList();
        int bounds = valid.size() - found.size();
        String reason = bounds > 0
                ? bounds + " of " + results.size() + " searches found a bound and no peak"
                : "it takes two searches with a peak, three or more for an interval that is of use, and there is "
                        + (found.isEmpty() ? "none" : "one");
        GroupEstimate estimate = bounds == 0 && found.size() > 1
                ? GroupEstimate.of(found.stream()
                        .map(peak -> Measurement.of(peak.lower(), peak.middle(), peak.upper()))
                        .toList())
                : null;
        RunInfo run = run(id, results);
        return new PlatformResult(
                PlatformResult.SCHEMA_VERSION,
                run,
                results.stream()
                        .map(result -> new PlatformResult.Search(
                                result.run().id(), result.run().startedAt(), result.conclusion()))
                        .toList(),
                estimate == null ? null : new Peak(estimate.lower(), estimate.value(), estimate.upper()),
                estimate == null ? 0 : estimate.between(),
                estimate == null ? reason : "",
                Duration.between(run.startedAt(), run.finishedAt()).toSeconds(),
                results.getLast().disclosure(),
                estimate == null
                        ? List.of()
                        : efficiency(results.stream()
                                .filter(result -> result.conclusion().kind() == Conclusion.Kind.FOUND)
                                .map(PeakResult::efficiency)
                                .toList()));
    }

    /** Of what every search knows: each ratio is one measurement, so that the scatter between searches is in the interval. */
    private static List<Efficiency> efficiency(List<List<Efficiency>> searches) {
        List<Efficiency> together = new ArrayList<>();
        for (Efficiency first : searches.getFirst()) {
            List<Efficiency> alike = searches.stream()
                    .flatMap(List::stream)
                    .filter(each ->
                            each.unit().equals(first.unit()) && each.covers().equals(first.covers()))
                    .toList();
            if (alike.size() == searches.size()) {
                GroupEstimate estimate = GroupEstimate.of(alike.stream()
                        .map(each -> Measurement.of(each.lower(), each.middle(), each.upper()))
                        .toList());
                together.add(new Efficiency(
                        first.unit(),
                        alike.stream().mapToDouble(Efficiency::amount).average().orElseThrow(),
                        estimate.lower(),
                        estimate.value(),
                        estimate.upper(),
                        first.covers()));
            }
        }
        return together;
    }

    private static RunInfo run(String id, List<PeakResult> results) {
        RunInfo first = results.getFirst().run();
        RunInfo last = results.getLast().run();
        return new RunInfo(
                id,
                first.name(),
                first.command(),
                first.startedAt(),
                last.finishedAt(),
                last.users(),
                first.profile(),
                first.length(),
                first.services(),
                first.phases(),
                first.seed());
    }
}
