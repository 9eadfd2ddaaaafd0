package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.config.DataSettings;
import gavel.harness.config.Sizing;
import gavel.harness.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** Holds what a machine offers against what a configuration needs: pure arithmetic, nothing is touched. */
public final class Examination {
    private static final int NEEDED_JDK = 25;
    private static final long MEBIBYTE = 1L << 20;
    private static final long DISK_BASE = 600 * MEBIBYTE;
    /** Rows, and pictures where the documents are on this machine. */
    private static final double DISK_PER_USER = 0.25;

    private static final double SMALL_PICTURES_PER_USER = 0.5;
    private static final double PHOTOS_PER_USER = 6;
    private static final double UPLOADS_PER_USER_MINUTE = 0.05;
    private static final int DESCRIPTORS_BASE = 512;
    /** Connections of a user at its busiest: six of a browser, on each side of the loopback. */
    private static final int DESCRIPTORS_PER_USER = 7;

    private Examination() {}

    /** @param jdk feature version of the running JVM, which every process of a deployment shares */
    public static List<Finding> of(Configuration configuration, HostFacts facts, int jdk) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.of(
                jdk >= NEEDED_JDK,
                Finding.Level.PROBLEM,
                "JDK",
                Integer.toString(jdk),
                "needed is " + NEEDED_JDK + " or later: install one and set JAVA_HOME"));
        findings.add(Finding.of(
                facts.cores() >= 2,
                Finding.Level.WARNING,
                "cores",
                Integer.toString(facts.cores()),
                "driver and application share them: results say more about the scheduler than the application"));
        findings.add(memory(configuration, facts));
        findings.add(disk(configuration, facts));
        findings.add(descriptors(configuration, facts));
        return findings;
    }

    /** Whether a machine has the memory a deployment is planned with, and for how many users it would have. */
    public static Finding memory(Configuration configuration, HostFacts facts) {
        long needed = Sizing.of(configuration).total(configuration);
        long available = facts.availableMemoryBytes() / MEBIBYTE;
        return Finding.of(
                available >= needed,
                Finding.Level.PROBLEM,
                "memory",
                available + " MiB available of " + facts.memoryBytes() / MEBIBYTE,
                needed + " MiB are needed: " + fewer(configuration, available)
                        + ", or less memory for a tier (`gavel plan` shows them)");
    }

    private static String fewer(Configuration configuration, long available) {
        int users = Sizing.usersWithin(configuration, available);
        return users == 0 ? "not even one user would fit: more memory" : "at most " + users + " users fit (load.users)";
    }

    private static Finding disk(Configuration configuration, HostFacts facts) {
        double pictures =
                configuration.data().images() == DataSettings.Images.SMALL ? SMALL_PICTURES_PER_USER : PHOTOS_PER_USER;
        double added = UPLOADS_PER_USER_MINUTE
                * configuration.load().users()
                * configuration.load().phases().totalSeconds()
                / 60;
        boolean elsewhere = configuration.documents().external()
                && !configuration.imageStore().isDirectory();
        long needed = DISK_BASE
                + Math.round(MEBIBYTE
                        * (DISK_PER_USER * Sizing.setUsers(configuration)
                                + (elsewhere ? 0 : pictures * Sizing.setUsers(configuration) + added)));
        return Finding.of(
                facts.diskBytes() >= needed,
                Finding.Level.PROBLEM,
                "disk",
                facts.diskBytes() / MEBIBYTE + " MiB free",
                needed / MEBIBYTE + " MiB are needed where the run directory is: make room");
    }

    private static Finding descriptors(Configuration configuration, HostFacts facts) {
        long needed = DESCRIPTORS_BASE
                + (long) DESCRIPTORS_PER_USER * configuration.load().users();
        return Finding.of(
                facts.descriptors() < 0 || facts.descriptors() >= needed,
                Finding.Level.WARNING,
                "descriptors",
                facts.descriptors() < 0 ? "unknown" : Long.toString(facts.descriptors()),
                needed + " may be needed at once: raise the limit (ulimit -n " + needed + ")");
    }
}
