package gavel.harness.scale;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Power;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.collect.bottleneck.TierUse;
import gavel.harness.config.Configuration;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Climb;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.Probe;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.SimulatedSearches;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunInfo;
import gavel.harness.setting.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Sweeps over simulated systems, searched by the real search; {@code main} writes the page of one. */
public final class SampleSweeps {
    public static final SearchSettings SEARCH = new SearchSettings(10, 100_000, 0.05, 12, Duration.ofHours(4), 42);

    private SampleSweeps() {}

    /** @param knee of so many servers */
    public static ScaleResult sweep(IntToDoubleFunction knee, long seed) {
        List<SweepPoint> points = new ArrayList<>();
        for (int servers = 1; servers <= 6; servers++) {
            points.add(point(
                    servers, SimulatedSearches.conclusion(knee.applyAsDouble(servers), 10 * seed + servers), 0.5));
        }
        return sweep(points);
    }

    public static ScaleResult sweep(List<SweepPoint> points) {
        return ScaleResult.of(
                new ScaleResult.Asked(run("scale"), SEARCH, List.of(3, 1, 6, 2, 5, 4), 0.1, 9_000),
                points,
                List.of("Driver and application shared cores: the figure is for both together."),
                SampleResults.passed().disclosure());
    }

    /** Up to so many servers that bear 100 users each. */
    public static ScaleResult line(int most) {
        return sweep(IntStream.rangeClosed(1, most)
                .mapToObj(servers -> point(servers, found(100.0 * servers), 0.5))
                .toList());
    }

    public static SweepPoint point(int servers, Conclusion conclusion, double machineBusy) {
        return point(servers, conclusion, machineBusy, "appServers");
    }

    /** @param counted tier whose servers are counted; those that give out are the application servers */
    static SweepPoint point(int servers, Conclusion conclusion, double machineBusy, String counted) {
        return SweepPoint.of(servers, "app-servers-" + servers, peak(conclusion, machineBusy), counted);
    }

    /** A search with one probe below its peak and one above. */
    public static PeakResult peak(Conclusion conclusion, double machineBusy) {
        double middle = conclusion.peak() == null ? 100 : conclusion.peak().middle();
        return new PeakResult(
                PeakResult.SCHEMA_VERSION,
                run("peak"),
                SEARCH,
                conclusion,
                new Climb(Math.max(1, (int) (0.8 * middle)), (int) (1.2 * middle)),
                List.of(
                        finding(1, (int) (0.97 * middle), Probe.Outcome.PASS, machineBusy),
                        finding(2, (int) (1.03 * middle), Probe.Outcome.FAIL, machineBusy)),
                List.of(finding(0, Math.max(1, (int) (0.5 * middle)), Probe.Outcome.PASS, machineBusy)),
                1_500,
                1_320,
                null,
                SampleResults.passed().auditAfter(),
                List.of(),
                SampleResults.passed().disclosure(),
                List.of());
    }

    public static Conclusion found(double users) {
        return new Conclusion(Conclusion.Kind.FOUND, new Peak(0.98 * users, users, 1.02 * users), 0, "");
    }

    private static ProbeResult finding(int number, int users, Probe.Outcome outcome, double machineBusy) {
        Bottleneck bottleneck = new Bottleneck(
                Bottleneck.Kind.QUOTA,
                "appServers",
                "app1",
                "app1 used 96 % of its CPU quota of 0.10 cores.",
                List.of("97 % of the quota used"));
        return new ProbeResult(
                number,
                number == 0 ? Purpose.LEVEL : Purpose.BRACKET,
                new Probe(users, outcome, outcome == Probe.Outcome.PASS ? 0.4 : 2.5),
                "Home late",
                "a headline",
                SampleResults.START.toEpochMilli(),
                180,
                265,
                0.4 * users,
                120.0,
                1_400.0,
                new ProbeResult.Use(
                        0.96,
                        0.7,
                        machineBusy,
                        2.5,
                        0.2,
                        112,
                        0.7,
                        bottleneck,
                        Power.NONE,
                        List.of(
                                new TierUse("appServers", 1, 0.09 * users, 0.96, 0.05, 2.5, 400 << 20, 0),
                                new TierUse("relational", 1, 0.05 * users, 0.02, 0.02, 1.1, 200 << 20, 0),
                                new TierUse("others", 0, 9, 0.02, 0.02, 0.2, 0, 0))));
    }

    private static RunInfo run(String kind) {
        return new RunInfo(
                "20260314-092653-small",
                "small",
                "gavel " + kind + " --app-servers 1..6 --set appServers.cpu=0.1",
                SampleResults.START,
                SampleResults.START.plusSeconds(9_300),
                1_500,
                "liveauction",
                "standard",
                "real",
                Phases.STANDARD,
                42);
    }

    public static void main(String[] arguments) throws IOException {
        List<SweepPoint> points = new ArrayList<>(
                sweep(n -> 46.0 * n / (1 + 0.02 * (n - 1)), 4).points().subList(0, 5));
        points.add(point(6, found(236), 0.91));
        new ScaleKind().write(sweep(points), Files.createDirectories(Path.of(arguments[0])));
    }

    /** The same sweep, as if it were of this configuration. */
    public static ScaleResult of(Configuration configuration, ScaleResult sweep) {
        Disclosure told = RecordCopy.with(sweep.disclosure(), "configuration", RecordWriter.write(configuration));
        return RecordCopy.with(sweep, "disclosure", told);
    }
}
