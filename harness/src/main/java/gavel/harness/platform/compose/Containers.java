package gavel.harness.platform.compose;

import gavel.harness.collect.StartedProcess;
import gavel.harness.config.placement.Partition;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.embedded.EmbeddedState;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Conditions;
import gavel.harness.platform.Installed;
import gavel.harness.platform.Preparation;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.compose.Services.Network;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Reload;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Makes the containers of one deployment: each a service of its Compose file, started by Compose. Any thread may use it. */
final class Containers {
    private final ComposePlatform platform;
    private final ComposePlatforms given;
    private final ContainerContext context;
    private final ComposeFile file;
    private final Conditions conditions;
    private final Timekeeper time;
    private final Preparation preparation;
    private volatile boolean limited;

    Containers(ComposePlatform platform, ComposePlatforms given, ContainerContext context, ComposeFile file) {
        this.platform = platform;
        this.given = given;
        this.context = context;
        this.file = file;
        this.time = given.here().time();
        this.conditions = new Conditions(context.secrets(), given.here().http(), time);
        this.preparation = new Preparation(
                platform, new Installed(context.machine()), conditions, platform::place, step -> "log of " + step);
    }

    private Project project() {
        return context.project();
    }

    private Services services() throws IOException {
        HostDirectories directories = context.directories();
        Map<String, String> mounts = new TreeMap<>();
        if (!directories.user().own()) {
            mounts.put("/etc/passwd", directories.passwords().toString());
        }
        Path pictures = new RunDirectory(project().directory()).images();
        if (Files.exists(pictures)) {
            Path real = pictures.toRealPath();
            directories.own(real);
            mounts.put(Project.KEPT + "/data/images", real.toString());
        }
        return new Services(
                project(),
                platform.made(),
                platform.hosts(),
                given.images(),
                directories.user(),
                mounts,
                context.machine().facts().descriptors());
    }

    RunningInstance start(InstanceSpec instance, Launch.Command command) throws IOException, InterruptedException {
        preparation.require(command);
        for (String kept : instance.directories()) {
            context.directories().directory(instance.host(), kept);
        }
        Map<String, String> files = preparation.written(instance, command);
        if (instance.ready() instanceof Ready.Says says) {
            // The state of an earlier start does not make this one ready.
            platform.delete(instance.host(), says.file());
        }
        Launch.Command placed = placed(command);
        String owner = context.owners().computeIfAbsent(instance.host(), host -> instance.name());
        Network network =
                owner.equals(instance.name()) ? Network.at(context.address(instance.host())) : Network.of(owner);
        Services services = services();
        file.put(instance.name(), services.instance(instance, placed, network));
        given.compose().run(project(), "up", "--detach", "--no-deps", instance.name());
        files.put("compose.yaml", file.text(instance.name()));
        Engine.Container container = given.engine()
                .container(project(), instance.name())
                .orElseThrow(() -> new EnvironmentException(instance.name() + " has no container"));
        files.put("image", container.image());
        context.remember(new StartedProcess(
                instance.name(), instance.tier(), instance.host(), placed.command(), placed.environment(), files));
        if (!limited && services.cpu(instance.host()) > 0 && container.running()) {
            given.engine().limitCpu(project(), instance.name(), cores());
        }
        return new ContainerInstance(instance, seen(container), context);
    }

    private double cores() {
        return context.machine().facts().cores();
    }

    /** The kernel of this machine is that of the container, so its process is one of this machine; null where it has ended. */
    private static ProcessHandle process(Engine.Container container) {
        return container.running() ? ProcessHandle.of(container.pid()).orElse(null) : null;
    }

    /** @throws EnvironmentException where containers run and are no processes of this machine, so they cannot be watched */
    private ProcessHandle seen(Engine.Container container) {
        ProcessHandle process = process(container);
        boolean unseen = process == null
                && given.engine()
                        .container(project(), container.instance())
                        .filter(Engine.Container::running)
                        .isPresent();
        if (unseen) {
            throw new EnvironmentException("process " + container.pid() + " of container " + container.name()
                    + " is not a process of this machine: run Gavel where the Docker engine runs, not in a container");
        }
        return process;
    }

    private Launch.Command placed(Launch.Command command) {
        return new Launch.Command(
                command.program(),
                preparation.words(command.program(), command.command()),
                command.environment(),
                command.nice(),
                command.bound(),
                command.unprivileged(),
                command.signal());
    }

    /** One that another container has started. */
    RunningInstance adopt(InstanceSpec instance, Launch.Within within) {
        return new ContainerInstance(instance, inner(instance, within).orElse(null), context);
    }

