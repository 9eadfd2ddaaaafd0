package gavel.harness.platform;

/**
 * What a machine is.
 *
 * @param virtualisation in words
 * @param hugePages who gets pages of 2 MiB: {@code always}, {@code madvise} (processes that ask) or {@code never}
 * @param boot that its kernel chose at random when it started, so hosts of the same one share a machine; empty when unknown
 */
public record HostDescription(
        String name,
        String operatingSystem,
        String kernel,
        String cpu,
        String virtualisation,
        String hugePages,
        String boot) {}
