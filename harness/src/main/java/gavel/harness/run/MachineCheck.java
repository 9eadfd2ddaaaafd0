package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.doctor.Descriptors;
import gavel.harness.doctor.DirectoryExamination;
import gavel.harness.doctor.Examination;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.HostExamination;
import gavel.harness.doctor.ProgramExamination;
import gavel.harness.doctor.UserExamination;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Refuses a machine that cannot bear a deployment before anything is made on it, and warns of one that hardly can. */
public final class MachineCheck {
    private MachineCheck() {}

    /**
     * For a run, whose users come all at once.
     *
     * @throws EnvironmentException with every problem
     */
    public static void pass(Configuration configuration, Environment environment) {
        List<Finding> findings = findings(configuration, environment);
        refuse(findings);
        told(findings, environment);
    }

    /**
     * For a deployment nobody puts a load on yet.
     *
     * @throws EnvironmentException with every problem but descriptors, which are told
     */
    public static void passWithoutLoad(Configuration configuration, Environment environment) {
        List<Finding> findings = findings(configuration, environment);
        refuse(withoutDescriptors(findings));
        told(findings, environment);
    }

    /**
     * For a search, which goes no further than descriptors allow, whatever its data set is for.
     *
     * @throws EnvironmentException with every problem but descriptors
     */
    static void passForSearch(Configuration configuration, Environment environment) {
        List<Finding> findings = withoutDescriptors(findings(configuration, environment));
        refuse(findings);
        warn(findings, environment);
    }

    private static List<Finding> withoutDescriptors(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.subject().equals(Examination.DESCRIPTORS))
                .toList();
    }

    private static void refuse(List<Finding> findings) {
        List<String> problems = findings.stream()
                .filter(finding -> finding.level() == Finding.Level.PROBLEM)
                .map(Finding::line)
                .toList();
        if (!problems.isEmpty()) {
            throw new EnvironmentException("this machine cannot bear the run", problems, null);
        }
    }

    /** Whether the machine, as it is now, has the memory the deployment is planned with. */
    public static boolean hasMemory(Configuration configuration, Environment environment) {
        return memory(configuration, environment).level() == Finding.Level.GOOD;
    }

    /** Users whose connections each process has descriptors for. */
    public static int usersConnected(Configuration configuration, Environment environment) {
        HostFacts facts = host(environment).facts();
        return facts.descriptors() < 0
                ? Integer.MAX_VALUE
                : Descriptors.narrowest(configuration, facts.cores(), facts.descriptors())
                        .usersWithin(facts.descriptors());
    }

    /** What bounds the number of users: memory and descriptors. */
    public static List<Finding> bounds(Configuration configuration, Environment environment) {
        HostFacts facts = host(environment).facts();
        return List.of(Examination.memory(configuration, facts), Examination.descriptors(configuration, facts));
    }

    public static Finding memory(Configuration configuration, Environment environment) {
        return Examination.memory(configuration, host(environment).facts());
    }

    /**
     * For a deployment that is up: it has its memory and its files already, so nothing of it is refused any more but people it cannot be
     * connected with.
     */
    static void standing(Configuration configuration, Environment environment) {
        refuse(List.of(Examination.descriptors(configuration, host(environment).facts())));
        told(findings(configuration, environment), environment);
    }

    /** For a search on a deployment that is up. */
    static void standingForSearch(Configuration configuration, Environment environment) {
        warn(withoutDescriptors(findings(configuration, environment)), environment);
    }

    /** How many users the descriptors bear, and what else is to be warned of. */
    private static void told(List<Finding> findings, Environment environment) {
        findings.stream()
                .filter(finding -> finding.subject().equals(Examination.DESCRIPTORS))
                .filter(finding -> finding.level() != Finding.Level.WARNING)
                .forEach(finding -> environment
                        .console()
                        .line((finding.level() == Finding.Level.GOOD ? "" : "! ") + finding.line()));
        warn(findings, environment);
    }

    private static List<Finding> findings(Configuration configuration, Environment environment) {
        Host host = host(environment);
        List<Finding> findings = new ArrayList<>(
                Examination.of(configuration, host.facts(), Runtime.version().feature()));
        findings.addAll(ProgramExamination.needed(configuration, host));
        findings.addAll(HostExamination.of(configuration, host));
        findings.addAll(
                DirectoryExamination.of(configuration, environment.deployments().root()));
        findings.addAll(UserExamination.of(configuration, System.getProperty("user.name")));
        return findings;
    }

    private static Host host(Environment environment) {
        Path runs = environment.deployments().root();
        return environment.deployments().hosts().apply(runs);
    }

    static void warn(List<Finding> findings, Environment environment) {
        findings.stream()
                .filter(finding -> finding.level() == Finding.Level.WARNING)
                .forEach(finding -> environment.console().line("! " + finding.line()));
    }
}