    private Optional<ProcessHandle> inner(InstanceSpec instance, Launch.Within within) {
        Optional<Engine.Container> parent = given.engine().container(project(), within.parent());
        Optional<EmbeddedState> state = context.embedded(instance, within);
        if (parent.isEmpty() || !parent.get().running() || state.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong pid = new Proc().within(parent.get().pid(), state.get().databasePid());
        return pid.isEmpty() ? Optional.empty() : ProcessHandle.of(pid.getAsLong());
    }

    List<RunningInstance> attach(List<InstanceSpec> instances) {
        Map<String, Engine.Container> known = given.engine().containers(project()).stream()
                .collect(Collectors.toMap(Engine.Container::instance, one -> one, (first, _) -> first));
        List<RunningInstance> found = new ArrayList<>();
        for (InstanceSpec instance : instances) {
            Engine.Container container = known.get(instance.name());
            if (instance.launch() instanceof Launch.Within within) {
                inner(instance, within)
                        .ifPresent(process -> found.add(new ContainerInstance(instance, process, context)));
            } else if (container != null) {
                context.owners().putIfAbsent(instance.host(), instance.name());
                found.add(new ContainerInstance(instance, process(container), context));
            }
        }
        return found;
    }

    /** A container that is none of the instances. */
    RunningInstance unknown(Engine.Container container) {
        InstanceSpec spec = InstanceSpec.of(container.tier(), container.instance(), new Launch.Elsewhere(""))
                .on(container.host())
                .build();
        return new ContainerInstance(spec, process(container), context);
    }

    void awaitReady(ContainerInstance instance) throws InterruptedException {
        InstanceSpec spec = instance.spec();
        if (spec.launch() instanceof Launch.Command) {
            await(instance, spec.ready(), () -> conditions.hold(spec.ready(), platform.place(spec.host())));
        }
    }

    private void await(ContainerInstance instance, Ready ready, BooleanSupplier holds) throws InterruptedException {
        boolean decided = time.await(() -> holds.getAsBoolean() || !instance.alive(), ready.patience());
        // A port can answer although the process is gone: then another process answers.
        if (decided && instance.alive() && holds.getAsBoolean()) {
            return;
        }
        throw new EnvironmentException(
                instance.spec().name()
                        + (instance.alive()
                                ? " was not ready within " + ready.patience().toSeconds() + " s"
                                : " ended before it was ready"),
                instance.log(Preparation.LINES_OF_A_FAILURE),
                null);
    }

    RunningInstance reload(ContainerInstance running, InstanceSpec next) throws IOException, InterruptedException {
        Map<String, String> files = preparation.written(next, (Launch.Command) next.launch());
        switch (next.reload()) {
            case Reload.BySignal by ->
                given.engine().docker("kill", "--signal", by.signal(), project().container(next.name()));
            case Reload.ByStep by -> preparation.perform(by.step(), next);
        }
        Ready inForce = next.reload().inForce();
        await(running, inForce, conditions.inForce(inForce, platform.place(next.host())));
        Optional<StartedProcess> started = context.started(next.name());
        if (started.isPresent()) {
            Map<String, String> all = new LinkedHashMap<>(started.get().files());
            all.putAll(files);
            context.remember(new StartedProcess(
                    next.name(),
                    next.tier(),
                    next.host(),
                    started.get().command(),
                    started.get().environment(),
                    all));
        }
        return new ContainerInstance(next, running.process(), context);
    }

    void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        preparation.perform(step, instance);
    }

    /** A tool has the network of its host, whose address it may have to find as its own. */
    int run(String host, String name, Step.Command command, Consumer<String> lines)
            throws IOException, InterruptedException {
        Optional<String> owner = context.owner(host).filter(one -> given.engine()
                .container(project(), one)
                .filter(Engine.Container::running)
                .isPresent());
        Network network = owner.map(Network::of).orElseGet(() -> Network.at(context.address(host)));
        Step.Command placed = new Step.Command(
                command.program(),
                preparation.words(command.program(), command.command()),
                command.environment(),
                command.unprivileged(),
                List.of(),
                null,
                command.longest());
        file.put(name, services().tool(name, host, placed, network));
        Duration longest = command.longest();
        try {
            given.compose().run(project(), "up", "--no-start", "--no-deps", "--force-recreate", name);
            Path log = context.directories().path(host, "logs/" + name + ".log");
            List<String> start =
                    List.of("docker", "start", "--attach", project().container(name));
            return new AttachedTool(name, start, log).run(lines, longest);
        } finally {
            given.engine()
                    .tried(
                            Duration.ofSeconds(30),
                            "rm",
                            "--force",
                            "--volumes",
                            project().container(name));
        }
    }

    void limitCpu(boolean enforced) {
        limited = enforced;
        Map<String, Double> quotas = platform.hosts().stream()
                .filter(host -> host.cpu() > 0)
                .collect(Collectors.toMap(Partition::name, Partition::cpu));
        if (quotas.isEmpty()) {
            return;
        }
        for (Engine.Container container : given.engine().containers(project())) {
            Double quota = quotas.get(container.host());
            if (container.running() && quota != null) {
                given.engine().limitCpu(project(), container.instance(), enforced ? quota : cores());
            }
        }
    }
}
