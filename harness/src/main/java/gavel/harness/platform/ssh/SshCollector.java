package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.SharedKernels;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.ssh.MergedCollection.Part;
import gavel.harness.platform.ssh.far.FarHost.Watched;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The collector of processes on several machines: each watches its own and keeps the samples, so a connection that is cut for a while costs
 * none. What servers say of themselves is read from here. A machine that is lost makes its instances vanish.
 */
final class SshCollector implements Collector {
    private static final int BEATS_OF_A_STATUS = 1;
    private final Map<String, String> hostOf;
    private final List<Instance> instances;
    private final Function<String, FarSite> later;
    private final Set<String> expected = ConcurrentHashMap.newKeySet();
    private final Collector pages;
    private final InstantSource clock;
    private final List<Watching> watching;
    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private volatile Sample latest = Sample.NONE;
    private volatile long ended = Long.MAX_VALUE;
    /** A machine that is silent as the measurement begins is waited for, and what it missed is within the measurement. */
    private volatile long began = Long.MAX_VALUE;

    /** One machine that watches. */
    private static final class Watching {
        private final FarSite site;
        private final int number;
        private final int cores;
        /** A name that is equal for all hosts on its kernel. */
        private volatile String machine;

        /** Of earlier lives of the machine. */
        private final Collected earlier;

        private final List<Sample> samples = new ArrayList<>();
        private final boolean late;
        /** What was seen when the end of an instance was expected: its machine may go with it. */
        private volatile Collected before = Collected.NOTHING;

        private volatile Sample latest = Sample.NONE;
        private volatile LiveFigures figures = LiveFigures.NONE;
        private volatile String lost = "";
        private volatile long lostAtMillis;
        private final Silences silences = new Silences();

        Watching(FarSite site, List<Watched> processes) {
            this(site, processes, Collected.NOTHING, false);
        }

        /** @param late whether the others were watched before */
        Watching(FarSite site, List<Watched> processes, Collected earlier, boolean late) {
            this.site = site;
            this.earlier = earlier;
            this.late = late;
            this.machine = site.name();
            this.number = site.far().collect(processes);
            this.cores = site.far().facts().cores();
        }

        Part part(Collected seen, boolean left) {
            return new Part(seen, site.host().clock().millis(), cores, machine, late || left, silences.all());
        }

        List<Sample> all() {
            List<Sample> all = new ArrayList<>(earlier.samples());
            all.addAll(samples);
            return all;
        }

        void lost(EnvironmentException why, InstantSource clock) {
            lostAtMillis = Math.round(clock.millis() + site.host().clock().millis());
            lost = why.getMessage();
        }
    }

    /** What is done at one machine that watches. */
    @FunctionalInterface
    private interface Work {
        void at(Watching machine) throws InterruptedException;
    }

    /**
     * @param later the machine of a name that is none of them yet, or has come back as another
     * @param hostOf the machine of each instance, by their names
     * @param pages watches instances without their processes
     */
    SshCollector(
            List<FarSite> sites,
            Function<String, FarSite> later,
            Map<String, String> hostOf,
            List<Instance> instances,
            Function<List<Instance>, Collector> pages,
            InstantSource clock) {
        this.hostOf = hostOf;
        this.later = later;
        this.instances = new CopyOnWriteArrayList<>(instances);
        this.clock = clock;
        this.watching = new CopyOnWriteArrayList<>(SideBySide.all(
                sites,
                site -> new Watching(
                        site,
                        instances.stream()
                                .filter(instance -> on(site, instance))
                                .map(SshCollector::watched)
                                .toList())));
        name(watching);
        this.pages = pages.apply(instances.stream().map(SshCollector::saying).toList());
        ticker.scheduleAtFixedRate(this::tick, 1, BEATS_OF_A_STATUS, TimeUnit.SECONDS);
    }

    /** Asks all of them which share a kernel. */
    private static void name(List<Watching> all) {
        Map<String, Supplier<HostDescription>> hosts = new LinkedHashMap<>();
        all.forEach(each -> hosts.put(each.site.name(), each.site.far()::description));
        Map<String, String> machines = SharedKernels.machines(hosts);
        all.forEach(each -> each.machine = machines.get(each.site.name()));
    }

    private boolean on(FarSite site, Instance instance) {
        return instance.watchable() && site.name().equals(hostOf.get(instance.name()));
    }

