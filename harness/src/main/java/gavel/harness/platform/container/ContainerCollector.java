package gavel.harness.platform.container;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.ForwardingCollector;
import gavel.harness.collect.Instance;
import gavel.harness.platform.local.proc.Proc;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;

/**
 * The collector of this machine, which sees the processes of containers too. Besides, it tells what that does not see: a process that was
 * killed for want of memory while the first one of its container went on. What was measured then is not what was deployed.
 */
public final class ContainerCollector extends ForwardingCollector {
    private final Map<String, Instance> instances = new ConcurrentHashMap<>();
    private final Map<String, Long> before = new ConcurrentHashMap<>();
    private final List<ProcessEvent> killed = new ArrayList<>();
    private final LongUnaryOperator kills;
    private final InstantSource clock;

    /** @param kills processes of the control group of a process that were killed for want of memory */
    public ContainerCollector(
            Collector processes, List<Instance> instances, LongUnaryOperator kills, InstantSource clock) {
        super(processes);
        this.kills = kills;
        this.clock = clock;
        instances.forEach(this::begin);
    }

    /**
     * The same from within the container that all of the processes are in: the control group of one that was killed is not known any more.
     *
     * @param own this process
     */
    public static ContainerCollector within(
            Collector processes, List<Instance> instances, Proc proc, long own, InstantSource clock) {
        return new ContainerCollector(processes, instances, _ -> proc.killedForMemory(own), clock);
    }

    private void begin(Instance instance) {
        if (instance.watchable()) {
            instances.put(instance.name(), instance);
            before.put(instance.name(), kills.applyAsLong(instance.pid()));
        }
    }

    @Override
    public void beginMeasurement() throws InterruptedException {
        look();
        super.beginMeasurement();
    }

    @Override
    public void endMeasurement() throws InterruptedException {
        super.endMeasurement();
        look();
    }

    /** A counter falls only where a container is gone, which the other collector tells. */
    private synchronized void look() {
        instances.forEach((name, instance) -> {
            long now = kills.applyAsLong(instance.pid());
            long more = now - before.get(name);
            if (more > 0) {
                before.put(name, now);
                killed.add(new ProcessEvent(
                        clock.millis(),
                        instance.tier(),
                        name,
                        ProcessEvent.Kind.VANISHED,
                        "the kernel killed " + (more == 1 ? "a process" : more + " processes")
                                + " of it, as its container was out of memory"));
            }
        });
    }

    @Override
    public void watch(Instance instance) throws InterruptedException {
        begin(instance);
        super.watch(instance);
    }

    @Override
    public void expectEnd(String instance) throws InterruptedException {
        instances.remove(instance);
        super.expectEnd(instance);
    }

    @Override
    public synchronized Collected collected() {
        look();
        Collected seen = super.collected();
        List<ProcessEvent> events = new ArrayList<>(seen.events());
        events.addAll(killed);
        return seen.with(events);
    }
}
