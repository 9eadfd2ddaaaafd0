package gavel.harness.platform.kubernetes;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the far ends of pods see, with what the cluster says of those that are lost: evicted, out of memory, deleted, or their node gone.
 *
 * @param hosts of instances, by their names
 * @param troubles of the pods of hosts, asked for when an instance vanished
 */
record PodCollector(Collector pods, Function<String, Optional<String>> hosts, Supplier<Map<String, String>> troubles)
        implements Collector {
    @Override
    public void beginMeasurement() throws InterruptedException {
        pods.beginMeasurement();
    }

    @Override
    public void endMeasurement() throws InterruptedException {
        pods.endMeasurement();
    }

    @Override
    public void watch(Instance instance) throws InterruptedException {
        pods.watch(instance);
    }

    @Override
    public void expectEnd(String instance) throws InterruptedException {
        pods.expectEnd(instance);
    }

    @Override
    public Sample latest() {
        return pods.latest();
    }

    @Override
    public LiveFigures figures() throws InterruptedException {
        return pods.figures();
    }

    @Override
    public Collected collected() {
        Collected seen = pods.collected();
        if (seen.events().stream().noneMatch(event -> event.kind() == ProcessEvent.Kind.VANISHED)) {
            return seen;
        }
        Map<String, String> known = troubles.get();
        return seen.with(
                seen.events().stream().map(event -> explained(event, known)).toList());
    }

    private ProcessEvent explained(ProcessEvent event, Map<String, String> known) {
        String trouble = hosts.apply(event.instance()).map(known::get).orElse("");
        return event.kind() != ProcessEvent.Kind.VANISHED || trouble.isEmpty()
                ? event
                : new ProcessEvent(
                        event.atMillis(), event.tier(), event.instance(), event.kind(), "its pod: " + trouble);
    }

    @Override
    public void close() {
        pods.close();
    }
}
