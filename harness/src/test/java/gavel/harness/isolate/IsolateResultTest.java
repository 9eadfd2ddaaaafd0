package gavel.harness.isolate;

import static gavel.harness.isolate.SampleTenants.phase;
import static gavel.harness.isolate.SampleTenants.result;
import static gavel.harness.isolate.SampleTenants.round;
import static gavel.harness.isolate.SampleTenants.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateScript.Planned;
import gavel.harness.kind.IsolateKind;
import gavel.harness.report.text.IsolateSummary;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolateResultTest {
    private static final IsolateKind KIND = new IsolateKind();

    @TempDir
    Path results;

    /** All that a script asks for, where everybody always keeps their quality. */
    private static List<Planned> planned(IsolateScript script) {
        List<Planned> all = new ArrayList<>();
        List<IsolatePhase> found = new ArrayList<>();
        for (Optional<Planned> next = script.next(found); next.isPresent(); next = script.next(found)) {
            all.add(next.get());
            found.add(made(next.get(), ""));
        }
        assertThat(script.planned(List.of())).isEqualTo(all.size());
        return all;
    }

    /** A measurement as it was planned, in which this rule breaks for everybody but the disruptor. */
    static IsolatePhase made(Planned planned, String broken) {
        List<Tenant> tenants = new ArrayList<>();
        for (int i = 0; i < planned.users().size(); i++) {
            int users = planned.users().get(i);
            tenants.add(new Tenant(users, 100.0, users / 5.0, i + 1 == planned.tenant() ? "" : broken, "", 0.5));
        }
        return phase(
                planned.kind(), planned.tenant(), planned.factor(), planned.repeat(), tenants.toArray(Tenant[]::new));
    }

    private static List<IsolatePhase> rounds(double... millis) {
        List<IsolatePhase> all = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            all.addAll(round(i + 1, millis[i], ""));
        }
        return all;
    }

    /** 20 % longer responses with 100 more users than 200: 0.2 / 0.5 = 0.4. */
    @Test
    void theIndexIsTheOthersDelayForTheMoreThereIs() {
        Disturbance found = Disturbance.of(round(1, 120, "")).getFirst();
        assertThat(found.disruptor()).isEqualTo(1);
        assertThat(found.index().mean()).isCloseTo(0.4, within(1e-12));
        assertThat(found.broken()).isEmpty();
        assertThat(Disturbance.of(round(1, 120, "too slow")).getFirst().broken())
                .containsExactly(2);
    }

    @Test
    void whatDoesNotCountHasNoIndex() {
        List<IsolatePhase> phases = new ArrayList<>(round(1, 120, "").subList(0, 3));
        phases.add(phase(Kind.DISRUPTED, 1, 2, 1, tenant(200, 300), new Tenant(100, 120.0, 20, "", "was busy", 0.9)));
        assertThat(Disturbance.of(phases).getFirst().index()).isNull();
        assertThat(result(4, false, phases).verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(IsolateSummary.sentence(result(4, false, phases)))
                .isEqualTo("This cannot be trusted: tenant 1 with 2 times its users: tenant 2: was busy.");
    }

    /** In place of the first one another was made. */
    @Test
    void theLastThatDoesNotCountIsWhatSpoilsIt() {
        List<IsolatePhase> phases = new ArrayList<>(round(1, 120, "").subList(0, 3));
        phases.add(2, phase(Kind.TOGETHER, 0, 1, 1, tenant(100, 100), new Tenant(100, 120.0, 20, "", "was busy", 0.9)));
        phases.add(phase(Kind.DISRUPTED, 1, 2, 1, tenant(200, 300), new Tenant(100, 120.0, 20, "", "was gone", 0.9)));
        assertThat(IsolateSummary.sentence(result(4, false, phases)))
                .isEqualTo("This cannot be trusted: tenant 1 with 2 times its users: tenant 2: was gone.");
    }

    /** No answer within a measurement: there is no response time, and no worse disturbance. */
    @Test
    void aTenantWithoutAnyAnswerIsDisturbedMost() {
        Tenant starved = new Tenant(100, null, 0, "no session succeeded", "", 0.95);
        List<IsolatePhase> phases = new ArrayList<>(round(1, 120, ""));
        phases.add(phase(Kind.DISRUPTED, 1, 3, 1, tenant(300, 400), starved));
        IsolateResult result = result(5, false, phases);

        Disturbance worst = IsolateSummary.worst(result).orElseThrow();
        assertThat(worst.factor()).isEqualTo(3);
        assertThat(worst.index()).isNull();
        assertThat(worst.broken()).containsExactly(2);
        assertThat(worst.fault()).map(Attribution::tenant).contains(1);
        assertThat(IsolateSummary.sentence(result))
                .startsWith(
                        "Tenant 1 with 3 times its users disturbs most: I_QoS is not known, as another tenant had no"
                                + " answer, and the quality of tenant 2 breaks.");
    }

    /** Twice: 120 ms each time, an index of 0.4 in (0.4, 0.4). Three times: once 90 ms, once 260 ms, an interval that holds 0. */
    @Test
    void aLargerIndexThatMayBeChanceHidesNoSmallerOneThatIsNone() {
        List<IsolatePhase> phases = new ArrayList<>();
        for (int repeat = 1; repeat <= 2; repeat++) {
            phases.addAll(round(repeat, 120, ""));
            phases.add(phase(Kind.DISRUPTED, 1, 3, repeat, tenant(300, 400), tenant(100, repeat == 1 ? 90 : 260)));
        }
        IsolateResult result = result(10, false, phases);

        assertThat(result.disturbances()).extracting(Disturbance::disturbs).containsExactly(true, false);
        assertThat(IsolateSummary.sentence(result))
                .startsWith("Tenant 1 with 2 times its users disturbs most: I_QoS is 0.40");
    }

    /** Alone and together, then an interruption, and 150 ms together before the disruption: 180 ms are 20 % more, by 50 % more load. */
    @Test
    void afterAnInterruptionADisruptionIsComparedWithWhatWasMeasuredAgain() {
        IsolateScript script = new IsolateScript(2, 100, List.of(2.0), false, 1, false);
        List<IsolatePhase> phases = new ArrayList<>(round(1, 180, "").subList(0, 3));
        assertThat(script.again(phases, 0)).as("nothing was interrupted").isEmpty();
        assertThat(script.again(phases.subList(0, 2), 2))
                .as("all together comes anyway")
                .isEmpty();
        Planned again = script.again(phases, 3).orElseThrow();
        assertThat(again.kind()).isEqualTo(Kind.TOGETHER);
        assertThat(again.users()).containsExactly(100, 100);

        phases.add(phase(Kind.TOGETHER, 0, 1, 1, tenant(100, 150), tenant(100, 150)));
        assertThat(script.next(phases)).map(Planned::kind).contains(Kind.DISRUPTED);
        assertThat(script.again(phases, 3)).as("once is enough").isEmpty();
        assertThat(script.planned(phases)).isEqualTo(5);
        phases.add(round(1, 180, "").getLast());

        assertThat(script.next(phases)).isEmpty();
        assertThat(Disturbance.of(phases).getFirst().index().mean()).isCloseTo(0.4, within(1e-12));
    }

    /** A measurement that was lost before the interruption comes first, and says nothing about the new deployments. */
    @Test
    void whateverIsMadeFirstAfterAnInterruptionADisruptionIsComparedWithItsOwnDeployments() {
        IsolateScript script = new IsolateScript(2, 100, List.of(2.0), false, 2, false);
        List<IsolatePhase> found = new ArrayList<>(round(1, 120, ""));
        found.addAll(round(2, 120, "").subList(0, 3));
        IsolatePhase alone = found.removeFirst();
        assertThat(script.again(found, 6)).as("tenant 1 alone comes first").isEmpty();
        found.add(alone);
        assertThat(script.again(found, 6)).map(Planned::repeat).contains(2);

        List<IsolatePhase> without = new ArrayList<>(round(1, 120, "").subList(0, 3));
        without.addAll(round(2, 120, "").subList(0, 3));
        Planned first = script.again(without, 6).orElseThrow();
        assertThat(first.repeat()).isEqualTo(1);
        without.add(made(first, ""));
        without.add(made(script.next(without).orElseThrow(), ""));
        assertThat(script.again(without, 6)).map(Planned::repeat).contains(2);
    }

    /** Of five, two at most; the first ones that do not count are those. */
    @Test
    void whatDoesNotCountComesNextOnceMore() {
        IsolateScript script = new IsolateScript(2, 100, List.of(2.0, 3.0), false, 1, false);
        IsolatePhase lost =
                phase(Kind.TOGETHER, 0, 1, 1, tenant(100, 100), new Tenant(100, 120.0, 20, "", "was busy", 0.9));
        List<IsolatePhase> found = new ArrayList<>(round(1, 120, "").subList(0, 2));
        found.add(lost);

        assertThat(script.replaced(found)).isEqualTo(1);
        assertThat(script.next(IsolateScript.kept(found, 1))).map(Planned::kind).contains(Kind.TOGETHER);
        assertThat(script.next(found)).map(Planned::kind).contains(Kind.DISRUPTED);
        assertThat(script.next(found.subList(1, 3)))
                .as("one that was left out comes first")
                .map(Planned::tenant)
                .contains(1);
        found.addAll(List.of(lost, lost));
        assertThat(script.replaced(found)).isEqualTo(2);
        assertThat(IsolateScript.kept(found, 2)).hasSize(3).endsWith(lost);

        List<IsolatePhase> whole = new ArrayList<>(round(1, 120, ""));
        whole.add(2, lost);
        assertThat(IsolateResult.judge(5, 1, whole, "", List.of())).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(IsolateResult.judge(5, 0, whole, "", List.of())).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(IsolateResult.judge(5, 1, whole.subList(0, 3), "", List.of()))
                .isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(Disturbance.of(whole).getFirst().index().mean()).isCloseTo(0.4, within(1e-12));
    }

    @Test
    void qualityThatBreaksIsADisturbanceWhateverTheMeanSays() {
        List<IsolatePhase> phases = new ArrayList<>(round(1, 90, "5 % were late"));
        phases.addAll(round(2, 105, "5 % were late"));
        IsolateResult result = result(8, false, phases);

        assertThat(result.disturbances().getFirst().index().lower()).isNegative();
        assertThat(IsolateSummary.sentence(result))
                .contains("disturbs most")
                .contains("the quality of tenant 2 breaks");
    }

    /** 90 ms instead of 100 by 50 % more load. */
    @Test
    void whoeverMakesOthersFasterDisturbsNobody() {
        assertThat(IsolateSummary.sentence(result(4, false, round(1, 90, ""))))
                .startsWith("No tenant measurably disturbs another: I_QoS is at most -0.20.");
    }

    @Test
    void theFirstSentenceNamesWhoDisturbs() {
        assertThat(IsolateSummary.sentence(result()))
                .isEqualTo(
                        "Tenant 1 with 2 times its users disturbs most: I_QoS is 0.40, of one measurement without an interval, and"
                                + " the others keep their quality. At fault is tenant 1, which did 2.0 times its operations (found in 1 of 1); busy"
                                + " in common: the shared relational database, 96 %, before 50 %.");
        assertThat(IsolateSummary.sentence(result(12, false, rounds(118, 120, 122))))
                .contains("I_QoS is 0.40 (0.33 to 0.47), and");
        assertThat(IsolateSummary.sentence(result(12, false, rounds(90, 100, 110))))
                .startsWith("No tenant measurably disturbs another");
        assertThat(IsolateSummary.retained(result()))
                .contains("keep 100 %, 100 %")
                .contains("Jain's index 1.000");
    }

    @Test
    void lostDataOfAnyTenantFail() {
        assertThat(result(4, true, round(1, 120, "")).verdict()).isEqualTo(ExperimentVerdict.FAIL);
        assertThat(result(5, false, round(1, 120, "")).verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(result(4, false, List.of()).verdict()).isEqualTo(ExperimentVerdict.INVALID);
    }

    @Test
    void itIsWrittenReadReportedAndCompared() throws IOException {
        Path directory = results.resolve("tenants");
        Path page = KIND.write(result(), directory);
        assertThat(KIND.read(directory)).isEqualTo(result());
        assertThat(page)
                .content()
                .contains("Tenant 1 with 2 times", "Who disturbs whom", "a remark &lt;b&gt;")
                .doesNotContain("a remark <b>");
        assertThat(Files.readString(results.resolve(IndexCsv.FILE)))
                .contains(",isolate,", ",MEASURED,I_QoS of tenant 1,0.40,100,");
        assertThat(KIND.compared("tenants", directory).figures()).hasSize(1);
        assertThat(KIND.junit(List.of(result()), 0).text()).contains("tests=\"6\"", "errors=\"0\"");
        assertThat(IsolateSummary.lines(result(), page)).anyMatch(line -> line.contains("tenant 1 × 2: I_QoS 0.40"));
    }

    @Test
    void theScriptMeasuresEachAloneThenAllThenEachDisruptor() {
        assertThat(planned(new IsolateScript(2, 100, List.of(2.0, 3.0), false, 1, false)))
                .extracting(Planned::users)
                .containsExactly(
                        List.of(100, 0), List.of(0, 100), List.of(100, 100), List.of(200, 100), List.of(300, 100));
        assertThat(planned(new IsolateScript(3, 100, List.of(1.5), true, 2, false)))
                .hasSize(2 * (3 + 1 + 3));
        assertThat(planned(new IsolateScript(3, 100, List.of(1.5), true, 1, true)))
                .filteredOn(planned -> planned.kind() == Kind.DISRUPTED)
                .extracting(Planned::users)
                .containsExactly(List.of(150, 100, 100), List.of(100, 150, 100), List.of(100, 100, 150));
        assertThat(Stream.of(1, 2).map(tenant -> phase(Kind.ALONE, tenant, 1, 1).words()))
                .containsExactly("tenant 1 alone", "tenant 2 alone");
    }
}
