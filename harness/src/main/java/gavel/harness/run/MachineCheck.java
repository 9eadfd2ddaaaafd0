package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.doctor.DirectoryExamination;
import gavel.harness.doctor.Examination;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.HostExamination;
import gavel.harness.doctor.ProgramExamination;
import gavel.harness.doctor.UserExamination;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Refuses a machine that cannot bear a deployment before anything is made on it, and warns of one that hardly can. */
public final class MachineCheck {
    private MachineCheck() {}

    /** @throws EnvironmentException with every problem */
    public static void pass(Configuration configuration, Surroundings surroundings) {
        List<Finding> findings = findings(configuration, surroundings);
        List<String> problems = problems(findings);
        if (!problems.isEmpty()) {
            throw new EnvironmentException("this machine cannot bear the run", problems, null);
        }
        warn(findings, surroundings);
    }

    /** Whether the machine, as it is now, has the memory the deployment is planned with. */
    public static boolean hasMemory(Configuration configuration, Surroundings surroundings) {
        return memory(configuration, surroundings).level() == Finding.Level.GOOD;
    }

    public static Finding memory(Configuration configuration, Surroundings surroundings) {
        return Examination.memory(configuration, host(surroundings).facts());
    }

    private static List<String> problems(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.level() == Finding.Level.PROBLEM)
                .map(Finding::line)
                .toList();
    }

    /** For a deployment that is up: it has its memory and its files already, so nothing of it is refused any more. */
    static void warn(Configuration configuration, Surroundings surroundings) {
        warn(findings(configuration, surroundings), surroundings);
    }

    private static List<Finding> findings(Configuration configuration, Surroundings surroundings) {
        Host host = host(surroundings);
        List<Finding> findings = new ArrayList<>(
                Examination.of(configuration, host.facts(), Runtime.version().feature()));
        findings.addAll(ProgramExamination.needed(configuration, host));
        findings.addAll(HostExamination.of(configuration, host));
        findings.addAll(DirectoryExamination.of(
                configuration, surroundings.deployments().root()));
        findings.addAll(UserExamination.of(configuration, System.getProperty("user.name")));
        return findings;
    }

    private static Host host(Surroundings surroundings) {
        Path runs = surroundings.deployments().root();
        return surroundings.deployments().hosts().apply(runs);
    }

    static void warn(List<Finding> findings, Surroundings surroundings) {
        findings.stream()
                .filter(finding -> finding.level() == Finding.Level.WARNING)
                .forEach(finding -> surroundings.console().line("! " + finding.line()));
    }
}
