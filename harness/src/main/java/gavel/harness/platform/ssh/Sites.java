package gavel.harness.platform.ssh;

import static java.util.Locale.ROOT;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machine.ClockOffset;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.power.Power;
import gavel.harness.platform.power.ShellHooks;
import gavel.harness.platform.ssh.host.FarMachine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The machines of one deployment, connected when they are asked for. Any thread may use it. */
final class Sites {
    private final SshPlatforms given;
    private final Path runDirectory;
    private final Configuration made;
    private final Ground ground;
    private final UnaryOperator<String> secrets;
    private final FarMemory memory;
    private volatile boolean limited;

    Sites(SshPlatforms given, Path runDirectory, Configuration made, Ground ground, UnaryOperator<String> secrets) {
        this.given = given;
        this.runDirectory = runDirectory;
        this.made = made;
        this.ground = ground;
        this.secrets = secrets;
        this.memory = new FarMemory(runDirectory);
    }

    SshPlatforms given() {
        return given;
    }

    Ground ground() {
        return ground;
    }

    FarMemory memory() {
        return memory;
    }

    /** Whether what was switched on stays on. */
    boolean keepsOn() {
        return made.hosts().keepOn();
    }

    /** Directory of the deployment on each of the machines. */
    String run() {
        return directory() + "/deployments/" + memory.deployment();
    }

    /** A text of a machine with the addresses and the run directory that this one has for it. */
    String reached(String text) {
        return ground.reached(text).replace(run() + "/", runDirectory.toAbsolutePath() + "/");
    }

    /** On each of the machines. */
    String directory() {
        return ground.directory();
    }

    /** Makes some of the machines ready for instances, all at once. */
    void prepare(List<MachineSettings> machines, Consumer<String> lines) {
        SideBySide.all(machines, machine -> {
            FarSite site = site(machine);
            memory.prepared(machine.name());
            site.far().prepare(site.order(), lines);
            ClockOffset clock = site.host().clock();
            lines.accept(String.format(
                    ROOT,
                    "host %s: ready, %s, clock %+.2f ms ± %.2f",
                    machine.name(),
                    site.host().pushed().words(),
                    clock.millis(),
                    clock.uncertaintyMillis()));
            return site;
        });
    }

    /** Makes machines ready that have come by now, or come anew. */
    void join(List<String> hosts) throws InterruptedException {
        List<MachineSettings> joining = hosts.stream().map(this::machine).toList();
        for (MachineSettings machine : joining) {
            missing(machine);
        }
        prepare(joining, _ -> {});
    }

    void takeAway(String host) throws InterruptedException {
        power().takeAway(machine(host), this::missingAnew);
    }

    void bringBack(String host) throws InterruptedException {
        MachineSettings machine = machine(host);
        power().on(List.of(machine), _ -> {});
        prepare(List.of(machine), _ -> {});
        if (limited && !ground.parts(machine.name()).isEmpty()) {
            limitCpu(site(machine), true);
        }
    }

    void limitCpu(boolean enforced) {
        limited = enforced;
        if (!ground.parts().isEmpty()) {
            SideBySide.all(reachable(), site -> limitCpu(site, enforced));
        }
    }

    private static FarSite limitCpu(FarSite site, boolean enforced) {
        site.far().limitCpu(site.order(), enforced);
        return site;
    }

    void dissolve() {
        if (!ground.parts().isEmpty() && !memory.machines().isEmpty()) {
            SideBySide.all(reachable(), site -> {
                site.far().dissolve(site.order());
                return site;
            });
        }
    }

    /** Remembers in the run directory what it has switched on. */
    Power power() {
        return new Power(
                this::missing,
                new ShellHooks(runDirectory.resolve("logs")),
                given.here().time(),
                made.hosts().startWithin(),
                runDirectory);
    }

    /** Over a connection of its own: one that is kept may not know yet that its machine is gone. */
    private Optional<String> missingAnew(MachineSettings machine) throws InterruptedException {
        given.drop(machine, directory());
        return missing(machine);
    }

    private Optional<String> missing(MachineSettings machine) throws InterruptedException {
        String reason = given.look(machine, directory()).reason();
        return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
    }

    /** The machine that a host is, or is a part of; empty for this one. */
    String machineOf(String host) {
        return ground.machine(host);
    }

    /** @param host as instances name it, never empty */
    FarSite site(String host) {
        return site(machine(host));
    }

    /** The machine that a host is, or is a part of. */
    MachineSettings machine(String host) {
        String name = machineOf(host);
        return ground.machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no machine is for host '" + host + "'"));
    }

    FarSite site(MachineSettings machine) {
        try {
            return site(given.host(machine, directory()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EnvironmentException("interrupted while host " + machine.name() + " was connected", e);
        }
    }

    FarSite site(FarMachine host) {
        return new FarSite(host, memory.deployment(), ground.parts(host.name()), secrets);
    }

    /** Those that answer now. */
    List<FarSite> reachable() {
        return given.reach(ground.machines(), directory()).stream()
                .filter(attempt -> attempt.host() != null)
                .map(attempt -> site(attempt.host()))
                .toList();
    }

    /** Machines that may hold something of the deployment. */
    List<MachineSettings> holding() {
        List<String> names = memory.machines();
        return ground.machines().stream()
                .filter(machine -> names.contains(machine.name()))
                .toList();
    }
}
