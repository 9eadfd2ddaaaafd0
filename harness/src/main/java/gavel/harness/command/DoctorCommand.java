package gavel.harness.command;

import gavel.harness.collect.Collector;
import gavel.harness.command.options.ConfigOptions;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Installation;
import gavel.harness.doctor.ArchitectureExamination;
import gavel.harness.doctor.DirectoryExamination;
import gavel.harness.doctor.Examination;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.HostExamination;
import gavel.harness.doctor.IdleExamination;
import gavel.harness.doctor.KnownScatter;
import gavel.harness.doctor.OutgoingPorts;
import gavel.harness.doctor.ProgramExamination;
import gavel.harness.doctor.UserExamination;
import gavel.harness.doctor.hosts.ConnectionExamination;
import gavel.harness.doctor.hosts.MachineExamination;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import gavel.harness.kind.PastResults;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.run.RunRequest;
import gavel.harness.topology.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel doctor}. */
@Command(name = "doctor", description = "Shows what the machines of a configuration lack.")
final class DoctorCommand extends ContextCommand {
    private static final int SECONDS_WATCHED = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Mixin
    private ConfigOptions options;

    @Option(
            names = "--calibrate",
            description =
                    "also measure storage, driver, CPU steal, and the noise of two equal runs, which stay as results")
    private boolean calibrate;

    @Override
    public Integer call() throws InterruptedException {
        Configuration configuration = context.checked(options);
        boolean sick = tell(findings(configuration));
        if (calibrate && !sick) {
            RunRequest request = new RunRequest(configuration, options.overrides(), null, false, context.commandLine());
            List<Finding> measured =
                    new Calibration(context.environment(), context.platforms().here(), System::nanoTime).run(request);
            PastResults past = new PastResults(context.installation().results(), context.kinds());
            measured.addAll(KnownScatter.findings(past.ofKind("run"), past.ofKind("peak")));
            context.console().line("");
            sick = tell(measured);
        }
        return sick ? ExitCode.ENVIRONMENT.code() : ExitCode.PASS.code();
    }

    /** This machine is watched for other work while everything else is looked at, unless only other machines are measured. */
    private List<Finding> findings(Configuration configuration) throws InterruptedException {
        if (configuration.hosts().elsewhere() || configuration.clustered()) {
            return examine(configuration);
        }
        try (Collector watch = context.platforms().watch().get()) {
            List<Finding> findings = examine(configuration);
            context.time().await(() -> watch.collected().samples().size() >= SECONDS_WATCHED, PATIENCE);
            findings.add(IdleExamination.of(watch.collected().samples()));
            return findings;
        }
    }

    private List<Finding> examine(Configuration configuration) {
        Installation installation = context.installation();
        List<Finding> findings = new ArrayList<>();
        if (configuration.hosts().elsewhere()) {
            Machines machines = context.platforms().machines(configuration);
            findings.addAll(MachineExamination.of(configuration, machines));
            findings.addAll(ConnectionExamination.of(
                    configuration, machines, context.platforms().here()));
        } else {
            Machine host = context.platforms().machines(configuration).machine("");
            findings.addAll(
                    configuration.clustered()
                            ? List.of(Examination.memoryOfNodes(configuration))
                            : Examination.of(configuration, host.facts()));
            if (!configuration.contained()) {
                findings.addAll(ProgramExamination.all(configuration, host));
            }
            findings.addAll(HostExamination.of(configuration, host));
            findings.addAll(UserExamination.of(
                    configuration,
                    System.getProperty("user.name"),
                    command -> host.tried(command).code() == 0));
            findings.addAll(ArchitectureExamination.of(configuration, System.getProperty("os.arch")));
            findings.add(ports(configuration, host));
        }
        findings.addAll(Examination.encryption(configuration));
        findings.addAll(OutgoingPorts.of(configuration));
        findings.addAll(DirectoryExamination.of(configuration, installation.deployments()));
        for (Path jar : List.of(installation.appJar(), installation.driverJar(), installation.harnessJar())) {
            findings.add(
                    Files.exists(jar)
                            ? Finding.good("built", jar.getFileName().toString())
                            : new Finding(
                                    Finding.Level.PROBLEM,
                                    "built",
                                    "no " + jar,
                                    "start it with the launcher `gavel`, which builds first"));
        }
        return findings;
    }

    /** Returns whether there is a problem among them. */
    private boolean tell(List<Finding> findings) {
        context.output().findings(findings);
        findings.forEach(finding -> context.console().line(mark(finding) + " " + finding.line()));
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.PROBLEM);
    }

    private Finding ports(Configuration configuration, Machine host) {
        try {
            Ports.choose(configuration, host::portFree, context.deployments().random());
            return new Finding(Finding.Level.GOOD, "ports", "free", "");
        } catch (EnvironmentException e) {
            return new Finding(Finding.Level.PROBLEM, "ports", e.getMessage(), "");
        }
    }

    private static String mark(Finding finding) {
        return switch (finding.level()) {
            case GOOD -> "✓";
            case WARNING -> "!";
            case PROBLEM -> "✗";
        };
    }
}
