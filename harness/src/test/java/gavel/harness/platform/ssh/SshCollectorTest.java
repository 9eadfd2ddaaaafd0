package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.KernelCounts;
import gavel.harness.platform.Machine.ClockOffset;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.host.FarMachine;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several machines that watch their own processes, and what becomes of it when one of them is lost. */
@Timeout(60)
class SshCollectorTest {
    private static final Instant NOW = Instant.ofEpochMilli(100_000);
    private static final Instance APP1 = Instance.of("appServers", "app1", 11);
    private static final Instance APP2 = Instance.of("appServers", "app2", 12);
    private static final Instance OURS = Instance.elsewhere("broker", "external");

    private final List<String> diary = new CopyOnWriteArrayList<>();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final Map<String, String> hostOf = new HashMap<>(Map.of("app1", "a1", "app2", "b2"));
    private final List<Instance> read = new ArrayList<>();
    /** Of hosts that share one. */
    private final Map<String, String> kernels = new HashMap<>();

    private final AtomicLong counted = new AtomicLong();

    private FarSite site(String name, double aheadMillis) {
        FarHost far = (FarHost) Proxy.newProxyInstance(
                FarHost.class.getClassLoader(), new Class<?>[] {FarHost.class}, (_, method, arguments) -> {
                    if (lost.contains(name)) {
                        throw new EnvironmentException("host " + name + " does not answer");
                    }
                    if (!Set.of("latest", "samples", "collected", "facts", "description")
                            .contains(method.getName())) {
                        diary.add(name + " " + method.getName() + " " + List.of(arguments));
                    }
                    return switch (method.getName()) {
                        case "collect" -> 7;
                        case "facts" -> new HostFacts(2, 0, 0, 0, 0, 25);
                        case "description" ->
                            new HostDescription(
                                    name, "", "", "", "", "", "boot of " + kernels.getOrDefault(name, name), counts());
                        case "latest" -> sample(99_000, 0.5);
                        case "samples" -> part(name, (int) arguments[1]);
                        case "collected" -> collected(name);
                        default -> null;
                    };
                });
        FarMachine machine = (FarMachine) Proxy.newProxyInstance(
                FarMachine.class.getClassLoader(),
                new Class<?>[] {FarMachine.class},
                (_, method, _) -> switch (method.getName()) {
                    case "name" -> name;
                    case "far" -> far;
                    case "clock" -> new ClockOffset(aheadMillis, 1);
                    default -> throw new AssertionError(method.getName());
                });
        return new FarSite(machine, "mine-1", List.of(), secret -> secret);
    }

    /** As they grow on one kernel. */
    private KernelCounts counts() {
        long all = counted.incrementAndGet();
        return new KernelCounts(all, all, all);
    }

    private static Sample sample(long at, double busy) {
        return new Sample(at, busy, 0, 1, 100, List.of());
    }

    /** Five samples, at most two at a time, as a far end gives them. */
    private List<Sample> part(String name, int from) {
        asked.merge(name, 1, Integer::sum);
        List<Sample> all = new ArrayList<>();
        for (int i = from; i < Math.min(5, from + 2); i++) {
            all.add(sample(90_000 + 1_000L * i, 0.1 * i));
        }
        return all;
    }

    private static Collected collected(String name) {
        String app = name.equals("a1") ? "app1" : "app2";
        return new Collected(
                90_000,
                95_000,
                new MachineUse(2, 0.4, 0, 0, 1, 1_000, 100, 5, 80, 1, Outside.NONE, Power.NONE),
                List.of(new InstanceUse("appServers", app, 1, 3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 9, null, null, null)),
                List.of(),
                name.equals("b2")
                        ? List.of(new ProcessEvent(
                                94_500, "appServers", "app2", ProcessEvent.Kind.RESTARTED, "another pid"))
                        : List.of(),
                List.of());
    }

    private final class Pages implements Collector {
        @Override
        public void beginMeasurement() {
            diary.add("pages begin");
        }

        @Override
        public void endMeasurement() {
            diary.add("pages end");
        }

        @Override
        public void watch(Instance instance) {
            diary.add("pages watch " + instance.name() + " " + instance.pid());
        }

        @Override
        public void expectEnd(String instance) {
            diary.add("pages expect the end of " + instance);
        }

        @Override
        public Sample latest() {
            return Sample.NONE;
        }

        @Override
        public Collected collected() {
            return new Collected(90_000, 95_000, MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of());
        }

        @Override
        public void close() {
            diary.add("pages close");
        }
    }

    private SshCollector collector(Instance... instances) {
        return collector(null, instances);
    }

    private SshCollector collector(Function<String, FarSite> later, Instance... instances) {
        return new SshCollector(
                List.of(site("a1", 0), site("b2", 2_000)),
                later,
                hostOf,
                List.of(instances),
                all -> {
                    read.addAll(all);
                    return new Pages();
                },
                InstantSource.fixed(NOW));
    }

    @Test
    void eachMachineWatchesItsOwnProcessesAndThisOneReadsWhatAllSay() {
        try (SshCollector _ = collector(APP1, APP2, OURS)) {
            assertThat(diary)
                    .containsExactlyInAnyOrder(
                            "a1 collect [[Watched[tier=appServers, name=app1, pid=11, cpuLimit=0.0]]]",
                            "b2 collect [[Watched[tier=appServers, name=app2, pid=12, cpuLimit=0.0]]]");
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
                            "b2 watch [7, Watched[tier=appServers, name=app3, pid=13, cpuLimit=0.0]]",
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
                            "c3 watch [7, Watched[tier=appServers, name=app3, pid=13, cpuLimit=0.0]]",
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
