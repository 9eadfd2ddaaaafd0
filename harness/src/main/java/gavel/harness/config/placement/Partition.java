package gavel.harness.config.placement;

/**
 * A part of a machine that acts as a host: its processes share limits, and it may have an address of its own.
 *
 * @param addressed whether it has a network namespace with its own address; else its processes use the machine's loopback
 * @param cpu cores it may use; 0 for no limit
 * @param memoryBytes it may use; 0 for no limit
 */
public record Partition(String name, boolean addressed, double cpu, long memoryBytes) {
    public Partition {
        if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
            throw new IllegalArgumentException("name of a host must be letters, digits and -: " + name);
        }
    }

    /** Whether anything holds its processes back. */
    public boolean limited() {
        return cpu > 0 || memoryBytes > 0;
    }

    /** In words, for plan and result. */
    public String described() {
        StringBuilder words = new StringBuilder(addressed ? "address of its own" : "loopback");
        if (cpu > 0) {
            words.append(", ").append(cpu == Math.rint(cpu) ? Long.toString((long) cpu) : Double.toString(cpu));
            words.append(cpu == 1 ? " core" : " cores");
        }
        if (memoryBytes > 0) {
            words.append(", ").append(memoryBytes >> 20).append(" MiB");
        }
        return words.toString();
    }
}
