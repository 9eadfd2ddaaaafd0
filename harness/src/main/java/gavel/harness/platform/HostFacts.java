package gavel.harness.platform;

/**
 * What a machine offers.
 *
 * @param diskBytes free where deployments are kept
 * @param descriptors a process may have open; -1 when unknown
 * @param jdk feature version of the JVM that deployments are started with; 0 where there is none
 */
public record HostFacts(
        int cores, long memoryBytes, long availableMemoryBytes, long diskBytes, long descriptors, int jdk) {}
