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
        return new MachineUse(cores, busy, 0, 0, cores * busy, 1_000, 100, 5, 80, 1, Outside.NONE);
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
                new Part(seen(machine(4, 0.9), List.of(use(APP, 30)), List.of(), List.of()), 0, 4),
                new Part(seen(machine(12, 0.1), List.of(use(DB, 3)), List.of(), List.of()), 0, 12));
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
                new Part(seen(machine(2, 1), List.of(), first, List.of()), 0, 2),
                new Part(seen(machine(2, 0), List.of(), second, List.of()), 90_000, 2));
        assertThat(all.samples()).extracting(Sample::atMillis).containsExactly(10_000L, 11_000L, 12_000L);
        assertThat(all.samples()).allSatisfy(sample -> {
            assertThat(sample.cpuBusyShare()).isEqualTo(0.5);
            assertThat(sample.instances()).extracting(InstanceSample::name).containsExactly("app1", "database");
        });
    }

    @Test
    void theNewestOfEachMachineAreShownTogetherThoughTheirSecondsDiffer() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("a", new Part(seen(machine(1, 1), List.of(), List.of(sample(10_900, 1, APP)), List.of()), 0, 1));
        parts.put("d", new Part(seen(machine(3, 0), List.of(), List.of(sample(101_100, 0, DB)), List.of()), 90_000, 3));
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
                new Part(seen(machine(1, 0), List.of(), List.of(), List.of(early)), 0, 1),
                new Part(seen(machine(1, 0), List.of(), List.of(), List.of(late)), 90_000.4, 1));
        assertThat(all.events()).extracting(ProcessEvent::instance).containsExactly("app1", "database");
        assertThat(all.events()).extracting(ProcessEvent::atMillis).containsExactly(4_000L, 5_000L);
    }

    @Test
    void whereNoMachineIsLeftNothingIsKnown() {
        Part lost = new Part(Collected.NOTHING, 0, 4);
        assertThat(merged(lost, lost).machine()).isEqualTo(MachineUse.UNKNOWN);
        assertThat(merged(lost, lost).samples()).isEmpty();
    }
}
