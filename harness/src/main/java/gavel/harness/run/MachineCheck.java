package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.doctor.ArchitectureExamination;
import gavel.harness.doctor.Descriptors;
import gavel.harness.doctor.DirectoryExamination;
import gavel.harness.doctor.Examination;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.HostExamination;
import gavel.harness.doctor.OutgoingPorts;
import gavel.harness.doctor.ProgramExamination;
import gavel.harness.doctor.UserExamination;
import gavel.harness.doctor.hosts.Burden;
import gavel.harness.doctor.hosts.ConnectionExamination;
import gavel.harness.doctor.hosts.MachineExamination;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Refuses machines that are too small for a deployment before anything is made on them, and warns of those that are nearly too small. They
 * are this one, or those that the configuration names.
 */
public final class MachineCheck {
    private static final long MEBIBYTE = 1L << 20;

    private MachineCheck() {}

    /**
     * For a run, whose users come all at once.
     *
     * @throws EnvironmentException with every problem
     */
    public static void pass(Configuration configuration, Environment environment) {
        List<Finding> findings = findings(configuration, environment);
        refuse(configuration, findings);
        told(findings, environment);
    }

    /**
     * For a deployment that gets no load yet.
     *
     * @throws EnvironmentException with every problem but descriptors, which are told
     */
    public static void passWithoutLoad(Configuration configuration, Environment environment) {
        List<Finding> findings = findings(configuration, environment);
        refuse(configuration, withoutDescriptors(findings));
        told(findings, environment);
    }

    /**
     * For a search, which goes no further than descriptors allow, whatever its data set is for.
     *
     * @throws EnvironmentException with every problem but descriptors
     */
    static void passForSearch(Configuration configuration, Environment environment) {
        List<Finding> findings = withoutDescriptors(findings(configuration, environment));
        refuse(configuration, findings);
        warn(findings, environment);
    }

    /**
     * For searches on deployments that are up at the same time: what each of them needs by itself. Warnings come with its own check.
     *
     * @throws EnvironmentException with every problem of all of them but descriptors
     */
    public static void passForSearches(List<Configuration> deployments, Environment environment) {
        refuse(
                deployments.getFirst(),
                deployments.stream()
                        .flatMap(each -> withoutDescriptors(findings(each, environment)).stream())
                        .distinct()
                        .toList());
    }

