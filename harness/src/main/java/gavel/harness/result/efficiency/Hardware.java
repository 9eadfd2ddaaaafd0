package gavel.harness.result.efficiency;

/**
 * What a platform has.
 *
 * @param covers what part of it that is
 */
public record Hardware(int cores, long memoryBytes, String covers) {
    public static final Hardware UNKNOWN = new Hardware(0, 0, "");
}
