package gavel.harness.kind;

import java.time.Instant;

/**
 * One result in a list of them.
 *
 * @param name also of its directory, below the directory of all results
 * @param startedAt null where only its directory is known
 * @param verdict a word; empty where nothing is known
 * @param headline what it says, in a few words
 * @param report path of its page; null where there is none
 */
public record ResultEntry(
        String name,
        String kind,
        Instant startedAt,
        String verdict,
        String headline,
        String directory,
        String report) {}
