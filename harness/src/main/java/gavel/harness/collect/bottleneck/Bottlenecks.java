package gavel.harness.collect.bottleneck;

import static java.util.Locale.ROOT;

import gavel.harness.collect.Collected;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.TierNames;
import gavel.harness.collect.bottleneck.Bottleneck.Kind;
import gavel.harness.collect.metrics.AppUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Names the resource that gave out first, with the figures it concludes from: pure. A cause is asked for before its consequences. An
 * exhausted pool on a machine without idle CPU is a consequence; a full descriptor table or a collector that stops the world is not.
 */
public final class Bottlenecks {
    static final double QUOTA_USED = 0.90;
    static final double THROTTLED = 0.10;
    static final double MACHINE_BUSY = 0.85;
    /** Of a balancer's connections. */
    static final double CONNECTIONS_USED = 0.95;
    /** Of an instance's descriptors, when they ran out: they are counted now and then, while some are closed. */
    static final double DESCRIPTORS_LEFT = 0.001;

    static final int FEW_DESCRIPTORS = 8;
    static final double GC_PAUSED = 0.10;
    /** Of a heap after a collection. */
    static final double HEAP_FULL = 0.80;

    static final double IO_WAIT = 0.20;
    static final double POOL_WAIT_MILLIS = 10;

    /** @param extent of hosts for which the cause is found, that with the largest is named */
    private record Search(Function<Bottlenecks, Optional<Bottleneck>> cause, ToDoubleFunction<Bottlenecks> extent) {}

    /** A cause before its consequences. */
    private static final List<Search> CAUSES = List.of(
            new Search(Bottlenecks::taken, on -> TakenCpu.of(on.collected.machine(), "")
                    .share()),
            new Search(Bottlenecks::descriptors, _ -> 0),
            new Search(Bottlenecks::brokerAlarm, _ -> 0),
            new Search(Bottlenecks::connections, _ -> 0),
            new Search(Bottlenecks::garbageCollection, on -> largest(on.underTest(), on::gcShare)),
            new Search(Bottlenecks::quota, on -> largest(Quota.of(on.underTest().toList()).stream(), on::quotaUse)),
            new Search(Bottlenecks::machine, on -> on.collected.machine().cpuBusyShare()),
            new Search(Bottlenecks::pool, _ -> 0),
            new Search(Bottlenecks::disk, on -> on.collected.machine().ioWaitShare()));

    private final Collected collected;
    private final String host;
    private final List<TierUse> tiers;
    private final String driverTier;

    /**
     * Judges by the time in which limits broke: what was short only before or after cannot be the cause.
     *
     * @param driverTier the tier that makes the load: it is never the bottleneck of the platform, but it is named where it is in the way
     */
    public static Bottleneck find(Collected collected, BrokenTime broken, String driverTier) {
        Collected then = broken.narrow(collected);
        Bottleneck found = find(then, driverTier);
        if (then.equals(collected)) {
            return found;
        }
        String when = String.format(
                ROOT, "over the %.0f s of %.0f s in which limits broke", then.seconds(), collected.seconds());
        return new Bottleneck(
                found.kind(),
                found.tier(),
                found.instance(),
                found.statement(),
                Stream.concat(Stream.of(when), found.evidence().stream()).toList());
    }

    private Bottlenecks(Collected collected, String host, List<TierUse> tiers, String driverTier) {
        this.collected = collected;
        this.host = host;
        this.tiers = tiers;
        this.driverTier = driverTier;
    }

    private static Bottleneck find(Collected collected, String driverTier) {
        List<Bottlenecks> searches = collected.byHost().entrySet().stream()
                .map(host ->
                        new Bottlenecks(host.getValue(), host.getKey(), TierUses.of(host.getValue(), 0), driverTier))
                .filter(search -> search.mostUnderTest().isPresent())
                .toList();
        if (searches.isEmpty() || collected.seconds() <= 0) {
            return Bottleneck.UNKNOWN;
        }
        return CAUSES.stream()
                .flatMap(each -> searches.stream()
                        .sorted(Comparator.comparingDouble(each.extent()).reversed())
                        .flatMap(search -> each.cause().apply(search).stream()))
                .findFirst()
                .orElseGet(() -> searches.stream()
                        .max(Comparator.comparingDouble(
                                search -> search.collected.machine().cpuBusyShare()))
                        .orElseThrow()
                        .none());
    }

    private static <T> double largest(Stream<T> all, ToDoubleFunction<T> extent) {
        return all.mapToDouble(extent).max().orElse(0);
    }

    private String cpu() {
        return host.isEmpty() ? "machine's CPU" : "CPU of host " + host;
    }

    private Stream<InstanceUse> underTest() {
        return collected.instances().stream().filter(i -> !i.tier().equals(driverTier));
    }

