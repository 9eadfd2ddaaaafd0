package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.bottleneck.Bottleneck.Kind;
import gavel.harness.collect.bottleneck.Cause;
import gavel.harness.report.SampleResults;
import gavel.harness.report.Summary;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.Verdict.Reason;
import gavel.harness.verdict.Verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A run whose first two seconds were saturated, concluded with loads that passed and that failed. */
class RunFindingsTest {
    private static final MeasurementConditions SMOKE =
            new MeasurementConditions("smoke", "embedded", true, true, Map.of());

    private static RunResult conclude(RunResult sample, LoadReport load, List<ProcessEvent> events) {
        return conclude(sample, load, events, second -> Outside.NONE);
    }

    private static RunResult conclude(
            RunResult sample, LoadReport load, List<ProcessEvent> events, LongFunction<Outside> outside) {
        long from = sample.collected().fromMillis();
        List<IntervalReport> intervals = LongStream.rangeClosed(1, 60)
                .mapToObj(s -> new IntervalReport(
                        s,
                        from + s * 1000,
                        "MEASURE",
                        100,
                        List.of(new OperationInterval("PlaceBid", 10, 10, s <= 2 ? 5 : 0, 0, 0)),
                        0,
                        0,
                        0,
                        0,
                        0))
                .toList();
        List<Sample> samples = LongStream.rangeClosed(1, 60)
                .mapToObj(s -> new Sample(
                        from + s * 1000,
                        s <= 2 ? 0.98 : 0.4,
                        0,
                        3,
                        0,
                        List.of(new InstanceSample("appServers", "app1", s <= 2 ? 1.6 : 0.5, 0, s == 1)),
                        outside.apply(s)))
                .toList();
        Collected seen = sample.collected();
        MachineUse half = new MachineUse(
                2,
                0.42,
                0,
                0,
                3,
                0,
                0,
                0,
                0,
                0,
                Outside.mean(samples.stream().map(Sample::outside).toList()),
                Power.NONE);
        Collected collected = new Collected(from, from + 60_000, half, seen.instances(), samples, events, List.of());
        return new RunFindings(
                        sample.run(),
                        SMOKE,
                        load,
                        sample.auditBefore(),
                        sample.auditAfter(),
                        collected,
                        intervals,
                        List.of(),
                        List.of(),
                        List.of(),
                        sample.disclosure())
                .conclude();
    }

    @Test
    void theBottleneckOfARunThatFailedIsThatOfTheSecondsInWhichItFailed() {
        RunResult sample = SampleResults.overloaded();
        RunResult result = conclude(sample, sample.load(), List.of());
        assertThat(result.verdict().status()).isEqualTo(Status.FAIL);
        assertThat(result.bottleneck().kind()).isEqualTo(Kind.MACHINE_CPU);
        assertThat(result.bottleneck().tier()).isEqualTo("appServers");
        assertThat(result.bottleneck().evidence().getFirst()).isEqualTo("over the 2 s of 60 s in which limits broke");
    }

    @Test
    void ofARunThatPassedAllOfItIsLookedAt() {
        RunResult sample = SampleResults.passed();
        RunResult result = conclude(sample, sample.load(), List.of());
        assertThat(result.verdict().status()).isEqualTo(Status.PASS);
        assertThat(result.bottleneck().kind()).isEqualTo(Kind.NONE);
        assertThat(result.bottleneck().statement()).contains("42 % busy");
    }

    private static Outside hog(double share) {
        return new Outside(share, List.of(new Outside.Taker("stress-ng", share)));
    }

    @Test
    void limitsThatBrokeWhileOthersTookTheMachineSayNothingAboutThePlatform() {
        RunResult sample = SampleResults.overloaded();
        RunResult result = conclude(sample, sample.load(), List.of(), second -> hog(0.71));
        assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
        assertThat(result.verdict().headline())
                .isEqualTo(
                        "Processes outside the run took 71 % of the machine (stress-ng 71 %): stop them, and measure again");
        assertThat(result.bottleneck().kind()).isEqualTo(Kind.OUTSIDE);
        assertThat(result.load().rules().getFirst().rule()).isEqualTo("machine");
    }

