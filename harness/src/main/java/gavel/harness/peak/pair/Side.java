package gavel.harness.peak.pair;

import java.util.Locale;

/** One of two configurations that are compared. */
public enum Side {
    FIRST,
    SECOND;

    public Side other() {
        return this == FIRST ? SECOND : FIRST;
    }

    /** As files and people call it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
