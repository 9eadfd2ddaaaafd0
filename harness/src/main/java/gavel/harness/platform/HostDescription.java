package gavel.harness.platform;

/**
 * What a machine is.
 *
 * @param virtualisation in words
 * @param hugePages who gets pages of 2 MiB: {@code always}, {@code madvise} (processes that ask) or {@code never}
 */
public record HostDescription(
        String name, String operatingSystem, String kernel, String cpu, String virtualisation, String hugePages) {}
