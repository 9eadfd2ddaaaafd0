package gavel.harness.platform.ssh;

import static java.util.Locale.ROOT;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Placement;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.ssh.connection.ControlDirectory;
import gavel.harness.platform.ssh.connection.SshProgram;
import gavel.harness.platform.ssh.connection.SshTarget;
import gavel.harness.platform.ssh.host.FarMachine;
import gavel.harness.platform.ssh.host.SshHost;
import gavel.harness.platform.ssh.push.Build;
import gavel.harness.platform.ssh.push.RuntimeImage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Deployments on machines that are reached by ssh. One connection to each is kept for all that a command does with it, and made when it is
 * needed first.
 */
public final class SshPlatforms implements PlatformProvider {
    /** A machine that did not answer is not asked again at once: each look may take ten seconds. */
    private static final Duration FRESH = Duration.ofSeconds(20);

    private final LocalPlatforms here;
    private final Opening opening;
    private final Consumer<String> lines;
    private final Map<Way, FarMachine> hosts = new ConcurrentHashMap<>();
    private final Map<Way, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final Map<Way, Failure> failed = new ConcurrentHashMap<>();
    private ControlDirectory sockets;
    private Build build;
    private RuntimeImage runtime;

    /** @param lines takes what is copied to machines, for the reader */
    public SshPlatforms(LocalPlatforms here, SshProgram program, Consumer<String> lines) {
        this.here = here;
        this.lines = lines;
        this.opening = (settings, directory) -> SshHost.open(settings, means(program, directory), lines);
    }

    /** With machines that are reached in some other way. */
    public SshPlatforms(LocalPlatforms here, Opening opening, Consumer<String> lines) {
        this.here = here;
        this.lines = lines;
        this.opening = opening;
    }

    /** Connects a machine. */
    @FunctionalInterface
    public interface Opening {
        /**
         * @param directory on the machine
         * @throws EnvironmentException with host, cause and what to do
         */
        FarMachine open(MachineSettings settings, String directory) throws InterruptedException;
    }

    /** What was tried with a machine. */
    record Attempt(MachineSettings settings, FarMachine host, String reason) {}

    private record Failure(EnvironmentException why, Instant at) {}

    /** What one connection is for: two configurations may call different machines by one name, and one machine's tiers may differ. */
    private record Way(SshTarget target, String directory) {
        static Way to(MachineSettings settings, String directory) {
            return new Way(SshHost.target(settings), directory);
        }
    }

    @Override
    public Machines machines(Configuration configuration) {
        return machines(reach(
                Placement.of(configuration).machines(), configuration.hosts().directory()));
    }

    static Machines machines(List<Attempt> attempts) {
        List<Machine> reached = new ArrayList<>();
        List<Unreached> unreached = new ArrayList<>();
        for (Attempt attempt : attempts) {
            if (attempt.host() != null) {
                reached.add(new SshMachine(attempt.host()));
            } else {
                unreached.add(new Unreached(
                        attempt.settings().name(),
                        attempt.reason(),
                        attempt.settings().switchable()));
            }
        }
        return new Machines(reached, unreached);
    }

    /** All at once; each either answers or says why not. */
    List<Attempt> reach(List<MachineSettings> machines, String directory) {
        return SideBySide.all(machines, settings -> attempt(settings, directory));
    }

    /** Says why not, where it does not answer. */
    private Attempt attempt(MachineSettings settings, String directory) throws InterruptedException {
        try {
            return new Attempt(settings, host(settings, directory), "");
        } catch (EnvironmentException e) {
            return new Attempt(settings, null, e.getMessage());
        }
    }

    /** The same of one that may have changed just now. */
    Attempt look(MachineSettings settings, String directory) throws InterruptedException {
        failed.remove(Way.to(settings, directory));
        return attempt(settings, directory);
    }

    /** Ends the connection to a machine that may not answer any more: the next one tells. */
    void drop(MachineSettings settings, String directory) {
        FarMachine known = hosts.remove(Way.to(settings, directory));
        if (known != null) {
            known.close();
        }
    }

    /** Whether the connection has ended that a machine has now. */
    BooleanSupplier ended(MachineSettings settings, String directory) {
        FarMachine known = hosts.get(Way.to(settings, directory));
        return () -> known == null || !known.alive();
    }

    /** A machine that answers; one that was lost is connected again. */
    public FarMachine host(MachineSettings settings, String directory) throws InterruptedException {
        Way way = Way.to(settings, directory);
        ReentrantLock one = locks.computeIfAbsent(way, _ -> new ReentrantLock());
        one.lockInterruptibly();
        try {
            FarMachine known = hosts.get(way);
            if (known != null && known.alive()) {
                return known;
            }
            if (known != null) {
                known.close();
                hosts.remove(way);
            }
            return opened(settings, way);
        } finally {
            one.unlock();
        }
    }

    private FarMachine opened(MachineSettings settings, Way way) throws InterruptedException {
        Instant now = here.time().instant();
        Failure last = failed.get(way);
        if (last != null && now.isBefore(last.at().plus(FRESH))) {
            throw last.why();
        }
        try {
            FarMachine opened = opening.open(settings, way.directory());
            hosts.put(way, opened);
            failed.remove(way);
            return opened;
        } catch (EnvironmentException e) {
            failed.put(way, new Failure(e, here.time().instant()));
            throw e;
        }
    }

    private synchronized SshHost.Means means(SshProgram program, String directory) {
        if (sockets == null) {
            sockets = ControlDirectory.create();
        }
        return new SshHost.Means(program, sockets, directory, build(), runtime(), here.time());
    }

    synchronized Build build() {
        if (build == null) {
            build = Build.of(here.installation().build());
        }
        return build;
    }

    /** Programs there that nothing uses any more. */
    void forgetOldBuilds(FarMachine host) {
        long bytes = host.far().forgetOldBuilds();
        if (bytes > 0) {
            lines.accept(String.format(ROOT, "host %s: old programs removed, %.1f MB", host.name(), bytes / 1e6));
        }
    }

    /** One for all machines: each of its own would make another at the same time. */
    synchronized RuntimeImage runtime() {
        if (runtime == null) {
            Installation installation = here.installation();
            runtime = new RuntimeImage(installation.java(), installation.runtimes());
        }
        return runtime;
    }

    LocalPlatforms here() {
        return here;
    }

    @Override
    public Platform platform(Path runDirectory, Configuration made, UnaryOperator<String> secrets) {
        return platform(runDirectory, made, Ground.of(made), secrets);
    }

    /** The same where the machines are those of some other platform. */
    public SshPlatform platform(Path runDirectory, Configuration made, Ground ground, UnaryOperator<String> secrets) {
        return new SshPlatform(this, runDirectory, made, ground, secrets);
    }

    @Override
    public List<HostRemains> remembered(Path runDirectory) {
        FarMemory memory = new FarMemory(runDirectory);
        return memory.machines().stream()
                .map(machine -> new HostRemains(
                        machine,
                        "its address is not known any more",
                        memory.holding(machine),
                        "deployments/" + memory.deployment() + " in Gavel's directory"))
                .toList();
    }

    @Override
    public void close() {
        try {
            SideBySide.all(List.copyOf(hosts.values()), host -> {
                host.close();
                return host;
            });
        } catch (InterruptedRunException e) {
            hosts.values().forEach(FarMachine::close);
        }
        hosts.clear();
        if (sockets != null) {
            sockets.close();
            sockets = null;
        }
    }
}
