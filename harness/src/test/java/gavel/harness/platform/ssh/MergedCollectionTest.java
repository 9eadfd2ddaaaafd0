package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.platform.ssh.MergedCollection.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergedCollectionTest {
    private static final Instance APP = Instance.of("appServers", "app1", 10);
    private static final Instance DB = Instance.of("relational", "database", 10);
    private static final Instance OURS = Instance.elsewhere("broker", "external");

    private static InstanceUse use(Instance instance, double cpuSeconds) {
        int processes = instance.watchable() ? 1 : 0;
        return new InstanceUse(
                instance.tier(),
                instance.name(),
                processes,
                cpuSeconds,
                0,
                0,
                "",
                0,
                1,
                1,
                0,
                0,
                0,
                0,
                1,
                9,
                null,
                null,
                null);
    }

    private static MachineUse machine(int cores, double busy) {
        return new MachineUse(cores, busy, 0, 0, cores * busy, 1_000, 100, 5, 80, 1, Outside.NONE, Power.NONE);
    }

    private static Collected seen(
            MachineUse machine, List<InstanceUse> uses, List<Sample> samples, List<ProcessEvent> events) {
        return new Collected(1_000, 61_000, machine, uses, samples, events, List.of("a page was late"));
    }

    private static Sample sample(long atMillis, double busy, Instance instance) {
        return new Sample(
                atMillis, busy, 0, 1, 50, List.of(new InstanceSample(instance.tier(), instance.name(), busy, 7)));
    }

    private static Collected merged(Part app, Part db) {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("a", app);
        parts.put("d", db);
        Collected pages = seen(machine(1, 0.5), List.of(use(OURS, 0)), List.of(), List.of());
        return new MergedCollection(List.of(APP, DB, OURS), pages, parts).merged();
    }

    @Test
    void aMachineCountsByItsCores() {
        // (4 · 0.9 + 12 · 0.1) / 16 = 0.3
        Collected all = merged(
                new Part(seen(machine(4, 0.9), List.of(use(APP, 30)), List.of(), List.of()), 0, 4, "m1"),
                new Part(seen(machine(12, 0.1), List.of(use(DB, 3)), List.of(), List.of()), 0, 12, "m2"));
        assertThat(all.machine().cores()).isEqualTo(16);
        assertThat(all.machine().cpuBusyShare()).isCloseTo(0.3, within(1e-9));
        assertThat(all.machine().memoryTotalBytes()).isEqualTo(2_000);
        assertThat(all.hosts())
                .containsExactly(
                        new HostUse("a", machine(4, 0.9), List.of("app1")),
                        new HostUse("d", machine(12, 0.1), List.of("database")));
        assertThat(all.instances()).extracting(InstanceUse::name).containsExactly("app1", "database", "external");
        assertThat(all.instances()).extracting(InstanceUse::cpuSeconds).containsExactly(30.0, 3.0, 0.0);
        assertThat(all.problems())
                .containsExactly("a page was late", "host a: a page was late", "host d: a page was late");
    }

    @Test
    void samplesOfTheSameSecondComeTogetherWhateverTheClocksSay() {
        // The second machine's clock is 90 s ahead and its third tick was late by 0.2 s; the fourth second it did not
        // see.
        List<Sample> first =
                List.of(sample(10_100, 1, APP), sample(11_100, 1, APP), sample(12_100, 1, APP), sample(13_100, 1, APP));
        List<Sample> second = List.of(sample(100_400, 0, DB), sample(101_400, 0, DB), sample(102_600, 0, DB));
        Collected all = merged(
                new Part(seen(machine(2, 1), List.of(), first, List.of()), 0, 2, "m3"),
                new Part(seen(machine(2, 0), List.of(), second, List.of()), 90_000, 2, "m4"));
        assertThat(all.samples()).extracting(Sample::atMillis).containsExactly(10_000L, 11_000L, 12_000L);
        assertThat(all.samples()).allSatisfy(sample -> {
            assertThat(sample.cpuBusyShare()).isEqualTo(0.5);
            assertThat(sample.instances()).extracting(InstanceSample::name).containsExactly("app1", "database");
        });
    }

    /** A pod of application servers that an autoscaler asked for at 12 s. */
    @Test
    void secondsWithoutAMachineThatCameLaterCount() {
        List<Sample> whole = List.of(sample(10_100, 1, DB), sample(11_100, 1, DB), sample(12_100, 1, DB));
        List<Sample> late = List.of(sample(12_100, 0, APP));
        Collected all = merged(
                new Part(seen(machine(2, 0), List.of(), late, List.of()), 0, 2, "joined", true, List.of()),
                new Part(seen(machine(2, 1), List.of(), whole, List.of()), 0, 2, "there"));
        assertThat(all.samples()).extracting(Sample::cpuBusyShare).containsExactly(1.0, 1.0, 0.5);
    }

    @Test
    void aTickThatWasLeftOutIsToldByTheNextSample() {
        // The second machine was held up: its sample of 13.1 s lasts from 11.1 s, so it tells of two seconds.
        List<Sample> first =
                List.of(sample(10_100, 1, APP), sample(11_100, 1, APP), sample(12_100, 1, APP), sample(13_100, 1, APP));
        List<Sample> second = List.of(sample(10_100, 0, DB), sample(11_100, 0, DB), sample(13_100, 0.5, DB));
        Collected all = merged(
                new Part(seen(machine(2, 1), List.of(), first, List.of()), 0, 2, "m5"),
                new Part(seen(machine(2, 0), List.of(), second, List.of()), 0, 2, "m6"));
        assertThat(all.samples()).extracting(Sample::cpuBusyShare).containsExactly(0.5, 0.5, 0.75, 0.75);
    }

    @Test
    void ofALongerGapOnlyTheLastSecondsAreKnown() {
        List<Sample> whole = java.util.stream.LongStream.rangeClosed(0, 20)
                .mapToObj(second -> sample(10_000 + 1_000 * second, 1, APP))
                .toList();
        Collected all = merged(
                new Part(seen(machine(2, 1), List.of(), whole, List.of()), 0, 2, "m7"),
                new Part(
                        seen(
                                machine(2, 0),
                                List.of(),
                                List.of(sample(10_000, 0, DB), sample(30_000, 0, DB)),
                                List.of()),
                        0,
                        2,
                        ""));
        assertThat(all.samples())
                .extracting(sample -> sample.atMillis() / 1_000)
                .containsExactly(10L, 25L, 26L, 27L, 28L, 29L, 30L);
    }

    @Test
    void theNewestOfEachMachineAreShownTogetherThoughTheirSecondsDiffer() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put(
                "a", new Part(seen(machine(1, 1), List.of(), List.of(sample(10_900, 1, APP)), List.of()), 0, 1, "m8"));
        parts.put(
                "d",
                new Part(seen(machine(3, 0), List.of(), List.of(sample(101_100, 0, DB)), List.of()), 90_000, 3, "m9"));
        Sample newest = new MergedCollection(List.of(), Collected.NOTHING, parts)
                .newest()
                .orElseThrow();
        assertThat(newest.atMillis()).isEqualTo(11_100);
        assertThat(newest.cpuBusyShare()).isEqualTo(0.25);
        assertThat(newest.instances()).extracting(InstanceSample::name).containsExactly("app1", "database");
        assertThat(new MergedCollection(List.of(), Collected.NOTHING, Map.of()).newest())
                .isEmpty();
    }

    @Test
    void whatHappenedStandsInTheTimeOfThisMachine() {
        ProcessEvent late = new ProcessEvent(95_000, "relational", "database", ProcessEvent.Kind.VANISHED, "pid 10");
        ProcessEvent early = new ProcessEvent(4_000, "appServers", "app1", ProcessEvent.Kind.VANISHED, "pid 10");
        Collected all = merged(
                new Part(seen(machine(1, 0), List.of(), List.of(), List.of(early)), 0, 1, "m10"),
                new Part(seen(machine(1, 0), List.of(), List.of(), List.of(late)), 90_000.4, 1, "m11"));
        assertThat(all.events()).extracting(ProcessEvent::instance).containsExactly("app1", "database");
        assertThat(all.events()).extracting(ProcessEvent::atMillis).containsExactly(4_000L, 5_000L);
    }

    private static Part drawing(double watts, int cores, String source) {
        Collected seen = seen(machine(cores, 0.5), List.of(), List.of(), List.of());
        return new Part(seen.with(new Power(watts, source), List.of()), 0, cores, "of " + watts + " W");
    }

    @Test
    void theWattsOfAllMachinesAddUpWhateverTheirCores() {
        // 40 W + 95.5 W = 135.5 W
        assertThat(merged(drawing(40, 2, "RAPL package-0"), drawing(95.5, 16, "RAPL package-0"))
                        .machine()
                        .power())
                .isEqualTo(new Power(135.5, "RAPL package-0"));
        assertThat(merged(drawing(40, 2, "RAPL package-0"), drawing(60, 2, "RAPL psys"))
                        .machine()
                        .power())
                .isEqualTo(new Power(100, "RAPL package-0, RAPL psys"));
    }

    @Test
    void theSumIsNotKnownWhereOneMachineWasNotMeasured() {
        Collected all = merged(drawing(40, 2, "RAPL package-0"), drawing(0, 2, ""));
        assertThat(all.machine().power()).isEqualTo(Power.NONE);
        assertThat(all.problems())
                .contains("the power of all hosts together is not known, because it was not measured on d");
        assertThat(all.hosts().getFirst().machine().power().watts()).isEqualTo(40);
        assertThat(merged(drawing(0, 2, ""), drawing(0, 2, "")).problems())
                .noneMatch(problem -> problem.contains("power"));
    }

    @Test
    void whereNoMachineIsLeftNothingIsKnown() {
        Part lost = new Part(Collected.NOTHING, 0, 4, "m12");
        assertThat(merged(lost, lost).machine()).isEqualTo(MachineUse.UNKNOWN);
        assertThat(merged(lost, lost).samples()).isEmpty();
    }

    private static Part sharing(String kernel, double busy, double outside, Instance instance) {
        Outside others = new Outside(outside, List.of(), busy - outside);
        MachineUse machine = new MachineUse(2, busy, 0, 0, 3, 1_000, 100, 5, 80, 1, others, new Power(50, "RAPL"));
        Sample second = new Sample(
                10_100, busy, 0, 3, 70, List.of(new InstanceSample(instance.tier(), instance.name(), 0.5, 7)), others);
        return new Part(seen(machine, List.of(use(instance, 30)), List.of(second), List.of()), 0, 2, kernel);
    }

    @Test
    void hostsOnOneKernelAreOneMachineOnWhichTheOtherIsNoForeignLoad() {
        // Each sees 80 % busy: one knows 25 % of it as its own, the other 45 %. Neither knows 80 - 25 - 45 = 10 %.
        Collected all = merged(sharing("k1", 0.8, 0.55, APP), sharing("k1", 0.8, 0.35, DB));
        assertThat(all.machine().cores()).isEqualTo(2);
        assertThat(all.machine().cpuBusyShare()).isCloseTo(0.8, within(1e-9));
        assertThat(all.machine().outside().share()).isCloseTo(0.1, within(1e-9));
        assertThat(all.machine().memoryTotalBytes()).isEqualTo(1_000);
        assertThat(all.machine().power().watts()).isEqualTo(50);
        assertThat(all.hosts())
                .extracting(host -> Math.round(100 * host.machine().outside().share()))
                .containsExactly(10L, 10L);
        assertThat(all.samples()).singleElement().satisfies(second -> {
            assertThat(second.cpuBusyShare()).isCloseTo(0.8, within(1e-9));
            assertThat(second.outside().share()).isCloseTo(0.1, within(1e-9));
            assertThat(second.memoryUsedBytes()).isEqualTo(70);
            assertThat(second.instances()).extracting(InstanceSample::name).containsExactly("app1", "database");
        });
        assertThat(all.problems())
                .contains(
                        "hosts a, d are one machine (the same kernel): figures of the machine are those of all of them"
                                + " together");
    }

    @Test
    void hostsOnOtherKernelsAreMachinesOfTheirOwn() {
        Collected all = merged(sharing("k1", 0.8, 0.5, APP), sharing("k2", 0.4, 0.1, DB));
        assertThat(all.machine().cores()).isEqualTo(4);
        assertThat(all.machine().outside().share()).isCloseTo(0.3, within(1e-9));
        assertThat(all.machine().power().watts()).isEqualTo(100);
        assertThat(all.problems()).noneMatch(problem -> problem.contains("one machine"));
    }

    @Test
    void whatIsCountedTwiceNeverMakesLessThanNothingOfTheOthers() {
        Collected all = merged(sharing("k1", 0.5, 0.1, APP), sharing("k1", 0.5, 0.2, DB));
        assertThat(all.machine().outside().share()).isZero();
    }
}