    private static Watched watched(Instance instance) {
        return new Watched(instance.tier(), instance.name(), instance.pid(), instance.cpuLimit(), instance.limitHost());
    }

    /** The same without its processes, which are not on this machine. */
    private static Instance saying(Instance instance) {
        return new Instance(
                instance.tier(),
                instance.name(),
                0,
                instance.cpuLimit(),
                instance.limitHost(),
                instance.metrics(),
                instance.database(),
                instance.statistics());
    }

    private void tick() {
        everywhere(machine -> machine.latest = machine.site.far().latest(machine.number));
        Map<String, Part> parts = new LinkedHashMap<>();
        watching.stream()
                .filter(machine -> machine.lost.isEmpty() && machine.latest.atMillis() > 0)
                .forEach(machine -> parts.put(machine.site.name(), machine.part(samples(machine.latest), false)));
        latest = new MergedCollection(List.of(), Collected.NOTHING, parts)
                .newest()
                .orElse(latest);
    }

    /** At all machines that are not lost; one that is lost now is remembered so. */
    private void everywhere(Work work) {
        SideBySide.all(
                watching.stream().filter(machine -> machine.lost.isEmpty()).toList(), machine -> {
                    long asked = clock.millis();
                    try {
                        work.at(machine);
                        machine.silences.answered(asked, clock.millis());
                    } catch (EnvironmentException e) {
                        machine.lost(e, clock);
                    }
                    return machine;
                });
    }

    @Override
    public void beginMeasurement() throws InterruptedException {
        began = clock.millis();
        ended = Long.MAX_VALUE;
        everywhere(machine -> machine.site.far().beginMeasurement(machine.number));
        pages.beginMeasurement();
    }

    @Override
    public void endMeasurement() throws InterruptedException {
        // Machines count until they are asked; servers are read when all machines have answered.
        ended = clock.millis();
        everywhere(machine -> machine.site.far().endMeasurement(machine.number));
        pages.endMeasurement();
    }

    @Override
    public void watch(Instance instance) throws InterruptedException {
        instances.removeIf(known -> known.name().equals(instance.name()));
        instances.add(instance);
        if (instance.watchable()) {
            join(hostOf.get(instance.name()));
        }
        expected.remove(instance.name());
        everywhere(machine -> {
            if (on(machine.site, instance)) {
                machine.site.far().watch(machine.number, watched(instance));
            }
        });
        pages.watch(saying(instance));
    }

    /** Watches a machine that was not there when the others began to be watched, or is another of the name. */
    private void join(String name) throws InterruptedException {
        FarSite now = later.apply(name);
        List<Watching> former = watching.stream()
                .filter(machine -> machine.site.name().equals(name))
                .toList();
        if (former.stream().noneMatch(machine -> machine.site.host() == now.host())) {
            former.stream()
                    .filter(machine -> machine.lost.isEmpty())
                    .forEach(machine ->
                            machine.lost(new EnvironmentException("host " + name + " was connected anew"), clock));
            Watching joined = new Watching(now, List.of(), earlier(former), true);
            if (began < Long.MAX_VALUE && ended == Long.MAX_VALUE) {
                now.far().beginMeasurement(joined.number);
            }
            watching.removeAll(former);
            watching.add(joined);
            try {
                name(watching.stream().filter(machine -> machine.lost.isEmpty()).toList());
            } catch (EnvironmentException lost) {
                // The second to come finds out which; until one joins again the new one is a machine of its own.
            }
        }
    }

    private Collected earlier(List<Watching> former) {
        List<Collected> lives = former.stream().map(this::seen).toList();
        return new Collected(
                0,
                0,
                MachineUse.UNKNOWN,
                lives.stream().flatMap(life -> life.instances().stream()).toList(),
                lives.stream().flatMap(life -> life.samples().stream()).toList(),
                lives.stream().flatMap(life -> life.events().stream()).toList(),
                List.of());
    }

    @Override
    public void expectEnd(String instance) throws InterruptedException {
        expected.add(instance);
        everywhere(machine -> {
            if (machine.site.name().equals(hostOf.get(instance))) {
                machine.site.far().expectEnd(machine.number, instance);
                fetch(machine);
                machine.before = machine.site.far().collected(machine.number);
            }
        });
        pages.expectEnd(instance);
    }

