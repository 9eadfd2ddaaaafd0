package gavel.harness.compare;

import static gavel.harness.compare.ComparedResult.Speed.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.kind.PeakKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.result.Disclosure;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeakComparisonTest {
    private static final String TEXT = "liveauction SHA-256 " + "a1".repeat(32);
    private static final String EDITED = "liveauction SHA-256 " + "b2".repeat(32);

    @Test
    void peaksOfTwoReleasesAreComparedWithAWarning() {
        Comparison comparison = compare(released("1.0", TEXT), released("1.1", TEXT));

        assertThat(comparison.refusals()).isEmpty();
        assertThat(comparison.warnings()).contains("gavel differs: 1.0 / 1.1");
    }

    @Test
    void aProfileThatWasEditedWithoutANewVersionIsAnother() {
        assertThat(compare(released("1.0", TEXT), released("1.0", EDITED)).refusals())
                .containsExactly(
                        "profile differs: liveauction SHA-256 a1a1a1a1a1a1… / liveauction SHA-256 b2b2b2b2b2b2…");
    }

    @Test
    void aProfileWithoutItsHashIsKnownToBeEqualToNone() {
        assertThat(compare(released("1.0", "liveauction of Gavel 1.0"), released("1.0", TEXT))
                        .refusals())
                .singleElement()
                .asString()
                .startsWith("profile differs: liveauction of Gavel 1.0 (no hash in ");
    }

    @Test
    void durabilityQuotasAndUsersOfTheDataSetAreToldWhereTheyDiffer() {
        ComparedResult one =
                new PeakKind().compared(peak(disclosed("1.0", TEXT), "appServers: {cpu: 0.1}", "fsync on", "500"));
        ComparedResult two =
                new PeakKind().compared(peak(disclosed("1.0", TEXT), "appServers: {cpu: 0.2}", "fsync off", "2000"));

        assertThat(compare(one, two).warnings())
                .contains(
                        "durability of relational differs: fsync on / fsync off",
                        "CPU quota differs: appServers.cpu=0.1 / appServers.cpu=0.2",
                        "number of users of the data set differs: 500 / 2000",
                        "the users of a data set also size heaps and caches: searches with the same --hint begin with"
                                + " the same data set");
    }

    @Test
    void dataThatEarlierLoadsHaveUsedAreTold() {
        ComparedResult reset = new PeakKind()
                .compared(with(SampleSweeps.peak(SampleSweeps.found(1_000), 0.5), disclosed("1.0", TEXT)));
        ComparedResult kept = new PeakKind()
                .compared(with(
                        SampleSweeps.peak(SampleSweeps.found(1_000), 0.5),
                        disclosed("1.0", TEXT).withKeptData()));

        assertThat(compare(reset, kept).warnings())
                .contains("data kept without a reset differs: none / yes (--keep-data)");
        assertThat(compare(kept, kept).warnings()).noneMatch(warning -> warning.contains("reset"));
    }

    @Test
    void theIntervalOfASingleSearchIsToldToHoldOneDeploymentOnly() {
        assertThat(compare(peak("one", 1_000), peak("two", 1_100)).warnings())
                .satisfiesExactly(
                        interval -> assertThat(interval)
                                .startsWith("the interval of a single search (A, B) is that of its half hour: "),
                        neither -> assertThat(neither)
                                .startsWith(
                                        "two single results do not say which side is larger: repeat each (gavel peak"
                                                + " --repeat 5)")
                                .endsWith("4 beyond the first of each group are needed, there are 0"));
    }

    @Test
    void twoSingleSearchesTellNoDifferenceHoweverFarApart() {
        assertThat(compare(peak("one", 1_000), peak("two", 2_000)).lines().getLast())
                .isEqualTo(
                        "  peak users                        1,000.0      2,000.0   not known from single searches (+100.0 %)");
    }

    @Test
    void twoSingleSearchesAreComparedByTheScatterThatEarlierOnesOfTheMachineHave() {
        // ln 1.1 = 9.53 % lie between neighbours: the deviation of 100, 110, 121, … five of them is 15.07 %.
        History history = new History(Stream.of(1_000.0, 1_100.0, 1_210.0, 1_331.0, 1_464.1)
                .map(users -> peak("earlier " + users, users))
                .toList());

        Comparison comparison =
                Comparison.of(List.of(List.of(peak("one", 1_000)), List.of(peak("two", 1_200))), false, history);

        assertThat(comparison.lines().getLast()).contains("no difference (-23.8 to +89.0 %)");
        assertThat(comparison.warnings())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("earlier equal results of this machine differ by 15.1 % (deviation of peaks; 5 results");
    }

    @Test
    void repeatsOfOneThingAloneGiveTheIntervalOfItsPlatform() {
        Comparison comparison = Comparison.of(
                List.of(List.of(peak("one", 1_000), peak("two", 1_100), peak("three", 1_210))), false, History.NONE);

        assertThat(comparison.warnings()).isEmpty();
        // 2.920 · 9.53 % / sqrt(3) = 16.07 %; their own errors of 1.2 % explain a little of the distance.
        assertThat(comparison.lines().getLast())
                .isEqualTo(
                        "  peak users                        1,100.0   90 % interval 936.7 to 1,291.7   scatter between"
                                + " them 9.5 %");
    }

    @Test
    void ofThreeSidesOnlyThePairOfSingleSearchesIsNotKnown() {
        List<ComparedResult> several = List.of(peak("three", 1_200), peak("four", 1_210), peak("five", 1_220));

        assertThat(Comparison.of(
                                List.of(List.of(peak("one", 1_000)), List.of(peak("two", 1_100)), several),
                                false,
                                History.NONE)
                        .rows()
                        .getFirst()
                        .differences())
                .extracting(Difference::call)
                .containsExactly(Difference.Call.UNKNOWN, Difference.Call.DIFFERENCE);
    }

    @Test
    void oneSearchBesideSeveralIsComparedByWhatIsKnown() {
        ComparedResult one = peak("one", 1_000);
        List<ComparedResult> several = List.of(peak("two", 1_200), peak("three", 1_210), peak("four", 1_220));

        Comparison up = Comparison.of(List.of(List.of(one), several), false, History.NONE);
        Comparison down = Comparison.of(List.of(several, List.of(one)), false, History.NONE);

        assertThat(up.warnings())
                .anyMatch(warning -> warning.startsWith("a single search (A) beside several: the wider of"));
        assertThat(up.rows().getFirst().differences().getFirst().call()).isEqualTo(Difference.Call.DIFFERENCE);
        assertThat(down.rows().getFirst().differences().getFirst().upper()).isNegative();
    }

    @Test
    void aSearchThatFoundNoPeakSaysHowItEnded() {
        ComparedResult atLeast = new PeakKind()
                .compared(SampleSweeps.peak(
                        new Conclusion(Conclusion.Kind.AT_LEAST, null, 2_000, "no more may be tried"), 0.5));

        assertThat(atLeast.unusable()).isEqualTo("it has no peak: at least 2,000 users: no more may be tried");
        assertThat(compare(atLeast, atLeast).header()).startsWith("A           1 peak: 1 AT_LEAST");
    }

    /** A search that found so many users, within 2 %. */
    static ComparedResult peak(String id, double users) {
        return peak(id, users, UNKNOWN);
    }

    private static ComparedResult peak(String id, double users, ComparedResult.Speed speed) {
        return new ComparedResult(
                id,
                new ComparedResult.Outcome("FOUND", "", ""),
                Map.of("length", "standard"),
                Map.of(),
                Map.of("peak users", users),
                List.of(0.98 * users, users, 1.02 * users),
                speed,
                Settings.of("name: x"));
    }

    @Test
    void usersForTheMoneyAreComparedWhereBothSidesHavePrices() {
        Comparison comparison = compare(priced(1_000, 0.1), priced(1_400, 0.2));

        assertThat(comparison.lines().getLast())
                .isEqualTo(
                        "  users per EUR/h                  10,000.0      7,000.0   not known from single searches (-30.0 %)");
        assertThat(comparison.rows()).noneMatch(Comparison.Row::lowerIsBetter);
        ComparedResult one = priced(1_000, 0.1);
        assertThat(one.measurement("users per EUR/h").deviation())
                .isCloseTo(one.measurement("peak users").deviation(), within(1e-9))
                .isPositive();
        assertThat(compare(one, new PeakKind().compared(SampleSweeps.peak(SampleSweeps.found(1_000), 0.5)))
                        .rows())
                .extracting(Comparison.Row::figure)
                .containsExactly("peak users");
    }

    private static ComparedResult priced(int users, double perHour) {
        return new PeakKind()
                .compared(
                        SampleSweeps.peak(SampleSweeps.found(users), 0.5).with(new Price(perHour, "EUR", "a machine")));
    }

    @Test
    void aMachineThatWasSlowerForOneSideIsSaid() {
        Comparison slower = compare(peak("a", 3_000, memory(190)), peak("b", 2_600, memory(236)));

        assertThat(slower.warnings())
                .anyMatch(warning -> warning.startsWith(
                        "a read of memory took longer on one side than on another (A: 190 ns, B: 236 ns)"));
        assertThat(compare(peak("a", 3_000, memory(190)), peak("b", 2_600, memory(200)))
                        .warnings())
                .as("5 %")
                .noneMatch(warning -> warning.contains("memory"));
        assertThat(compare(peak("a", 3_000, UNKNOWN), peak("b", 2_600, memory(200)))
                        .warnings())
                .as("an older result does not know")
                .noneMatch(warning -> warning.contains("memory"));
    }

    @Test
    void coresThatOthersSharedForOneSideAreSaid() {
        ComparedResult alone = peak("a", 3_000, new ComparedResult.Speed(190, 0.72));
        ComparedResult shared = peak("b", 2_600, new ComparedResult.Speed(191, 0.95));

        assertThat(compare(alone, shared).warnings())
                .anyMatch(warning -> warning.startsWith("arithmetic took longer on one side than on another"
                        + " (A: 0.72 ns, B: 0.95 ns of a core for a step). If all sides ran on one machine"))
                .noneMatch(warning -> warning.contains("memory"));
    }

    private static ComparedResult.Speed memory(double nanos) {
        return new ComparedResult.Speed(nanos, 0);
    }

    private static Comparison compare(ComparedResult one, ComparedResult two) {
        return Comparison.of(List.of(List.of(one), List.of(two)), false, History.NONE);
    }

    private static ComparedResult released(String version, String profile) {
        return new PeakKind()
                .compared(with(SampleSweeps.peak(SampleSweeps.found(1_000), 0.5), disclosed(version, profile)));
    }

    private static Disclosure disclosed(String version, String profile) {
        Disclosure d = SampleSweeps.peak(SampleSweeps.found(1_000), 0.5).disclosure();
        Map<String, String> versions = new HashMap<>(d.versions());
        versions.put("gavel", version);
        versions.put(Disclosure.PROFILE, profile);
        return new Disclosure(
                d.configuration(),
                d.host(),
                d.hosts(),
                versions,
                d.processes(),
                d.driver(),
                d.sharedCores(),
                d.durability(),
                d.dataSet());
    }

    private static PeakResult peak(Disclosure d, String configuration, String relational, String users) {
        return with(
                SampleSweeps.peak(SampleSweeps.found(1_000), 0.5),
                new Disclosure(
                        configuration,
                        d.host(),
                        d.hosts(),
                        d.versions(),
                        d.processes(),
                        d.driver(),
                        d.sharedCores(),
                        List.of("relational: " + relational),
                        Map.of("users", users)));
    }

    private static PeakResult with(PeakResult r, Disclosure disclosure) {
        return new PeakResult(
                r.schemaVersion(),
                r.run(),
                r.search(),
                r.conclusion(),
                r.climb(),
                r.probes(),
                r.levels(),
                r.predictedSeconds(),
                r.seconds(),
                r.auditBefore(),
                r.auditAfter(),
                r.remarks(),
                disclosure,
                List.of());
    }
}