    private Optional<Bottleneck> descriptors() {
        return underTest()
                .filter(i -> i.descriptorLimit() > 0
                        && i.descriptorLimit() - i.descriptorsMax()
                                <= Math.max(FEW_DESCRIPTORS, DESCRIPTORS_LEFT * i.descriptorLimit()))
                .findFirst()
                .map(i -> found(
                        Kind.DESCRIPTORS,
                        i,
                        String.format(
                                ROOT,
                                "%s had %,d of its %,d file descriptors open.",
                                i.name(),
                                i.descriptorsMax(),
                                i.descriptorLimit())));
    }

    /** A broker above its memory or below its disk limit takes nothing from publishers: every bid waits. */
    private Optional<Bottleneck> brokerAlarm() {
        return underTest()
                .filter(i -> most(i, "memoryAlarm") > 0 || most(i, "diskAlarm") > 0)
                .findFirst()
                .map(i -> found(
                        Kind.BROKER_ALARM,
                        i,
                        String.format(
                                ROOT,
                                "%s held its publishers back: it ran short of %s.",
                                i.name(),
                                most(i, "memoryAlarm") > 0 ? "memory (broker.memory)" : "disk"),
                        String.format(
                                ROOT,
                                "%,d of %,d MiB used",
                                most(i, "memoryBytes") >> 20,
                                most(i, "memoryLimitBytes") >> 20),
                        String.format(
                                ROOT,
                                "up to %,d messages waiting, %,d unacknowledged",
                                most(i, "messagesReady"),
                                most(i, "messagesUnacknowledged"))));
    }

    private Optional<Bottleneck> connections() {
        return underTest()
                .filter(i -> delta(i, "connectionsDropped") > 0
                        || most(i, "openLimit") > 0 && most(i, "open") >= CONNECTIONS_USED * most(i, "openLimit"))
                .findFirst()
                .map(i -> found(
                        Kind.CONNECTIONS,
                        i,
                        delta(i, "connectionsDropped") > 0
                                ? String.format(
                                        ROOT,
                                        "%s dropped %,d of %,d connections, because it had no more of them.",
                                        i.name(),
                                        delta(i, "connectionsDropped"),
                                        delta(i, "connectionsAccepted"))
                                : String.format(
                                        ROOT,
                                        "%s had %,d of its %,d connections open at once.",
                                        i.name(),
                                        most(i, "open"),
                                        most(i, "openLimit")),
                        String.format(ROOT, "%,d open at once", Math.max(most(i, "connections"), most(i, "open")))));
    }

    private static long delta(InstanceUse i, String counter) {
        return i.server() == null ? 0 : i.server().deltas().getOrDefault(counter, 0L);
    }

    private static long most(InstanceUse i, String gauge) {
        return i.server() == null ? 0 : i.server().most().getOrDefault(gauge, 0L);
    }

    private Optional<Bottleneck> garbageCollection() {
        return underTest()
                .filter(i -> gcShare(i) >= GC_PAUSED)
                .max(Comparator.comparingDouble(this::gcShare))
                .map(i -> found(
                        Kind.GARBAGE_COLLECTION,
                        i,
                        String.format(
                                ROOT,
                                "%s stood still for garbage collection %s of the time%s.",
                                i.name(),
                                percent(gcShare(i)),
                                heapFull(i) ? ": its heap is too small" : ""),
                        String.format(
                                ROOT,
                                "%.1f s paused in %.0f s, %,d collections",
                                i.app().gc().pauseSeconds(),
                                collected.seconds(),
                                i.app().gc().collections()),
                        String.format(
                                ROOT,
                                "%,d of %,d MiB of heap live after the last collection",
                                i.app().gc().liveBytes() >> 20,
                                i.app().gc().heapMaxBytes() >> 20)));
    }

    private static boolean heapFull(InstanceUse i) {
        return i.app().gc().heapMaxBytes() > 0
                && i.app().gc().liveBytes() >= HEAP_FULL * i.app().gc().heapMaxBytes();
    }

    private double gcShare(InstanceUse i) {
        return i.app() == null || collected.seconds() <= 0 ? 0 : i.app().gc().pauseSeconds() / collected.seconds();
    }

    /** Of several that are not the deployment's own, which may be one, the use is not known: that of the largest instance tells. */
    private Optional<Bottleneck> quota() {
        return Quota.held(underTest().toList()).stream()
                .filter(quota -> quotaUse(quota) >= QUOTA_USED || quota.throttledShare() >= THROTTLED)
                .max(Comparator.comparingDouble(this::quotaUse)
                        .thenComparingDouble(quota -> quota.largest().cpuSeconds()))
                .map(quota -> quota.gaveOut(collected.seconds()));
    }

    private double quotaUse(Quota quota) {
        return quota.used(collected.seconds());
    }

    /** Whatever else gave out may be its consequence: what waits for a core holds connections, descriptors and memory meanwhile. */
    private Optional<Bottleneck> taken() {
        TakenCpu taken = TakenCpu.of(collected.machine(), TakenCpu.on(host));
        return taken.tooMuch()
                ? Optional.of(new Bottleneck(
                        taken.mostlyOutside() ? Kind.OUTSIDE : Kind.STEAL, "", "", taken.statement() + ".", shares()))
                : Optional.empty();
    }

