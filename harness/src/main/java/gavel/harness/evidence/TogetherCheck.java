package gavel.harness.evidence;

import gavel.harness.compare.ConfigurationDifferences;
import gavel.harness.compare.PlatformPeak;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.result.Disclosure;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RunInfo;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes what several searches come to together again from their results: a platform's peak, and a scaling curve. */
public final class TogetherCheck {
    private static final String FILE = "peak.json";
    private static final String CLUSTER = "platform: kubernetes";

    private final Examined examined;
    private final Findings findings;

    public TogetherCheck(Examined examined, Findings findings) {
        this.examined = examined;
        this.findings = findings;
    }

    /** The searches are beside it. */
    public void platform(PlatformResult result) {
        List<PeakResult> searches = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (PlatformResult.Search search : result.searches()) {
            findings.that(names.add(search.result()), "searches", search.result() + " counts twice");
            Path beside = examined.directory().toAbsolutePath().resolveSibling(search.result());
            search(beside, search.result()).ifPresent(searches::add);
        }
        if (searches.size() < result.searches().size() || searches.isEmpty()) {
            return;
        }
        PlatformResult made = PlatformPeak.of(result.run().id(), searches);
        findings.same(result.searches(), made.searches(), "searches", "those beside it");
        findings.same(result.peak(), made.peak(), "peak", "what the searches come to");
        findings.same(result.scatter(), made.scatter(), 1e-9, "scatter", "what the searches come to");
        findings.same(result.efficiency(), made.efficiency(), "efficiency", "what the searches come to");
        findings.same(result.run(), made.run(), "run", "what the searches say");
        findings.same(result.seconds(), made.seconds(), 1e-9, "seconds", "what the searches took");
        findings.that(
                Objects.equals(result.disclosure(), made.disclosure()),
                "disclosure",
                "it is not what the last search discloses");
        if (examined.sameProgram()) {
            findings.same(result.reason(), made.reason(), "reason", "what the searches come to");
        }
        alike(searches);
    }

    /** One command made all of them. Those of several platforms say nothing of any. */
    private void alike(List<PeakResult> searches) {
        Disclosure first = searches.getFirst().disclosure();
        for (PeakResult search : searches) {
            Disclosure other = search.disclosure();
            if (first == null || other == null) {
                continue;
            }
            String which = search.run().id() + " was made ";
            Map<String, String> differing = ProbeCheck.otherSettings(first, other);
            findings.that(
                    differing.isEmpty(), "searches", which + "with other settings than the first search: " + differing);
            // A cluster may choose other nodes for each.
            boolean chosen = first.configuration().contains(CLUSTER);
            findings.that(
                    chosen || processors(other).equals(processors(first)),
                    "searches",
                    which + "on other machines than the first search: " + processors(other));
        }
    }

    private static List<String> processors(Disclosure disclosure) {
        return disclosure.machines().stream()
                .map(host -> host.name() + ", " + host.cores() + " × " + host.cpu())
                .toList();
    }

    /**
     * The searches are below it.
     *
     * @param appServerTier as results name it
     */
    public void sweep(ScaleResult result, String appServerTier) {
        List<SweepPoint> points = new ArrayList<>();
        SortedMap<Integer, PeakResult> searches = new TreeMap<>();
        for (SweepPoint point : result.points()) {
            if (point.directory().isEmpty()) {
                points.add(point);
            } else {
                Optional<PeakResult> search =
                        search(examined.directory().resolve(point.directory()), point.directory());
                if (search.isEmpty()) {
                    return;
                }
                points.add(SweepPoint.of(point.servers(), point.directory(), search.get(), appServerTier));
                searches.put(point.servers(), search.get());
                servers(point, search.get().disclosure());
            }
        }
        ScaleResult made = ScaleResult.of(
                new ScaleResult.Asked(
                        result.run(), result.search(), result.order(), result.quota(), result.predictedSeconds()),
                points,
                result.remarks(),
                result.disclosure());
        findings.same(result.points(), made.points(), "points", "what the searches come to");
        findings.same(result.line(), made.line(), "line", "the line through the points");
        findings.same(result.law(), made.law(), "law", "the law through the points");
        findings.same(result.seconds(), made.seconds(), 1e-9, "seconds", "what the searches took");
        if (!searches.isEmpty()) {
            asked(result, searches);
        }
        if (examined.sameProgram()) {
            findings.same(
                    result.remarks(), ScaleResult.remarks(points, searches), "remarks", "what the searches remark");
        }
    }

    /** A point is of as many servers as its search had. */
    private void servers(SweepPoint point, Disclosure disclosure) {
        if (disclosure != null) {
            String count = value(disclosure, "appServers.count").orElse("unknown");
            findings.that(
                    count.equals(Integer.toString(point.servers())),
                    point.directory(),
                    "it is shown as of " + point.servers() + " application servers, and had " + count);
        }
    }

    /** What was asked for is what the searches were asked for, and what is disclosed is that of most servers. */
    private void asked(ScaleResult result, SortedMap<Integer, PeakResult> searches) {
        Disclosure last = searches.get(searches.lastKey()).disclosure();
        findings.that(
                Objects.equals(result.disclosure(), last),
                "disclosure",
                "it is not what the search of most servers discloses");
        findings.same(
                asked(result.run()),
                asked(searches.get(searches.firstKey()).run()),
                "run",
                "what the searches were asked for");
        if (last != null && examined.sameProgram()) {
            double quota = value(last, "appServers.cpu")
                    .or(() -> value(last, "hosts.appServers.cpu"))
                    .filter(cpu -> cpu.matches("[0-9.]{1,20}"))
                    .map(Double::parseDouble)
                    .orElse(0.0);
            findings.same(result.quota(), quota, 1e-9, "quota", "the cores of each application server");
        }
    }

    private static List<Object> asked(RunInfo run) {
        return Arrays.asList(run.name(), run.profile(), run.length(), run.services(), run.phases(), run.seed());
    }

    /** Empty also where it is no configuration, which the check of the search says. */
    private static Optional<String> value(Disclosure disclosure, String path) {
        try {
            return ConfigurationDifferences.value(disclosure.configuration(), path);
        } catch (ConfigurationException unreadable) {
            return Optional.empty();
        }
    }

    private Optional<PeakResult> search(Path directory, String where) {
        if (!where.matches("[\\w.-]*\\w[\\w.-]*")) {
            findings.contradiction("", "a search has no such name: " + where);
            return Optional.empty();
        }
        try {
            return Optional.of(JsonFile.read(directory.resolve(FILE), PeakResult.class));
        } catch (IOException absent) {
            findings.missing(where, "the search cannot be read: " + absent.getMessage());
            return Optional.empty();
        }
    }
}
