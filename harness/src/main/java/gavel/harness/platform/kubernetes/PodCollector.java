package gavel.harness.platform.kubernetes;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.ForwardingCollector;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the far ends of pods see, with what the cluster says of those that are lost: evicted, out of memory, deleted, or their node gone. */
final class PodCollector extends ForwardingCollector {
    private final Function<String, Optional<String>> hosts;
    private final Supplier<Map<String, String>> troubles;

    /**
     * @param hosts of instances, by their names
     * @param troubles of the pods of hosts, asked for when an instance vanished
     */
    PodCollector(Collector pods, Function<String, Optional<String>> hosts, Supplier<Map<String, String>> troubles) {
        super(pods);
        this.hosts = hosts;
        this.troubles = troubles;
    }

    @Override
    public Collected collected() {
        Collected seen = super.collected();
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
}
