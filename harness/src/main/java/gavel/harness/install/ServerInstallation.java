package gavel.harness.install;

import gavel.harness.config.Configuration;
import gavel.harness.deploy.Topologies;
import gavel.harness.doctor.hosts.Burden;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Installed;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.topology.Program;
import gavel.harness.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Puts the servers of a configuration on its machines, all of them side by side. What is there already, from packages or otherwise, is left
 * alone; no service is started.
 *
 * @param script deploy/install-servers.sh
 * @param agreed asks the reader, who has read what would be done
 */
public record ServerInstallation(Machines machines, Path script, BooleanSupplier agreed, Consumer<String> lines) {
    private static final Duration LOOK = Duration.ofSeconds(60);
    private static final Duration LONGEST = Duration.ofMinutes(20);

    /** @throws EnvironmentException when something of the configuration is still missing */
    public void run(Configuration configuration) {
        Map<String, List<Program>> needed = needed(configuration);
        List<String> problems = unreached(needed);
        List<HostInstallation> hosts = SideBySide.all(
                machines.reached().stream()
                        .filter(machine -> needed.containsKey(machine.name()))
                        .toList(),
                machine -> look(machine, needed.get(machine.name())));
        hosts.forEach(host -> problems.addAll(host.problems()));
        hosts.forEach(host -> lines.accept(host.planned()));
        if (!problems.isEmpty()) {
            throw new EnvironmentException(String.join(System.lineSeparator(), problems));
        }
        List<HostInstallation> lacking =
                hosts.stream().filter(host -> !host.missing().isEmpty()).toList();
        install(lacking.stream().filter(host -> host.state().permitted()).toList());
        byHand(lacking.stream().filter(host -> !host.state().permitted()).toList());
    }

    /** Programs by the name of the machine they are to run on. */
    private Map<String, List<Program>> needed(Configuration configuration) {
        Map<String, List<Program>> needed = new LinkedHashMap<>();
        if (configuration.hosts().elsewhere()) {
            Burden.of(configuration)
                    .forEach(burden -> needed.put(burden.machine().name(), Topology.programs(burden.instances())));
        } else {
            machines.reached()
                    .forEach(here -> needed.put(
                            here.name(), Topologies.planned(configuration).programs()));
        }
        return needed;
    }

    private List<String> unreached(Map<String, List<Program>> needed) {
        List<String> problems = new ArrayList<>();
        machines.unreached().stream()
                .filter(machine -> needed.containsKey(machine.name()))
                .forEach(machine ->
                        problems.add(machine.reason() + (machine.off() ? "; where it is off, switch it on" : "")));
        return problems;
    }

    private static HostInstallation look(Machine machine, List<Program> programs) throws InterruptedException {
        List<Program> missing = missing(machine, programs);
        List<String> answer = new ArrayList<>();
        if (!missing.isEmpty()) {
            machine.administer(PackageState.question(HostInstallation.packages(missing)), LOOK, answer::add);
        }
        return new HostInstallation(machine.name(), missing, PackageState.of(answer));
    }

    private static List<Program> missing(Machine machine, List<Program> programs) {
        Installed installed = new Installed(machine);
        return programs.stream()
                .filter(program -> installed.find(program).isEmpty())
                .toList();
    }

    private void install(List<HostInstallation> hosts) {
        if (hosts.isEmpty()) {
            return;
        }
        lines.accept(
                "apt-get installs them as root, without what they merely recommend; no service is started or enabled");
        if (!agreed.getAsBoolean()) {
            throw new EnvironmentException("nothing was installed (--yes installs without asking)");
        }
        String text = text();
        SideBySide.all(hosts, host -> install(host, machines.machine(host.host()), text));
    }

    private HostInstallation install(HostInstallation host, Machine machine, String text) throws InterruptedException {
        List<String> said = new ArrayList<>();
        int code;
        try {
            code = machine.administer(host.command(text), LONGEST, line -> {
                said.add(line);
                lines.accept(host.about() + line);
            });
        } catch (EnvironmentException e) {
            throw new EnvironmentException(host.about() + e.getMessage(), e);
        }
        List<Program> still = missing(machine, host.missing());
        if (code != 0 || !still.isEmpty()) {
            throw new EnvironmentException(
                    host.about()
                            + String.join(", ", HostInstallation.packages(still.isEmpty() ? host.missing() : still))
                            + " could not be installed (exit code " + code + ")",
                    said.subList(Math.max(0, said.size() - 5), said.size()),
                    null);
        }
        return host;
    }

    private String text() {
        try {
            return Files.readString(script);
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + script + ": " + e.getMessage(), e);
        }
    }

    private void byHand(List<HostInstallation> hosts) {
        for (HostInstallation host : hosts) {
            lines.accept(
                    host.about() + "you are not root there, and sudo asks for a password. An administrator types:");
            host.byHand().forEach(line -> lines.accept("    " + line));
        }
        if (!hosts.isEmpty()) {
            throw new EnvironmentException("an administrator has to install what is missing on "
                    + String.join(
                            ", ", hosts.stream().map(HostInstallation::host).toList()) + ": see above");
        }
    }
}
