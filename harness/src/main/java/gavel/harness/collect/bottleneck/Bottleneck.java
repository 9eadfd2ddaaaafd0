package gavel.harness.collect.bottleneck;

import java.util.List;

/**
 * The resource that gave out first.
 *
 * @param tier whose resource it is; empty when none was found
 * @param instance of that tier; empty when it is the whole tier
 * @param statement one sentence for the reader
 * @param evidence the figures it rests on, strongest first
 */
public record Bottleneck(Kind kind, String tier, String instance, String statement, List<String> evidence) {
    public Bottleneck {
        evidence = List.copyOf(evidence);
    }

    /** In order of preference: what explains the others comes first. */
    public enum Kind {
        QUOTA,
        POOL,
        DESCRIPTORS,
        BROKER_ALARM,
        CONNECTIONS,
        GARBAGE_COLLECTION,
        MACHINE_CPU,
        STEAL,
        DISK,
        NONE
    }
}
