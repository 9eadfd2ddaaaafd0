package gavel.harness.platform.local.host;

/**
 * What a machine offers.
 *
 * @param diskBytes free where the run directory is
 * @param descriptors a process may have open; -1 when unknown
 */
public record HostFacts(int cores, long memoryBytes, long availableMemoryBytes, long diskBytes, long descriptors) {}
