package gavel.harness.platform.compose;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Conditions;
import gavel.harness.platform.Installed;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.WatchedInstance;
import gavel.harness.platform.container.Shell;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.platform.local.proc.ProcessStat;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An instance in a container, or an external one.
 *
 * @param process its first one as this machine sees it; null where it has none
 */
record ContainerInstance(InstanceSpec spec, ProcessHandle process, ContainerContext context)
        implements RunningInstance {
    private static final Duration SHORT = Duration.ofSeconds(30);

    private Engine engine() {
        return context.engine();
    }

    /** The container it is in: that of another instance where that has started it. */
    private String container() {
        return spec.launch() instanceof Launch.Within within ? within.parent() : spec.name();
    }

    private String name() {
        return context.project().container(container());
    }

    /** Whether it has a container of its own. */
    private boolean own() {
        return spec.launch() instanceof Launch.Command;
    }

    @Override
    public boolean alive() {
        return process == null ? spec.launch() instanceof Launch.Elsewhere : process.isAlive();
    }

    @Override
    public String version() {
        if (!spec.title().isEmpty()) {
            return spec.title();
        }
        return switch (spec.launch()) {
            case Launch.Command command ->
                command.program() == null ? "" : new Installed(context.machine()).version(command.program());
            case Launch.Within within ->
                context.embedded(spec, within)
                        .map(state -> "PostgreSQL " + state.databaseVersion())
                        .orElse("PostgreSQL of unknown version");
            case Launch.Elsewhere _, Launch.Storage _ -> "";
        };
    }

    @Override
    public Optional<Instance> watched() {
        return WatchedInstance.of(spec, process == null ? 0 : process.pid(), context.secrets(), this::version);
    }

    @Override
    public Optional<StartedProcess> started() {
        return own() ? context.started(spec.name()) : Optional.empty();
    }

    /** Why it ended is its last line. */
    @Override
    public List<String> log(int last) {
        List<String> lines = new ArrayList<>(context.log(spec.host(), spec.name(), last));
        if (own() && !alive()) {
            engine().container(context.project(), container())
                    .filter(container -> !container.running())
                    .ifPresent(container -> lines.add(container.end()));
        }
        return lines.subList(Math.max(0, lines.size() - last), lines.size());
    }

    @Override
    public void kill() {
        if (process != null) {
            engine().tried(SHORT, "kill", name());
            ended();
        }
    }

    /** The engine tells later than the kernel does. */
    private void ended() {
        process.onExit()
                .completeOnTimeout(process, SHORT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** What shares the container of another goes on without it. */
    @Override
    public void freeze() {
        if (shared()) {
            signal("STOP");
        } else {
            engine().docker("pause", name());
        }
    }

    @Override
    public boolean frozen() {
        return process != null && (new Proc().frozen(process.pid()) || shared() && stopped());
    }

    @Override
    public void thaw() {
        if (shared() && alive()) {
            signal("CONT");
        } else if (!shared() && frozen()) {
            engine().docker("unpause", name());
        }
    }

    private boolean shared() {
        return spec.launch() instanceof Launch.Within;
    }

    /** The process and all below it; nothing where it has ended. */
    private List<Long> pids() {
        return process.isAlive()
                ? Stream.concat(Stream.of(process), process.descendants())
                        .map(ProcessHandle::pid)
                        .toList()
                : List.of();
    }

    /** An ended one whose parent is stopped, too, does nothing any more. */
    private boolean stopped() {
        Proc proc = new Proc();
        List<ProcessStat> seen =
                pids().stream().flatMap(pid -> proc.process(pid).stream()).toList();
        return !seen.isEmpty() && seen.stream().allMatch(one -> one.stopped() || one.zombie());
    }

    /** Its processes are some of this machine, with the user who runs Gavel, unless that is root. */
    private void signal(String signal) {
        if (!alive()) {
            throw new EnvironmentException(spec.name() + " is not running");
        }
        // It starts nothing more while it stands still itself.
        Shell.Said said = sent(signal, List.of(process.pid()));
        if (!said.ok()) {
            throw new EnvironmentException(spec.name() + " could not be sent " + signal + ": " + said.reason());
        }
        sent(signal, pids());
    }

    private Shell.Said sent(String signal, List<Long> pids) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -\"$0\" \"$@\"", signal));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        return engine().shell().say(SHORT, command);
    }

    @Override
    public boolean reachable() {
        String address = context.address(spec.host());
        return process == null
                || spec.ports().isEmpty()
                || spec.ports().values().stream().anyMatch(port -> Conditions.listening(address, port));
    }

    /** The network of a host belongs to its first container. */
    @Override
    public void connect(boolean connected) {
        String network = context.project().name();
        String owner = context.project().container(context.owner(spec.host()).orElse(container()));
        String networks =
                engine().docker("container", "inspect", "--format", "{{json .NetworkSettings.Networks}}", owner);
        boolean now = networks.contains("\"" + network + "\"");
        if (now && !connected) {
            engine().docker("network", "disconnect", "--force", network, owner);
        } else if (connected && !now) {
            engine().docker("network", "connect", "--ip", context.address(spec.host()), network, owner);
        }
    }

    /** What it printed is kept. */
    @Override
    public void stop(Duration grace) {
        if (!own() && !(spec.launch() instanceof Launch.Elsewhere)) {
            return;
        }
        Optional<Engine.Container> container;
        try {
            container = engine().container(context.project(), container());
        } catch (EnvironmentException unreachable) {
            // It is told when the deployment is to be removed.
            return;
        }
        if (container.isEmpty()) {
            return;
        }
        engine().tried(SHORT, "unpause", name());
        engine().tried(grace.plus(SHORT), "stop", "--time", Long.toString(grace.toSeconds()), name());
        context.keepLog(spec.host(), spec.name());
        engine().tried(SHORT, "rm", "--force", "--volumes", name());
    }

    @Override
    public String toString() {
        return "ContainerInstance[" + spec.name() + "]";
    }
}