    private static List<Finding> withoutDescriptors(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.about(Examination.DESCRIPTORS))
                .toList();
    }

    private static void refuse(Configuration configuration, List<Finding> findings) {
        List<String> problems = findings.stream()
                .filter(finding -> finding.level() == Finding.Level.PROBLEM)
                .map(Finding::line)
                .toList();
        if (!problems.isEmpty()) {
            throw new EnvironmentException(
                    configuration.hosts().elsewhere()
                            ? "the hosts are not ready for the run"
                            : configuration.clustered()
                                    ? "the cluster is not ready for the run"
                                    : "this machine is not ready for the run",
                    problems,
                    null);
        }
    }

    /**
     * For deployments that are up at the same time, each of which may fit alone.
     *
     * @param deployments all of them
     * @param common memory of servers that they share, counted once for each of them and once for the servers themselves, in MiB: what is
     *     added to the sum, so mostly a negative number
     * @throws EnvironmentException when they need more memory than there is now
     */
    public static void passTogether(List<Configuration> deployments, long common, Environment environment) {
        Configuration one = deployments.getFirst();
        if (one.clustered()) {
            return;
        }
        refuse(
                one,
                List.of(
                        one.hosts().elsewhere()
                                ? MachineExamination.memory(deployments, machines(one, environment))
                                : Examination.memoryTogether(deployments, common, facts(environment))));
    }

    /** Whether the machine, as it is now, has the memory the deployment is planned with. */
    public static boolean hasMemory(Configuration configuration, Environment environment) {
        return memory(configuration, environment).level() == Finding.Level.GOOD;
    }

    /** Users whose connections each process has descriptors for. */
    public static int usersConnected(Configuration configuration, Environment environment) {
        if (configuration.hosts().elsewhere()) {
            return MachineExamination.usersConnected(configuration, machines(configuration, environment));
        }
        if (configuration.clustered()) {
            return Integer.MAX_VALUE;
        }
        HostFacts facts = facts(environment);
        return facts.descriptors() < 0
                ? Integer.MAX_VALUE
                : Descriptors.narrowest(configuration, facts.cores(), facts.descriptors())
                        .usersWithin(facts.descriptors());
    }

    /** What bounds the number of users: memory and descriptors; of other machines everything that was found. */
    public static List<Finding> bounds(Configuration configuration, Environment environment) {
        if (configuration.hosts().elsewhere()) {
            return findings(configuration, environment);
        }
        if (configuration.clustered()) {
            return Stream.concat(
                            Stream.of(memory(configuration, environment)),
                            Examination.encryption(configuration).stream())
                    .toList();
        }
        HostFacts facts = facts(environment);
        return List.of(Examination.memory(configuration, facts), Examination.descriptors(configuration, facts));
    }

    public static Finding memory(Configuration configuration, Environment environment) {
        return configuration.hosts().elsewhere()
                ? MachineExamination.memory(List.of(configuration), machines(configuration, environment))
                : configuration.clustered()
                        ? Examination.memoryOfNodes(configuration)
                        : Examination.memory(configuration, facts(environment));
    }

    /** Whether this machine, or each of those that were reached, would have the memory when nothing else ran there. */
    public static boolean everFits(Configuration configuration, Environment environment, double share) {
        if (configuration.clustered()) {
            return true;
        }
        if (!configuration.hosts().elsewhere()) {
            return Sizing.of(configuration).total(configuration) * MEBIBYTE
                    <= share * facts(environment).memoryBytes();
        }
        Machines machines = machines(configuration, environment);
        return Burden.of(configuration).stream().allMatch(burden -> machines.reached().stream()
                .filter(machine -> machine.name().equals(burden.machine().name()))
                .allMatch(machine ->
                        burden.mebibytes() * MEBIBYTE <= share * machine.facts().memoryBytes()));
    }

    /**
     * For a deployment that is up: it has its memory and its files already, so nothing of it is refused any more but people it cannot be
     * connected with, and machines that do not reach each other.
     */
    static void standing(Configuration configuration, Environment environment) {
        List<Finding> findings = findings(configuration, environment);
        refuse(
                configuration,
                findings.stream()
                        .filter(finding -> finding.about(Examination.DESCRIPTORS)
                                || finding.about(ConnectionExamination.CONNECTIONS))
                        .toList());
        told(findings, environment);
    }

    /** For a search on a deployment that is up. */
    static void standingForSearch(Configuration configuration, Environment environment) {
        List<Finding> findings = withoutDescriptors(findings(configuration, environment));
        refuse(
                configuration,
                findings.stream()
                        .filter(finding -> finding.about(ConnectionExamination.CONNECTIONS))
                        .toList());
        warn(findings, environment);
    }

    /** For how many users the descriptors suffice, and other warnings. */
    private static void told(List<Finding> findings, Environment environment) {
        findings.stream()
                .filter(finding -> finding.about(Examination.DESCRIPTORS))
                .filter(finding -> finding.level() != Finding.Level.WARNING)
                .forEach(finding -> {
                    if (finding.level() == Finding.Level.GOOD) {
                        environment.console().step(finding.line());
                    } else {
                        environment.console().line("! " + finding.line());
                    }
                });
        warn(findings, environment);
    }

    private static List<Finding> findings(Configuration configuration, Environment environment) {
        List<Finding> findings = new ArrayList<>(Examination.encryption(configuration));
        findings.addAll(OutgoingPorts.of(configuration));
        if (configuration.hosts().elsewhere()) {
            Machines machines = machines(configuration, environment);
            findings.addAll(MachineExamination.of(configuration, machines));
            findings.addAll(ConnectionExamination.of(
                    configuration, machines, environment.platforms().here()));
        } else {
            Machine host = machines(configuration, environment).machine("");
            findings.addAll(
                    configuration.clustered()
                            ? List.of(Examination.memoryOfNodes(configuration))
                            : Examination.of(configuration, host.facts()));
            // Images bring their programs, and are looked for as hosts.
            if (!configuration.contained()) {
                findings.addAll(ProgramExamination.needed(configuration, host));
            }
            findings.addAll(HostExamination.of(configuration, host));
            findings.addAll(UserExamination.of(
                    configuration,
                    System.getProperty("user.name"),
                    command -> host.tried(command).code() == 0));
            findings.addAll(ArchitectureExamination.of(configuration, System.getProperty("os.arch")));
        }
        findings.addAll(
                DirectoryExamination.of(configuration, environment.deployments().root()));
        return findings;
    }

    private static Machines machines(Configuration configuration, Environment environment) {
        return environment.platforms().machines(configuration);
    }

    private static HostFacts facts(Environment environment) {
        return environment.platforms().here().facts();
    }

    static void warn(List<Finding> findings, Environment environment) {
        findings.stream()
                .filter(finding -> finding.level() == Finding.Level.WARNING)
                .forEach(finding -> environment.console().line("! " + finding.line()));
    }
}
