package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.CollectorDiary;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;

/** Two machines that watch their own processes, of which one may be lost. */
@Timeout(60)
abstract class SshCollectorRig {
    static final Instant NOW = Instant.ofEpochMilli(100_000);
    static final Instance APP1 = Instance.of("appServers", "app1", 11);
    static final Instance APP2 = Instance.of("appServers", "app2", 12);
    static final Instance OURS = Instance.elsewhere("broker", "external");

    final List<String> diary = new CopyOnWriteArrayList<>();
    final Set<String> lost = ConcurrentHashMap.newKeySet();
    /** Machines that answer once so many milliseconds later. */
    final Map<String, Long> silent = new ConcurrentHashMap<>();

    final AtomicLong passed = new AtomicLong();
    /** When servers were asked first, in milliseconds. */
    long readFrom = 90_000;

    final Map<String, Integer> asked = new ConcurrentHashMap<>();
    final Map<String, String> hostOf = new HashMap<>(Map.of("app1", "a1", "app2", "b2"));
    final List<Instance> read = new ArrayList<>();
    /** Of hosts that share one. */
    final Map<String, String> kernels = new HashMap<>();

    final Map<String, FarSite> known = new HashMap<>();
    final AtomicLong counted = new AtomicLong();

    FarSite site(String name, double aheadMillis) {
        FarHost far = (FarHost) Proxy.newProxyInstance(
                FarHost.class.getClassLoader(), new Class<?>[] {FarHost.class}, (_, method, arguments) -> {
                    if (lost.contains(name)) {
                        throw new EnvironmentException("host " + name + " does not answer");
                    }
                    Long silence = silent.remove(name);
                    passed.addAndGet(silence == null ? 0 : silence);
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
    KernelCounts counts() {
        long all = counted.incrementAndGet();
        return new KernelCounts(all, all, all);
    }

    static Sample sample(long at, double busy) {
        return new Sample(at, busy, 0, 1, 100, List.of());
    }

    /** Five samples, at most two at a time, as a far end gives them. */
    List<Sample> part(String name, int from) {
        asked.merge(name, 1, Integer::sum);
        List<Sample> all = new ArrayList<>();
        for (int i = from; i < Math.min(5, from + 2); i++) {
            all.add(sample(90_000 + 1_000L * i, 0.1 * i));
        }
        return all;
    }

    static Collected collected(String name) {
        String app = name.equals("a1") ? "app1" : "app2";
        return new Collected(
                90_000,
                95_000,
                new MachineUse(2, 0.4, 0, 0, 1, 1_000, 100, 5, 80, 1, Outside.NONE, Power.NONE),
                List.of(new InstanceUse(
                        "appServers", app, 1, 3, 0, 0, "", 0, 1, 1, 0, 0, 0, 0, 1, 9, null, null, null)),
                List.of(),
                name.equals("b2")
                        ? List.of(new ProcessEvent(
                                94_500, "appServers", "app2", ProcessEvent.Kind.RESTARTED, "another pid"))
                        : List.of(),
                List.of());
    }

    private final class Pages extends CollectorDiary {
        Pages() {
            super(what -> diary.add("pages " + what));
        }

        @Override
        public void watch(Instance instance) {
            diary.add("pages watch " + instance.name() + " " + instance.pid());
        }

        @Override
        public Collected collected() {
            return new Collected(
                    readFrom, readFrom + 5_000, MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of());
        }
    }

    /** Machines that stay. */
    SshCollector collector(Instance... instances) {
        return collector(known::get, instances);
    }

    SshCollector collector(Function<String, FarSite> later, Instance... instances) {
        known.put("a1", site("a1", 0));
        known.put("b2", site("b2", 2_000));
        return collector(List.of(known.get("a1"), known.get("b2")), later, instances);
    }

    SshCollector collector(List<FarSite> sites, Function<String, FarSite> later, Instance... instances) {
        return new SshCollector(
                sites,
                later,
                hostOf,
                List.of(instances),
                all -> {
                    read.addAll(all);
                    return new Pages();
                },
                () -> NOW.plusMillis(passed.get()));
    }
}
