package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import java.util.List;
import java.util.Set;

/** Whether a machine has the kind of processor that the programs of the embedded database are made for. Pure. */
public final class ArchitectureExamination {
    /** The others, as JVMs and {@code uname -m} call them; what has another name is tried. */
    private static final Set<String> OTHERS = Set.of("aarch64", "arm64", "ppc64le", "riscv64", "s390x");

    private ArchitectureExamination() {}

    /** @param architecture of the machine that the embedded services are to run on */
    public static List<Finding> of(Configuration configuration, String architecture) {
        if (configuration.clustered() || !configuration.relational().embedded() || !OTHERS.contains(architecture)) {
            return List.of();
        }
        return List.of(new Finding(
                Finding.Level.PROBLEM,
                "architecture",
                architecture,
                "the embedded database is for x86-64 only: take the PostgreSQL of this machine"
                        + " (relational.implementation=postgresql), or another machine"));
    }
}
