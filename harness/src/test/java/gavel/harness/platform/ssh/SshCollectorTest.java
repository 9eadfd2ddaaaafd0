package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collected.Silence;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several machines that watch their own processes, and what becomes of it when one of them is lost. */
class SshCollectorTest extends SshCollectorRig {
    @Test
    void eachMachineWatchesItsOwnProcessesAndThisOneReadsWhatAllSay() {
        try (SshCollector _ = collector(APP1, APP2, OURS)) {
            assertThat(diary)
                    .containsExactlyInAnyOrder(
                            "a1 collect [[Watched[tier=appServers, name=app1, pid=11, cpuLimit=0.0, limitHost=]]]",
                            "b2 collect [[Watched[tier=appServers, name=app2, pid=12, cpuLimit=0.0, limitHost=]]]");
            assertThat(read).extracting(Instance::name).containsExactly("app1", "app2", "external");
            assertThat(read).as("no process of this machine").allMatch(instance -> instance.pid() == 0);
        }
        assertThat(diary)
                .contains("a1 endCollection [7]", "b2 endCollection [7]")
                .endsWith("pages close");
    }

    @Test
    void whatAllSawIsPutTogetherWithEverySampleOnce() throws InterruptedException {
        try (SshCollector collector = collector(APP1, APP2)) {
            collector.beginMeasurement();
            collector.endMeasurement();
            Collected seen = collector.collected();
            Collected again = collector.collected();

            assertThat(seen.instances()).extracting(InstanceUse::name).containsExactly("app1", "app2");
            assertThat(seen.machine().cores()).as("two machines").isEqualTo(4);
            assertThat(seen.events())
                    .as("by the clock of this machine, which is two seconds behind")
                    .containsExactly(
                            new ProcessEvent(92_500, "appServers", "app2", ProcessEvent.Kind.RESTARTED, "another pid"));
            assertThat(seen.problems()).isEmpty();
            assertThat(again.samples()).isEqualTo(seen.samples());
            assertThat(asked.get("a1")).as("2, 2, 1, none; and once more none").isEqualTo(5);
        }
        assertThat(diary).containsSubsequence("a1 beginMeasurement [7]", "pages begin");
        assertThat(diary).containsSubsequence("b2 endMeasurement [7]", "pages end");
    }

    /** It stays lost: what its processes did meanwhile is not known. */
    @Test
    void theInstancesOfAMachineThatIsLostVanish() throws InterruptedException {
        try (SshCollector collector = collector(APP1, APP2)) {
            collector.beginMeasurement();
            lost.add("b2");
            collector.endMeasurement();
            lost.clear();
            Collected seen = collector.collected();

            assertThat(seen.events())
                    .containsExactly(new ProcessEvent(
                            100_000, "appServers", "app2", ProcessEvent.Kind.VANISHED, "host b2 does not answer"));
            assertThat(seen.problems()).containsExactly("host b2: host b2 does not answer");
            assertThat(seen.instances()).extracting(InstanceUse::name).containsExactly("app1");
            assertThat(diary).doesNotContain("b2 endMeasurement [7]");
        }
        assertThat(diary).contains("a1 endCollection [7]").doesNotContain("b2 endCollection [7]");
    }

    /** A cable that is out: what people missed meanwhile is told by the load, and that nothing was heard of the machine here. */
    @Test
    void aMachineThatIsSilentForAMinuteIsNotLostAndItsSamplesAreThere() {
        try (SshCollector collector = collector(List.of(site("a1", 0)), known::get, APP1)) {
            silent.put("a1", 4_000L);
            collector.collected();
            silent.put("a1", 61_000L);
            Collected seen = collector.collected();

            assertThat(seen.events()).isEmpty();
            assertThat(seen.samples()).hasSize(5);
            assertThat(seen.hosts())
                    .extracting(HostUse::host, HostUse::silences)
                    .containsExactly(tuple("a1", List.of(new Silence(104_000, 165_000))));
        }
    }