    @Test
    void soItIsWhereTheyTookItOnlyInTheSecondsInWhichLimitsBroke() {
        RunResult sample = SampleResults.overloaded();
        RunResult result = conclude(sample, sample.load(), List.of(), second -> hog(second <= 2 ? 0.5 : 0));
        assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
        assertThat(result.verdict().headline())
                .startsWith(
                        "Processes outside the run took 50 % of the machine (stress-ng 50 %) during the 2 s in which limits broke");
        assertThat(conclude(sample, sample.load(), List.of(), second -> hog(second == 30 ? 0.9 : 0))
                        .verdict()
                        .status())
                .as("a second at another time")
                .isEqualTo(Status.FAIL);
    }

    @Test
    void aPassStandsBecauseOthersOnlyMakeItHarder() {
        RunResult sample = SampleResults.passed();
        RunResult result = conclude(sample, sample.load(), List.of(), second -> hog(0.3));
        assertThat(result.verdict().status()).isEqualTo(Status.PASS);
        assertThat(result.causes()).isEmpty();
    }

    @Test
    void whatDidNotRunIsToldWithAFail() {
        RunResult sample = SampleResults.overloaded();
        assertThat(conclude(sample, sample.load(), List.of()).causes())
                .extracting(Cause::statement)
                .containsExactly(
                        "app1's process was stopped for about 1 s, from 0 s of the measurement on (SIGSTOP, a debugger, or a frozen control group).");
    }

    @Test
    void whereNothingWasMeasuredThereIsNoBottleneck() {
        RunResult sample = SampleResults.passed();
        RunResult result = conclude(sample, null, List.of());
        assertThat(result.bottleneck().known()).isFalse();
        assertThat(Summary.of(result, null)).doesNotContain("Bottleneck");
    }

    @Test
    void tiersAreThoseOfTheWholeMeasurementInAnyCase() {
        RunResult sample = SampleResults.overloaded();
        RunResult result = conclude(sample, sample.load(), List.of());
        assertThat(result.tiers().getFirst().cpuSeconds())
                .isEqualTo(sample.collected().instances().getFirst().cpuSeconds());
    }

    @Test
    void aProcessThatVanishedMakesTheRunInvalid() {
        RunResult sample = SampleResults.passed();
        ProcessEvent gone = new ProcessEvent(1, "appServers", "app1", ProcessEvent.Kind.VANISHED, "process 10 is gone");
        RunResult result = conclude(sample, sample.load(), List.of(gone));
        assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
        assertThat(result.verdict().reasons())
                .extracting(Reason::message)
                .anyMatch(m -> m.contains("app1 (appServers) vanished without an order: process 10 is gone"));
    }

    @Test
    void aProcessThatRanOutOfMemorySaysSoAndWhatToDo() {
        RunResult sample = SampleResults.passed();
        ProcessEvent gone =
                new ProcessEvent(1, "services", "documents", ProcessEvent.Kind.VANISHED, "process 10 is gone");
        Collected collected = new Collected(0, 0, MachineUse.UNKNOWN, List.of(), List.of(), List.of(gone), List.of())
                .withLastWords(name -> Optional.of(name + ": java.lang.OutOfMemoryError: Java heap space"));
        RunResult result = conclude(sample, sample.load(), collected.events());
        assertThat(result.verdict().reasons())
                .extracting(Reason::message)
                .anyMatch(
                        m -> m.endsWith("process 10 is gone; its log ends with: documents: java.lang.OutOfMemoryError: "
                                + "Java heap space. Give it more with the setting memory of its tier."));
    }

    @Test
    void withoutALoadReportNothingIsDividedByZero() {
        RunResult sample = SampleResults.passed();
        RunResult result = conclude(sample, null, List.of());
        assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
        assertThat(result.tiers())
                .allSatisfy(t -> assertThat(t.cpuSecondsPer1000()).isZero());
    }
}