    @Override
    public Sample latest() {
        return latest;
    }

    /** A machine that does not answer says nothing here: whether it is lost is told by what watches it each second. */
    @Override
    public LiveFigures figures() throws InterruptedException {
        if (ticker.isShutdown()) {
            return LiveFigures.NONE;
        }
        List<Watching> reached =
                watching.stream().filter(machine -> machine.lost.isEmpty()).toList();
        SideBySide.all(reached, machine -> {
            try {
                machine.figures = machine.site.far().figures(machine.number);
            } catch (EnvironmentException silent) {
                machine.figures = LiveFigures.NONE;
            }
            return machine;
        });
        LiveFigures all = pages.figures();
        for (Watching machine : reached) {
            all = all.plus(machine.figures);
        }
        return all;
    }

    @Override
    public synchronized Collected collected() {
        everywhere(SshCollector::fetch);
        Map<String, Part> parts = new LinkedHashMap<>();
        watching.forEach(machine -> parts.put(machine.site.name(), machine.part(seen(machine), left(machine))));
        Collected said = pages.collected();
        List<ProcessEvent> events = new ArrayList<>(said.events());
        events.addAll(unseen(said.fromMillis()));
        long from = Math.min(began, said.fromMillis());
        long to = Math.min(ended, said.toMillis());
        Collected told = new Collected(from, to, said.machine(), said.instances(), List.of(), events, said.problems());
        return new MergedCollection(List.copyOf(instances), told, parts).merged();
    }

    /** Instances on machines that could not be reached when the rest began to be watched. */
    private List<ProcessEvent> unseen(long atMillis) {
        return instances.stream()
                .filter(Instance::watchable)
                .filter(instance -> watching.stream().noneMatch(machine -> on(machine.site, instance)))
                .map(instance -> new ProcessEvent(
                        atMillis,
                        instance.tier(),
                        instance.name(),
                        ProcessEvent.Kind.VANISHED,
                        "host " + hostOf.get(instance.name()) + " cannot be reached"))
                .toList();
    }

    /** Whoever comes second finds that there is nothing more. */
    private static void fetch(Watching machine) {
        synchronized (machine.samples) {
            List<Sample> more;
            do {
                more = machine.site.far().samples(machine.number, machine.samples.size());
                machine.samples.addAll(more);
            } while (!more.isEmpty());
        }
    }

    private static Collected samples(Sample one) {
        return new Collected(0, 0, MachineUse.UNKNOWN, List.of(), List.of(one), List.of(), List.of());
    }

    private Collected seen(Watching machine) {
        Collected seen = Collected.NOTHING;
        if (machine.lost.isEmpty()) {
            try {
                seen = machine.site.far().collected(machine.number);
            } catch (EnvironmentException e) {
                machine.lost(e, clock);
            }
        }
        boolean left = left(machine);
        boolean lost = !machine.lost.isEmpty() && !left;
        Collected told = left ? machine.before : seen;
        List<ProcessEvent> events = new ArrayList<>(machine.earlier.events());
        events.addAll(lost ? vanished(machine) : told.events());
        return new Collected(
                told.fromMillis(),
                told.toMillis(),
                told.machine(),
                InstanceUse.together(machine.earlier.instances(), told.instances()),
                machine.all(),
                events,
                lost ? List.of(machine.lost) : told.problems());
    }

    /** Whether it is gone as every instance on it was expected to be. */
    private boolean left(Watching machine) {
        List<Instance> own = instances.stream()
                .filter(instance -> on(machine.site, instance))
                .toList();
        return !machine.lost.isEmpty()
                && !own.isEmpty()
                && own.stream().allMatch(instance -> expected.contains(instance.name()));
    }

    /** What they did since is not known, so the measurement cannot be trusted. */
    private List<ProcessEvent> vanished(Watching machine) {
        return instances.stream()
                .filter(instance -> on(machine.site, instance) && !expected.contains(instance.name()))
                .map(instance -> new ProcessEvent(
                        machine.lostAtMillis,
                        instance.tier(),
                        instance.name(),
                        ProcessEvent.Kind.VANISHED,
                        machine.lost))
                .toList();
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        everywhere(machine -> machine.site.far().endCollection(machine.number));
        pages.close();
    }
}