    /** Servers are asked when all machines have answered: 20 s later, after a cable that was out as it began. */
    @Test
    void aMeasurementBeginsWhenItIsAskedForHoweverLongAMachineIsSilent() throws InterruptedException {
        readFrom = 120_000;
        try (SshCollector collector = collector(APP1, APP2)) {
            collector.beginMeasurement();
            assertThat(collector.collected().fromMillis()).isEqualTo(100_000);
        }
    }

    /** Servers are asked when all machines have answered: 2 s later. */
    @Test
    void aMeasurementEndsWhenItIsAskedToHoweverLongAMachineTakes() throws InterruptedException {
        try (SshCollector collector = collector(APP1, APP2)) {
            collector.beginMeasurement();
            passed.set(60_000);
            collector.endMeasurement();
            readFrom = 157_000;

            Collected seen = collector.collected();
            assertThat(seen.fromMillis()).isEqualTo(100_000);
            assertThat(seen.toMillis()).isEqualTo(160_000);
        }
    }

    @Test
    void questionsThatWaitTogetherAreOneSilence() {
        Silences silences = new Silences();
        silences.answered(10_000, 14_999);
        silences.answered(31_000, 80_000);
        silences.answered(20_000, 80_100);
        silences.answered(90_000, 95_000);

        assertThat(silences.all()).containsExactly(new Silence(20_000, 80_100), new Silence(90_000, 95_000));
    }

    @Test
    void aMachineThatIsLostWhileItTellsIsLostToo() {
        try (SshCollector collector = collector(APP1, APP2)) {
            lost.add("a1");
            lost.add("b2");
            Collected seen = collector.collected();
            assertThat(seen.events()).extracting(ProcessEvent::instance).containsExactlyInAnyOrder("app1", "app2");
            assertThat(seen.machine()).isEqualTo(MachineUse.UNKNOWN);
            assertThat(seen.samples()).isEmpty();
        }
    }

    @Test
    void anInstanceOnAMachineThatNeverAnsweredHasVanishedFromTheBeginning() {
        hostOf.put("app2", "c3");
        try (SshCollector collector = collector(APP1, APP2, OURS)) {
            assertThat(collector.collected().events())
                    .contains(new ProcessEvent(
                            90_000, "appServers", "app2", ProcessEvent.Kind.VANISHED, "host c3 cannot be reached"));
        }
    }

    @Test
    void anInstanceThatComesOrGoesIsToldToItsMachineAlone() throws InterruptedException {
        try (SshCollector collector = collector(APP1)) {
            diary.clear();
            hostOf.put("app3", "b2");
            collector.watch(Instance.of("appServers", "app3", 13));
            collector.expectEnd("app1");
            assertThat(diary)
                    .containsExactly(
                            "b2 watch [7, Watched[tier=appServers, name=app3, pid=13, cpuLimit=0.0, limitHost=]]",
                            "pages watch app3 0",
                            "a1 expectEnd [7, app1]",
                            "pages expect the end of app1");
        }
    }

    /** A process that was started again takes the place of the former. */
    @Test
    void anInstanceIsThereOnceHoweverOftenItIsStarted() throws InterruptedException {
        try (SshCollector collector = collector(APP1, APP2)) {
            collector.watch(Instance.of("appServers", "app1", 21));
            lost.add("a1");
            assertThat(collector.collected().events())
                    .filteredOn(event -> event.instance().equals("app1"))
                    .hasSize(1);
        }
    }

    @Test
    void theNewestSampleIsThatOfAllMachines() throws InterruptedException {
        try (SshCollector collector = collector(APP1, APP2)) {
            assertThat(collector.latest()).isEqualTo(Sample.NONE);
            Instant end = Instant.now().plus(Duration.ofSeconds(20));
            while (collector.latest().atMillis() == 0 && Instant.now().isBefore(end)) {
                Thread.sleep(20);
            }
            assertThat(collector.latest().atMillis())
                    .as("the later of both by this machine's clock")
                    .isEqualTo(99_000);
            assertThat(collector.latest().cpuBusyShare()).isEqualTo(0.5);
            assertThat(collector.latest().memoryUsedBytes()).isEqualTo(200);
        }
    }
}
