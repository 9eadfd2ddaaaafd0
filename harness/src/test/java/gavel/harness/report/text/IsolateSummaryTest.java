package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.isolate.SampleTenants;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.IsolatePage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsolateSummaryTest {
    private static final Path PAGE = Path.of("results/x/report.html");

    private static Tenant tenant(int users, Double millis, double perSecond, String broken, double busy) {
        return new Tenant(users, millis, perSecond, broken, "", busy);
    }

    /** Two tenants together, and then the first with {@code factor} times its 100 users; the second takes so many milliseconds. */
    private static List<IsolatePhase> disrupted(double factor, int repeat, double before, double after, double busy) {
        return List.of(
                new IsolatePhase(
                        Kind.TOGETHER,
                        0,
                        1,
                        repeat,
                        List.of(tenant(100, before, 20, "", busy), tenant(100, before, 20, "", busy)),
                        List.of()),
                new IsolatePhase(
                        Kind.DISRUPTED,
                        1,
                        factor,
                        repeat,
                        List.of(
                                tenant((int) Math.round(100 * factor), 300.0, 40, "", busy),
                                tenant(100, after, 19, "", busy)),
                        List.of()));
    }

    private static IsolateResult measured(List<IsolatePhase> phases) {
        return SampleTenants.result(phases.size(), false, phases);
    }

    /** I_QoS: (120 - 100) / 100 more time over (300 - 200) / 200 more users is 0.2 / 0.5 = 0.40. */
    @Test
    void theWholeOutputWithoutATerminal() {
        assertThat(IsolateSummary.lines(SampleTenants.result(), PAGE))
                .containsExactly(
                        "Tenant 1 with 2 times its users disturbs most: I_QoS is 0.40, of one measurement without an interval,"
                                + " and the others keep their quality. At fault is tenant 1, which did 2.0 times its operations"
                                + " (found in 1 of 1); busy in common: the shared relational database, 96 %, before 50 %.",
                        "",
                        "  tenant 1 alone                     100 users 80.0 ms   –",
                        "  tenant 2 alone                     –   100 users 80.0 ms",
                        "  all together                       100 users 100.0 ms   100 users 100.0 ms",
                        "  tenant 1 with 2 times its users    200 users 300.0 ms   100 users 120.0 ms",
                        "",
                        "  tenant 1 × 2: I_QoS 0.40",
                        "  while tenant 1 disrupts, by capacity: I_base 1.00, I_end –, I_intBase 1.00, I_intFree 1.00",
                        "Shared      relational database",
                        "Throughput  Together, tenants keep 100 %, 100 % of the throughput they have alone;"
                                + " the least is tenant 1's, Jain's index 1.000.",
                        "Time        2.7 min, predicted: 10.0 min",
                        "Note        a remark <b>",
                        "Report      results/x/report.html");
    }

    @Test
    void oneUserOfATenantIsNotSeveral() {
        IsolatePhase phase = new IsolatePhase(
                Kind.ALONE, 1, 1, 1, List.of(tenant(1, 80.0, 1, "", 0.1), tenant(0, null, 0, "", 0)), List.of());
        assertThat(IsolateSummary.line(phase)).contains(" 1 user 80.0 ms ");
        assertThat(IsolatePage.render(measured(List.of(phase)), Links.BESIDE)).contains("1 user: 80.0 ms, 1.0/s");
    }

    @Test
    void theWholeOutputOnEightyColumns() {
        assertThat(wrapped(80)).isEqualTo("""
                Tenant 1 with 2 times its users disturbs most: I_QoS is 0.40, of one measurement
                  without an interval, and the others keep their quality. At fault is tenant 1,
                  which did 2.0 times its operations (found in 1 of 1); busy in common: the
                  shared relational database, 96 %, before 50 %.

                  tenant 1 alone                     100 users 80.0 ms   –
                  tenant 2 alone                     –   100 users 80.0 ms
                  all together                       100 users 100.0 ms   100 users 100.0 ms
                  tenant 1 with 2 times its users    200 users 300.0 ms   100 users 120.0 ms

                  tenant 1 × 2: I_QoS 0.40
                  while tenant 1 disrupts, by capacity: I_base 1.00, I_end –, I_intBase 1.00,
                    I_intFree 1.00
                Shared      relational database
                Throughput  Together, tenants keep 100 %, 100 % of the throughput they have
                            alone; the least is tenant 1's, Jain's index 1.000.
                Time        2.7 min, predicted: 10.0 min
                Note        a remark <b>
                Report      results/x/report.html""");
    }

    @Test
    void theWholeOutputOnFortyColumns() {
        assertThat(wrapped(40)).isEqualTo("""
                Tenant 1 with 2 times its users disturbs
                  most: I_QoS is 0.40, of one
                  measurement without an interval, and
                  the others keep their quality. At
                  fault is tenant 1, which did 2.0 times
                  its operations (found in 1 of 1); busy
                  in common: the shared relational
                  database, 96 %, before 50 %.

                  tenant 1 alone                     100
                    users 80.0 ms   –
                  tenant 2 alone                     –
                    100 users 80.0 ms
                  all together                       100
                    users 100.0 ms   100 users 100.0 ms
                  tenant 1 with 2 times its users    200
                    users 300.0 ms   100 users 120.0 ms

                  tenant 1 × 2: I_QoS 0.40
                  while tenant 1 disrupts, by capacity:
                    I_base 1.00, I_end –, I_intBase
                    1.00, I_intFree 1.00
                Shared      relational database
                Throughput  Together, tenants keep 100
                            %, 100 % of the throughput
                            they have alone; the least
                            is tenant 1's, Jain's index
                            1.000.
                Time        2.7 min, predicted: 10.0 min
                Note        a remark <b>
                Report      results/x/report.html""");
    }

    private static String wrapped(int columns) {
        return String.join(
                "\n", Wrapping.lines(String.join("\n", IsolateSummary.lines(SampleTenants.result(), PAGE)), columns));
    }

    /** As the configuration has it: 2.25 times is not 2.3 times. */
    @ParameterizedTest
    @CsvSource({"2, 2", "1.5, 1.5", "2.25, 2.25", "1.125, 1.125", "10, 10", "100, 100"})
    void aFactorIsShownAsItWasAsked(double factor, String shown) {
        IsolateResult result = measured(disrupted(factor, 1, 100, 120, 0.95));

        assertThat(IsolateSummary.sentence(result)).startsWith("Tenant 1 with " + shown + " times its users ");
        assertThat(IsolateSummary.lines(result, null))
                .anyMatch(line -> line.startsWith("  tenant 1 × " + shown + ": "));
        assertThat(result.phases().getLast().words()).isEqualTo("tenant 1 with " + shown + " times its users");
    }

    /**
     * A second tenant that became faster: (90 - 100) / 100 over 0.5 is -0.20 and (98 - 100) / 100 over 0.5 is -0.04. Their mean is -0.12, and
     * with one degree of freedom the interval is 6.3138 × 0.16 / 2 = 0.505 to either side: -0.63 to 0.39.
     */
    @Test
    void anIndexBelowZeroKeepsItsSignAtBothEnds() {
        List<IsolatePhase> phases = new ArrayList<>(disrupted(2, 1, 100, 90, 0.5));
        phases.addAll(disrupted(2, 2, 100, 98, 0.5));
        IsolateResult result = measured(phases);

        assertThat(IsolateSummary.lines(result, null)).contains("  tenant 1 × 2: I_QoS -0.12 (-0.63 to 0.39)");
        assertThat(IsolateSummary.briefly(result)).isEqualTo("I_QoS -0.12 (-0.63 to 0.39)");
        assertThat(IsolateSummary.sentence(result))
                .isEqualTo("No tenant measurably disturbs another: I_QoS is at most -0.12 (-0.63 to 0.39).");
    }

    /** (101 - 100) / 100 over 0.5 is 0.02, and (99.9 - 100) / 100 over 0.5 is -0.002, which has no sign with two digits. */
    @ParameterizedTest
    @CsvSource({"101, 0.02", "99.9, 0.00", "100, 0.00", "99, -0.02"})
    void anIndexOfOneMeasurementHasNoInterval(double after, String index) {
        assertThat(IsolateSummary.briefly(measured(disrupted(2, 1, 100, after, 0.5))))
                .isEqualTo("I_QoS " + index);
    }

    @Test
    void whoseQualityBreaksIsNamed() {
        List<IsolatePhase> phases = List.of(
                new IsolatePhase(
                        Kind.TOGETHER,
                        0,
                        1,
                        1,
                        List.of(
                                tenant(100, 100.0, 20, "", 0.5),
                                tenant(100, 100.0, 20, "", 0.5),
                                tenant(100, 100.0, 20, "", 0.5)),
                        List.of()),
                new IsolatePhase(
                        Kind.DISRUPTED,
                        1,
                        2,
                        1,
                        List.of(
                                tenant(200, 300.0, 40, "its own does not count", 0.5),
                                tenant(100, 400.0, 10, "late", 0.5),
                                tenant(100, 400.0, 10, "failed", 0.5)),
                        List.of()));
        IsolateResult result = measured(phases);

        // (800 - 200) / 200 = 3 over (400 - 300) / 300 = 1/3 is 9.
        assertThat(IsolateSummary.sentence(result))
                .startsWith("Tenant 1 with 2 times its users disturbs most: I_QoS is 9.00,")
                .contains(" and the quality of tenants 2, 3 breaks. ");
        assertThat(IsolateSummary.lines(result, null))
                .contains("  tenant 1 × 2: I_QoS 9.00, quality of tenants 2, 3 breaks");
        assertThat(IsolateSummary.line(phases.getLast())).contains("100 users 400.0 ms (quality broke)");
    }

    @Test
    void whatIsLostUnevenlyIsToldWithTheIndexOfJain() {
        List<IsolatePhase> phases = List.of(
                alone(1, 100),
                alone(2, 100),
                new IsolatePhase(
                        Kind.TOGETHER,
                        0,
                        1,
                        1,
                        List.of(tenant(100, 100.0, 90, "", 0.5), tenant(100, 100.0, 30, "", 0.5)),
                        List.of()));

        // (0.9 + 0.3)^2 / (2 × (0.81 + 0.09)) = 1.44 / 1.8 = 0.8
        assertThat(IsolateSummary.retained(SampleTenants.result(4, false, phases)))
                .isEqualTo("Together, tenants keep 90 %, 30 % of the throughput they have alone;"
                        + " the least is tenant 2's, Jain's index 0.800.");
    }

    private static IsolatePhase alone(int tenant, double perSecond) {
        Tenant its = tenant(100, 80.0, perSecond, "", 0.4);
        return new IsolatePhase(
                Kind.ALONE,
                tenant,
                1,
                1,
                tenant == 1 ? List.of(its, Tenant.RESTING) : List.of(Tenant.RESTING, its),
                List.of());
    }

    @Test
    void nothingIsRetainedWhereAMeasurementIsMissingOrNobodyWasServed() {
        List<IsolatePhase> round = SampleTenants.result().phases();
        assertThat(IsolateSummary.retained(SampleTenants.result(4, false, round.subList(0, 1))))
                .isEmpty();
        assertThat(IsolateSummary.retained(SampleTenants.result(4, false, round.subList(1, 3))))
                .isEmpty();
        assertThat(IsolateSummary.retained(SampleTenants.result(
                        4,
                        false,
                        List.of(
                                alone(1, 100),
                                alone(2, 100),
                                new IsolatePhase(
                                        Kind.TOGETHER,
                                        0,
                                        1,
                                        1,
                                        List.of(tenant(100, null, 0, "", 1), tenant(100, null, 0, "", 1)),
                                        List.of())))))
                .isEmpty();
    }

    @Test
    void eachEndingBeginsWithWhatItMeans() {
        List<IsolatePhase> round = SampleTenants.result().phases();
        assertThat(IsolateSummary.sentence(SampleTenants.result(8, false, round)))
                .startsWith("Not everything is measured yet: 4 of 8. Tenant 1 with 2 times ");
        assertThat(IsolateSummary.sentence(SampleTenants.result(4, true, round)))
                .startsWith("Data of a tenant were lost: the audit afterwards found violations. Tenant 1 ");
        assertThat(IsolateSummary.sentence(SampleTenants.result(4, false, List.of())))
                .isEqualTo("This cannot be trusted: nothing was measured.");
        assertThat(IsolateSummary.sentence(SampleTenants.result(8, false, round.subList(0, 2))))
                .isEqualTo("Not everything is measured yet: 2 of 8. How tenants disturb each other is not known yet.");
    }

    /** What its growth does to the others counts all the same. */
    @Test
    void aDisruptorWhoseOwnDriverWaitedIsTold() {
        Tenant waited = new Tenant(200, 300.0, 40, "", "", "loop threads waited", 0.5);
        IsolatePhase disrupted =
                new IsolatePhase(Kind.DISRUPTED, 1, 2, 1, List.of(waited, tenant(100, 120.0, 20, "", 0.5)), List.of());

        assertThat(IsolateSummary.line(disrupted))
                .endsWith("200 users 300.0 ms (longer by its own driver)   100 users 120.0 ms");
        assertThat(IsolatePage.render(SampleTenants.result(1, false, List.of(disrupted)), Links.BESIDE))
                .contains("200 users: 300.0 ms, 40.0/s; longer by its own driver: loop threads waited");
    }

    @ParameterizedTest
    @ValueSource(strings = {"it was late", "it was late."})
    void aReasonEndsWithOneFullStop(String lacked) {
        IsolatePhase late = new IsolatePhase(
                Kind.ALONE, 1, 1, 1, List.of(new Tenant(100, 80.0, 20, "", lacked, 0.5), Tenant.RESTING), List.of());
        IsolateResult result = SampleTenants.result(1, false, List.of(late));

        assertThat(IsolateSummary.sentence(result))
                .isEqualTo("This cannot be trusted: tenant 1 alone: tenant 1: it was late.");
        assertThat(IsolateSummary.briefly(result)).isEqualTo("INVALID");
        assertThat(ExperimentSummary.tone(result)).isEqualTo("invalid");
        assertThat(IsolateSummary.line(late)).endsWith("   does not count: tenant 1: " + lacked);
    }
}
