package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.deploy.Topologies;
import gavel.harness.platform.Installed;
import gavel.harness.platform.Machine;
import gavel.harness.topology.Program;
import java.util.ArrayList;
import java.util.List;

/** Looks which servers are installed, in which version, and which a configuration needs that are not. */
public final class ProgramExamination {
    private ProgramExamination() {}

    /** Only what the configuration needs. */
    public static List<Finding> needed(Configuration configuration, Machine host) {
        return needed(programs(configuration), host);
    }

    public static List<Finding> needed(List<Program> programs, Machine host) {
        return programs.stream().map(program -> finding(program, host, true)).toList();
    }

    /** Every server there is a tier for. */
    public static List<Finding> all(Configuration configuration, Machine host) {
        List<Program> needed = programs(configuration);
        List<Finding> findings = new ArrayList<>();
        for (Program program : Topologies.programs()) {
            findings.add(finding(program, host, needed.contains(program)));
        }
        return findings;
    }

    private static List<Program> programs(Configuration configuration) {
        return Topologies.planned(configuration).programs();
    }

    private static Finding finding(Program program, Machine host, boolean needed) {
        if (new Installed(host).find(program).isPresent()) {
            String version = new Installed(host)
                    .version(program)
                    .substring(program.title().length());
            return Finding.good(program.title(), version.isEmpty() ? "installed" : version.strip());
        }
        return needed
                ? new Finding(Finding.Level.PROBLEM, program.title(), "not installed", program.advice())
                : Finding.good(program.title(), "not installed, and not needed by this configuration");
    }
}