    private Optional<Bottleneck> machine() {
        double busy = collected.machine().cpuBusyShare();
        Optional<TierUse> most = mostUnderTest();
        if (busy < MACHINE_BUSY || most.isEmpty()) {
            return Optional.empty();
        }
        TierUse tier = most.get();
        String statement = String.format(
                ROOT,
                "The %s was %s busy (%d cores); of the tiers under test %s used most, %s of the machine.",
                cpu(),
                percent(busy),
                collected.machine().cores(),
                TierNames.words(tier.tier()),
                percent(tier.machineShare()));
        return Optional.of(new Bottleneck(Kind.MACHINE_CPU, tier.tier(), "", statement + beside(tier), shares()));
    }

    /** The load and other work on the machine take from the platform; where they take more than its largest tier, that is said. */
    private String beside(TierUse tier) {
        return tiers.stream()
                .filter(t -> t.tier().equals(driverTier) || t.tier().equals(TierUses.OTHERS))
                .filter(t -> t.machineShare() > tier.machineShare())
                .map(t -> String.format(
                        ROOT,
                        " Yet more, %s, went to %s.",
                        percent(t.machineShare()),
                        t.tier().equals(driverTier)
                                ? "the workload driver"
                                : "the kernel, the harness and processes outside the run"))
                .findFirst()
                .orElse("");
    }

    private Optional<TierUse> mostUnderTest() {
        return tiers.stream()
                .filter(t -> !t.tier().equals(driverTier) && !t.tier().equals(TierUses.OTHERS))
                .max(Comparator.comparingDouble(TierUse::machineShare));
    }

    private Optional<Bottleneck> pool() {
        return underTest()
                .filter(i -> i.app() != null)
                .flatMap(i ->
                        i.app().pools().stream().filter(Bottlenecks::exhausted).map(p -> poolFound(i, p)))
                .findFirst();
    }

    private static boolean exhausted(AppUse.Pool pool) {
        return pool.timeouts() > 0
                || (pool.size() > 0 && pool.activeMax() >= pool.size() && pool.waitMeanMillis() >= POOL_WAIT_MILLIS);
    }

    private Bottleneck poolFound(InstanceUse i, AppUse.Pool pool) {
        double busy = collected.machine().cpuBusyShare();
        return found(
                Kind.POOL,
                i,
                String.format(
                        ROOT,
                        "The connection pool \"%s\" of %s is exhausted while CPU is left (%s busy).",
                        pool.name(),
                        i.name(),
                        percent(busy)),
                String.format(
                        ROOT, "%d of %d in use, up to %d waiting", pool.activeMax(), pool.size(), pool.pendingMax()),
                String.format(
                        ROOT, "%.1f ms mean wait, %,d requests got none", pool.waitMeanMillis(), pool.timeouts()));
    }

    private Optional<Bottleneck> disk() {
        double waiting = collected.machine().ioWaitShare();
        return waiting < IO_WAIT
                ? Optional.empty()
                : underTest()
                        .max(Comparator.comparingLong(i -> i.readBytes() + i.writtenBytes()))
                        .map(i -> found(
                                Kind.DISK,
                                i,
                                String.format(
                                        ROOT,
                                        "Cores waited for storage %s of the time; %s.",
                                        percent(waiting),
                                        i.readBytes() + i.writtenBytes() > 0
                                                ? "of the tiers under test " + i.name() + " moved most bytes"
                                                : "no tier under test moved a byte"),
                                String.format(
                                        ROOT,
                                        "%,d MiB read, %,d MiB written",
                                        i.readBytes() >> 20,
                                        i.writtenBytes() >> 20)));
    }

    private Bottleneck none() {
        String statement = mostUnderTest()
                .map(t -> String.format(
                        ROOT,
                        "No resource was exhausted: the %s was %s busy; of the tiers under test %s used most (%s).",
                        cpu(),
                        percent(collected.machine().cpuBusyShare()),
                        TierNames.words(t.tier()),
                        percent(t.machineShare())))
                .orElseThrow();
        return new Bottleneck(Kind.NONE, "", "", statement, shares());
    }

    private List<String> shares() {
        List<String> evidence = new ArrayList<>();
        tiers.stream()
                .sorted(Comparator.comparingDouble(TierUse::machineShare).reversed())
                .forEach(t -> evidence.add(String.format(
                        ROOT, "%s: %s of the machine", TierNames.words(t.tier()), percent(t.machineShare()))));
        if (collected.machine().runnableMean() > 0) {
            evidence.add(String.format(
                    ROOT,
                    "%.1f tasks running or waiting for one of %d cores, on average",
                    collected.machine().runnableMean(),
                    collected.machine().cores()));
        }
        return evidence;
    }

    private static Bottleneck found(Kind kind, InstanceUse i, String statement, String... evidence) {
        return new Bottleneck(kind, i.tier(), i.name(), statement, List.of(evidence));
    }

    static String percent(double share) {
        return String.format(ROOT, "%.0f %%", 100 * share);
    }
}
