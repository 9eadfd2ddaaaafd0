package gavel.harness.platform.local;

import gavel.harness.collect.StartedProcess;
import gavel.harness.config.placement.Partition;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.embedded.EmbeddedState;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.platform.Platform;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostFacts;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.platform.local.host.Waiting;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Program;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Reload;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every instance a process of this machine, in the run directory of the deployment; where the configuration wants hosts, each of them a part
 * of the machine with an address or limits of its own.
 */
public final class LocalPlatform implements Platform {
    private static final int LINES_OF_A_FAILURE = 20;
    /** A process with the former files may still answer, so a page has to say so many times in turn that the new ones are in force. */
    private static final int TIMES_IN_FORCE = 3;

    private static final JsonMapper JSON = new JsonMapper();
    private final Deployment deployment;
    private final Installation installation;
    private final UnaryOperator<String> secrets;
    private final Timekeeper time;
    private final Conditions conditions;
    private final Installed installed;

    /** @param secrets values by their names */
    public LocalPlatform(
            Deployment deployment,
            Installation installation,
            UnaryOperator<String> secrets,
            Timekeeper time,
            Http http) {
        this.deployment = deployment;
        this.installation = installation;
        this.secrets = secrets;
        this.time = time;
        this.conditions = new Conditions(deployment.directory(), secrets, http);
        this.installed = new Installed(deployment.host());
    }

    @Override
    public void prepare() {
        deployment.host().divide(deployment.placement().hosts());
        // Servers start and the data are loaded at full speed.
        limitCpu(false);
    }

    @Override
    public Locations locations() {
        Host machine = deployment.host();
        HostFacts facts = machine.facts();
        Map<String, Locations.Address> hosts = new HashMap<>();
        hosts.put("", new Locations.Address(machine.address(), machine.network()));
        for (Partition part : deployment.placement().hosts()) {
            Host host = machine.part(part.name());
            hosts.put(part.name(), new Locations.Address(host.address(), host.network()));
        }
        Path cache = installation.appCache();
        return new Locations(
                deployment.directory().path().toString(),
                installation.java().toString(),
                installation.appJar().toString(),
                Files.exists(cache) ? cache.toString() : null,
                installation.driverJar().toString(),
                installation.harnessJar().toString(),
                installation.databaseBinaries().toString(),
                hosts,
                IntStream.range(0, deployment.configuration().virtualAddresses())
                        .mapToObj(machine::virtualAddress)
                        .toList(),
                facts.descriptors(),
                facts.cores());
    }

    private Host host(String name) {
        return name.isEmpty() ? deployment.host() : deployment.host().part(name);
    }

    @Override
    public void write(FileSpec file) throws IOException {
        deployment
                .host()
                .put(
                        deployment.directory().path().resolve(file.path()),
                        Secret.resolve(file.content(), file.quoting(), secrets),
                        file.secret());
    }

    @Override
    public RunningInstance start(InstanceSpec instance) throws IOException, InterruptedException {
        return switch (instance.launch()) {
            case Launch.Command command -> start(instance, command);
            case Launch.Within within -> adopt(instance, within);
            case Launch.Elsewhere _ -> instance(instance, null);
            case Launch.Storage storage -> {
                ImageDirectory directory = new ImageDirectory(deployment, storage);
                directory.prepare();
                yield new LocalStorage(instance, directory);
            }
        };
    }

    private RunningInstance start(InstanceSpec instance, Launch.Command command)
            throws IOException, InterruptedException {
        if (command.program() != null) {
            installed.path(command.program());
            installed.requireRecent(command.program());
        }
        for (String directory : instance.directories()) {
            Files.createDirectories(deployment.directory().path().resolve(directory));
        }
        Map<String, String> files = written(instance, command);
        if (instance.ready() instanceof Ready.Says says) {
            // The state of an earlier start does not make this one ready.
            Files.deleteIfExists(deployment.directory().path().resolve(says.file()));
        }
        List<String> words = words(command.program(), command.command());
        HostProcess process = host(instance.host())
                .start(new ProcessSpec(
                        instance.name(),
                        instance.tier(),
                        words,
                        command.environment(),
                        deployment.directory().path(),
                        command.nice(),
                        command.bound(),
                        command.unprivileged(),
                        command.signal()));
        return remembered(
                instance,
                process,
                new StartedProcess(
                        instance.name(), instance.tier(), process.host(), words, command.environment(), files));
    }

    /** The files an instance has, where they belong and judged. */
    private Map<String, String> written(InstanceSpec instance, Launch.Command command)
            throws IOException, InterruptedException {
        Map<String, String> files = new LinkedHashMap<>();
        for (FileSpec file : instance.files()) {
            String content = installed.placed(command.program(), file.content());
            write(new FileSpec(file.path(), content, file.secret(), file.quoting()));
            files.put(file.path(), content);
        }
        for (Step step : instance.before()) {
            perform(step, instance);
        }
        return files;
    }

