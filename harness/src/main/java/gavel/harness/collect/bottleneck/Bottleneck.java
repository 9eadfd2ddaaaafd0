package gavel.harness.collect.bottleneck;

import java.util.List;

/**
 * The resource that gave out first.
 *
 * @param kind of the resource; NONE where none gave out, NOT_MEASURED where unknown
 * @param tier whose resource it is; empty when none was found
 * @param instance of that tier; empty when it is the whole tier
 * @param statement one sentence for the reader
 * @param evidence the figures it rests on, strongest first
 */
public record Bottleneck(Kind kind, String tier, String instance, String statement, List<String> evidence) {
    public Bottleneck {
        evidence = List.copyOf(evidence);
    }

    /** Nothing was measured: nothing is said about it. */
    public static final Bottleneck UNKNOWN =
            new Bottleneck(Kind.NOT_MEASURED, "", "", "Nothing was measured to name a bottleneck from.", List.of());

    /** Whether there is anything to say. */
    public boolean known() {
        return kind != Kind.NOT_MEASURED;
    }

    public enum Kind {
        OUTSIDE,
        QUOTA,
        POOL,
        DESCRIPTORS,
        BROKER_ALARM,
        CONNECTIONS,
        GARBAGE_COLLECTION,
        MACHINE_CPU,
        STEAL,
        DISK,
        NONE,
        NOT_MEASURED
    }
}
