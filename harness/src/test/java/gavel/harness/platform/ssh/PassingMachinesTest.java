package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machines that come later than others, leave, and come back, and what is seen of their processes. */
class PassingMachinesTest extends SshCollectorRig {
    /** A pod that an autoscaler has asked for, and that it takes away again. */
    @Test
    void aMachineMayComeLaterAndLeaveWhenItsInstanceHasEnded() throws InterruptedException {
        try (SshCollector collector = collector(name -> site(name, 0), APP1, OURS)) {
            collector.beginMeasurement();
            hostOf.put("app3", "c3");
            diary.clear();
            collector.watch(Instance.of("appServers", "app3", 13));
            assertThat(diary)
                    .containsExactly(
                            "c3 collect [[]]",
                            "c3 beginMeasurement [7]",
                            "c3 watch [7, Watched[tier=appServers, name=app3, pid=13, cpuLimit=0.0, limitHost=]]",
                            "pages watch app3 0");

            collector.expectEnd("app3");
            lost.add("c3");
            collector.endMeasurement();
            Collected seen = collector.collected();

            assertThat(seen.events()).extracting(ProcessEvent::instance).doesNotContain("app3");
            assertThat(seen.problems()).isEmpty();
        }
    }

    /** Pods on one node see the same machine, whenever they come. */
    @ParameterizedTest
    @CsvSource({"a1,4", "c3,6"})
    void aHostThatComesLaterCountsWithThoseOnItsKernel(String kernel, int cores) throws InterruptedException {
        kernels.put("a1", "a1");
        kernels.put("c3", kernel);
        try (SshCollector collector = collector(name -> site(name, 0), APP1, APP2)) {
            collector.beginMeasurement();
            hostOf.put("app3", "c3");
            collector.watch(Instance.of("appServers", "app3", 13));
            collector.endMeasurement();
            assertThat(collector.collected().machine().cores()).isEqualTo(cores);
        }
    }

    @Test
    void aMachineThatLeavesWithoutAnOrderIsMissedAsAnyOther() throws InterruptedException {
        try (SshCollector collector = collector(name -> site(name, 0), APP1, OURS)) {
            hostOf.put("app3", "c3");
            collector.watch(Instance.of("appServers", "app3", 13));
            lost.add("c3");

            assertThat(collector.collected().events())
                    .extracting(ProcessEvent::instance)
                    .contains("app3");
        }
    }

    /** Its next life knows nothing of it. */
    @Test
    void whatWasAmissBeforeAMachineCameBackStaysAmiss() throws InterruptedException {
        hostOf.put("app3", "b2");
        try (SshCollector collector =
                collector(name -> site(name, 2_000), APP1, APP2, Instance.of("appServers", "app3", 13))) {
            collector.expectEnd("app3");
            lost.add("b2");
            collector.collected();
            lost.clear();
            collector.watch(Instance.of("appServers", "app3", 23));

            assertThat(collector.collected().events())
                    .filteredOn(event -> event.kind() == ProcessEvent.Kind.VANISHED)
                    .containsExactly(new ProcessEvent(
                            100_000, "appServers", "app2", ProcessEvent.Kind.VANISHED, "host b2 does not answer"));
        }
    }

    /** A machine that is switched off and on, with the only instance it has. */
    @Test
    void aHostThatGoesAwayByAnOrderIsNoIncident() throws InterruptedException {
        try (SshCollector collector = collector(name -> site(name, 2_000), APP1, APP2)) {
            int samples = collector.collected().samples().size();
            collector.expectEnd("app2");
            lost.add("b2");
            assertThat(collector.collected().problems()).isEmpty();
            lost.clear();
            diary.clear();
            collector.watch(Instance.of("appServers", "app2", 22));
            Collected seen = collector.collected();

            assertThat(diary).startsWith("b2 collect [[]]");
            assertThat(seen.events())
                    .extracting(ProcessEvent::kind)
                    .as("what its far end tells anyway, before and now")
                    .containsExactly(ProcessEvent.Kind.RESTARTED, ProcessEvent.Kind.RESTARTED);
            assertThat(seen.problems()).isEmpty();
            assertThat(seen.samples()).hasSizeGreaterThanOrEqualTo(samples);
            assertThat(seen.instances())
                    .filteredOn(use -> use.name().equals("app2"))
                    .as("what it used before it went away is part of the run: 3 s in each of its lives")
                    .extracting(InstanceUse::cpuSeconds)
                    .containsExactly(6.0);
        }
    }

    /** Its pod is another one with the same name. */
    @Test
    void aMachineThatComesBackIsWatchedAnew() throws InterruptedException {
        try (SshCollector collector = collector(name -> site(name, 0), APP1, OURS)) {
            hostOf.put("app3", "c3");
            collector.watch(Instance.of("appServers", "app3", 13));
            collector.expectEnd("app3");
            collector.collected();
            diary.clear();

            collector.watch(Instance.of("appServers", "app3", 14));

            assertThat(diary).startsWith("c3 collect [[]]");
            lost.add("c3");
            assertThat(collector.collected().events())
                    .filteredOn(event -> event.instance().equals("app3"))
                    .as("it was to stay this time")
                    .hasSize(1);
        }
    }
}