    @Override
    public RunningInstance reload(RunningInstance running, InstanceSpec next) throws IOException, InterruptedException {
        if (!(running instanceof LocalInstance instance) || !(next.launch() instanceof Launch.Command command)) {
            throw new IllegalArgumentException(next.name() + " has no files of its own");
        }
        HostProcess process = instance.process();
        Map<String, String> files = written(next, command);
        switch (next.reload()) {
            case Reload.BySignal by -> process.signal(by.signal(), false);
            case Reload.ByStep by -> perform(by.step(), next);
        }
        Ready inForce = next.reload().inForce();
        AtomicInteger inTurn = new AtomicInteger();
        Waiting.awaitReady(
                time,
                host(next.host()),
                process,
                () -> {
                    inTurn.set(conditions.hold(inForce, host(next.host())) ? inTurn.get() + 1 : 0);
                    return inTurn.get() >= TIMES_IN_FORCE;
                },
                inForce.patience());
        return remembered(
                next,
                process,
                new StartedProcess(
                        next.name(),
                        next.tier(),
                        process.host(),
                        words(command.program(), command.command()),
                        command.environment(),
                        files));
    }

    private List<String> words(Program program, List<String> command) {
        return command.stream().map(word -> installed.placed(program, word)).toList();
    }

    private RunningInstance adopt(InstanceSpec instance, Launch.Within within) throws IOException {
        Path file = deployment.directory().path().resolve(within.stateFile());
        EmbeddedState state = JSON.readValue(file.toFile(), EmbeddedState.class);
        HostProcess process = host(instance.host()).adopt(instance.name(), instance.tier(), state.databasePid());
        return remembered(
                instance,
                process,
                new StartedProcess(
                        instance.name(),
                        instance.tier(),
                        process.host(),
                        process.command(),
                        process.environment(),
                        Map.of()));
    }

    /** So that another command, which finds the process, knows what it was started with. */
    private RunningInstance remembered(InstanceSpec instance, HostProcess process, StartedProcess started)
            throws IOException {
        deployment.host().put(deployment.directory().started(instance.name()), JSON.writeValueAsString(started), false);
        return instance(instance, process);
    }

    private RunningInstance instance(InstanceSpec instance, HostProcess process) {
        return new LocalInstance(instance, process, host(instance.host()), installed, secrets, deployment.directory());
    }

    @Override
    public List<RunningInstance> attach(List<InstanceSpec> instances) {
        Map<String, InstanceSpec> byName =
                instances.stream().collect(Collectors.toMap(InstanceSpec::name, instance -> instance));
        List<RunningInstance> found = new ArrayList<>();
        for (HostProcess process : deployment.host().recorded()) {
            InstanceSpec instance = byName.get(process.name());
            if (instance != null) {
                found.add(instance(instance, process));
            }
        }
        return found;
    }

    @Override
    public List<RunningInstance> others(List<InstanceSpec> instances) {
        Set<String> names = instances.stream().map(InstanceSpec::name).collect(Collectors.toSet());
        return deployment.host().recorded().stream()
                .filter(process -> !names.contains(process.name()))
                .map(process -> instance(
                        InstanceSpec.of(process.tier(), process.name(), new Launch.Elsewhere(""))
                                .build(),
                        process))
                .toList();
    }

    @Override
    public void awaitReady(RunningInstance running) throws InterruptedException {
        if (running instanceof LocalInstance instance && instance.process() != null) {
            InstanceSpec spec = instance.spec();
            Waiting.awaitReady(
                    time,
                    host(spec.host()),
                    instance.process(),
                    () -> conditions.hold(spec.ready(), host(spec.host())),
                    spec.ready().patience());
        }
    }

    @Override
    public void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        switch (step.action()) {
            case Step.Command command -> perform(step, command, host(instance.host()));
            case Step.Statements statements -> conditions.perform(statements, step.failure());
            case Step.Request request -> perform(step, request, host(instance.host()));
        }
    }

    private void perform(Step step, Step.Request request, Host host) throws InterruptedException {
        conditions.send(request, step.failure());
        if (!time.await(
                () -> conditions.hold(request.done(), host), request.done().patience())) {
            throw new EnvironmentException(
                    step.failure() + " within " + request.done().patience().toSeconds() + " s");
        }
    }

    private void perform(Step step, Step.Command command, Host host) throws IOException, InterruptedException {
        Path run = deployment.directory().path();
        if (command.unless() != null && Files.exists(run.resolve(command.unless()))) {
            return;
        }
        List<String> words = words(command.program(), command.command());
        for (FileSpec file : command.files()) {
            write(file);
        }
        ProcessSpec spec = new ProcessSpec(
                step.name(), Tiers.TOOLS, words, command.environment(), run, 0, true, command.unprivileged(), "TERM");
        if (host.run(spec, line -> {}, command.longest()) != 0) {
            Path log = deployment.directory().log(step.name());
            throw new EnvironmentException(
                    step.failure() + " (log: " + log + ")", host.tail(log, LINES_OF_A_FAILURE), null);
        }
    }

    @Override
    public void limitCpu(boolean enforced) {
        deployment.host().limitCpu(enforced);
    }

    @Override
    public void close() {
        deployment.host().reunite();
    }
}
