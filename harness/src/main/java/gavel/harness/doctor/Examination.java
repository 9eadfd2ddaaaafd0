package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.config.DataSettings;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.Sizing;
import gavel.harness.deploy.Topologies;
import gavel.harness.doctor.Descriptors.Need;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.kubernetes.KubernetesPlatforms;
import gavel.harness.report.text.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Holds what a machine offers against what a configuration needs: pure arithmetic, nothing is touched. */
public final class Examination {
    private static final int NEEDED_JDK = 25;
    private static final long MEBIBYTE = 1L << 20;
    /** What the embedded document store leaves (512), programs and files of the embedded database (103), and logs. */
    private static final long DISK_BASE = 650 * MEBIBYTE;
    /** Rows, and pictures where the documents are on this machine. */
    private static final double DISK_PER_USER = 0.25;

    private static final double SMALL_PICTURES_PER_USER = 0.5;
    private static final double PHOTOS_PER_USER = 6;
    public static final String DESCRIPTORS = "descriptors";
    private static final double UPLOADS_PER_USER_MINUTE = 0.05;

    private Examination() {}

    public static List<Finding> of(Configuration configuration, HostFacts facts) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.of(
                facts.jdk() >= NEEDED_JDK,
                Finding.Level.PROBLEM,
                "JDK",
                Integer.toString(facts.jdk()),
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

    /**
     * Whether a machine has the memory of several deployments that are up at the same time.
     *
     * @param common what is added to their sum for servers that they share, in MiB
     */
    public static Finding memoryTogether(List<Configuration> deployments, long common, HostFacts facts) {
        long needed = common
                + deployments.stream()
                        .mapToLong(each -> Sizing.of(each).total(each))
                        .sum();
        long available = facts.availableMemoryBytes() / MEBIBYTE;
        int users = Sizing.usersWithin(deployments.getFirst(), (available - common) / deployments.size());
        return Finding.of(
                available >= needed,
                Finding.Level.PROBLEM,
                "memory",
                available + " MiB available of " + facts.memoryBytes() / MEBIBYTE,
                needed + " MiB are needed by " + deployments.size() + " deployments together, each for up to "
                        + Words.plural(deployments.getFirst().load().users(), "user") + ": "
                        + (users == 0
                                ? "fewer deployments"
                                : "at most " + users + (users == 1 ? " user each fits" : " users each fit")
                                        + ", or fewer deployments")
                        + ", or less memory for a tier (`gavel plan` shows them)");
    }

    /** What can be read on the network between the machines; nothing where all is on one machine, or encrypted. */
    public static List<Finding> encryption(Configuration configuration) {
        return configuration.plainBetweenMachines()
                ? List.of(
                        new Finding(
                                Finding.Level.WARNING,
                                "encryption",
                                "traffic between machines is plain, passwords included",
                                configuration.clustered()
                                        ? "let the network of the cluster encrypt it, or keep others away from it"
                                        : "encryption.betweenTiers: true encrypts it, or keep these machines in a network of their own"))
                : List.of();
    }

    /** What the pods ask for; the scheduler of the cluster finds the nodes that have it. */
    public static Finding memoryOfNodes(Configuration configuration) {
        long requested = KubernetesPlatforms.requestedMebibytes(
                configuration, Topologies.planned(configuration).instances());
        return Finding.good("memory", requested + " MiB are requested from the nodes");
    }

    private static String fewer(Configuration configuration, long available) {
        int users = Sizing.usersWithin(configuration, available);
        return users == 0
                ? "not even one user would fit: more memory"
                : "at most " + users + (users == 1 ? " user fits" : " users fit") + " (load.users)";
    }

    /** @param data whether those of the application are there */
    public static Finding disk(Configuration configuration, HostFacts facts, boolean data) {
        return disk(facts, data ? DISK_PER_USER * Sizing.setUsers(configuration) + pictures(configuration) : 0);
    }

    /** Of a machine that has everything. */
    private static Finding disk(Configuration configuration, HostFacts facts) {
        return disk(facts, DISK_PER_USER * Sizing.setUsers(configuration) + copies(configuration));
    }

    /** @param ofData in MiB */
    private static Finding disk(HostFacts facts, double ofData) {
        long needed = DISK_BASE + Math.round(MEBIBYTE * ofData);
        return Finding.of(
                facts.diskBytes() >= needed,
                Finding.Level.PROBLEM,
                "disk",
                facts.diskBytes() / MEBIBYTE + " MiB free",
                needed / MEBIBYTE + " MiB are needed for the run directory: make room");
    }

    /** Of the set and of uploads, once, in MiB; 0 where they are kept elsewhere. */
    private static double pictures(Configuration configuration) {
        if (configuration.documents().external() && !configuration.imageStore().isDirectory()) {
            return 0;
        }
        double each =
                configuration.data().images() == DataSettings.Images.SMALL ? SMALL_PICTURES_PER_USER : PHOTOS_PER_USER;
        double added = UPLOADS_PER_USER_MINUTE
                * configuration.load().users()
                * configuration.load().phases().totalSeconds()
                / 60;
        return each * Sizing.setUsers(configuration) + added;
    }

    /** Each member of a replica set has all pictures of its shard, and what was written last once more for the others. */
    private static double copies(Configuration configuration) {
        double once = pictures(configuration);
        DocumentSettings documents = configuration.documents();
        if (!documents.mongodb() || configuration.imageStore().isDirectory()) {
            return once;
        }
        double last = documents.replicated()
                ? Math.min(
                        once,
                        (double) documents.sets() * Sizing.of(configuration).oplog())
                : 0;
        return documents.membersOfEach() * (once + last);
    }

    /** Whether a process may have as many descriptors as people's connections take, and for how many users it would have. */
    public static Finding descriptors(Configuration configuration, HostFacts facts) {
        return descriptors(
                Descriptors.of(configuration, facts.cores()),
                configuration.load().users(),
                facts.descriptors());
    }

    /** @param needs of the processes there are */
    public static Finding descriptors(List<Need> needs, int users, long limit) {
        if (limit < 0 || needs.isEmpty()) {
            return Finding.good(DESCRIPTORS, limit < 0 ? "unknown" : limit + " for each process");
        }
        Need need = Descriptors.narrowest(needs, limit);
        String found = limit + " for each process, " + enough(need.usersWithin(limit)) + " ("
                + needs.stream().map(Examination::each).collect(Collectors.joining(", "))
                + " a user)";
        if (need.usual(users) > limit) {
            return new Finding(
                    Finding.Level.PROBLEM,
                    DESCRIPTORS,
                    found,
                    need.usual(users) + " are needed in the " + need.processes()
                            + ": fewer users (load.users), more such processes, HTTP/2 (drivers.http), or a higher limit (ulimit -Hn)");
        }
        return Finding.of(
                need.most(users) <= limit,
                Finding.Level.WARNING,
                DESCRIPTORS,
                found,
                "where answers are slow, people open more, up to " + need.most(users) + " in the " + need.processes()
                        + ": enough in any case for " + Words.plural(need.usersAlwaysWithin(limit), "user"));
    }

    private static String enough(int users) {
        return users == Integer.MAX_VALUE
                ? "enough for any number of users"
                : "enough for " + Words.plural(users, "user");
    }

    private static String each(Need need) {
        return need.processes() + " "
                + BigDecimal.valueOf(need.usual()).stripTrailingZeros().toPlainString();
    }
}
