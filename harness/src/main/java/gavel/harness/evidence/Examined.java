package gavel.harness.evidence;

import java.nio.file.Path;

/**
 * A result that is examined, and where its files are.
 *
 * @param part of another result, such as a probe of a search: its logs and its configuration are those of the whole
 * @param sameProgram whether this very program wrote it, so that what is concluded must be the same to the last word
 */
public record Examined(Path directory, boolean part, boolean sameProgram) {}
