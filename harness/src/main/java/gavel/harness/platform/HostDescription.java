package gavel.harness.platform;

/**
 * What a machine is.
 *
 * @param virtualisation in words
 * @param hugePages which processes get pages of 2 MiB: {@code always}, {@code madvise} (processes that ask) or {@code never}
 * @param boot id that its kernel chose at random when it started; empty when unknown. Machines resumed from one snapshot share it
 * @param counts of its kernel at the moment it was asked
 */
public record HostDescription(
        String name,
        String operatingSystem,
        String kernel,
        String cpu,
        String virtualisation,
        String hugePages,
        String boot,
        KernelCounts counts) {}
