package gavel.harness.platform.local;

import gavel.harness.collect.StartedProcess;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.embedded.EmbeddedState;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Installed;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * The instances of one deployment as its run directory knows them, whichever command has started them.
 *
 * @param secrets values by their names
 */
record RecordedInstances(RunDirectory directory, Host machine, Installed installed, UnaryOperator<String> secrets) {
    private static final JsonMapper JSON = new JsonMapper();

    RunningInstance adopt(InstanceSpec instance, Launch.Within within) throws IOException {
        Path file = directory.path().resolve(within.stateFile());
        EmbeddedState state = JSON.readValue(file.toFile(), EmbeddedState.class);
        HostProcess process = host(instance).adopt(instance.name(), instance.tier(), state.databasePid());
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
    RunningInstance remembered(InstanceSpec instance, HostProcess process, StartedProcess started) throws IOException {
        machine.put(directory.started(instance.name()), JSON.writeValueAsString(started), false);
        return instance(instance, process);
    }

    RunningInstance instance(InstanceSpec instance, HostProcess process) {
        return new LocalInstance(instance, process, host(instance), installed, secrets, directory);
    }

    /** Instances that run already, no matter which process started them. */
    List<RunningInstance> attach(List<InstanceSpec> instances) {
        Map<String, InstanceSpec> byName =
                instances.stream().collect(Collectors.toMap(InstanceSpec::name, instance -> instance));
        List<RunningInstance> found = new ArrayList<>();
        for (HostProcess process : machine.recorded()) {
            InstanceSpec instance = byName.get(process.name());
            if (instance != null) {
                found.add(instance(instance, process));
            }
        }
        return found;
    }

    /** What runs of the deployment and is none of the instances. */
    List<RunningInstance> others(List<InstanceSpec> instances) {
        Set<String> names = instances.stream().map(InstanceSpec::name).collect(Collectors.toSet());
        return machine.recorded().stream()
                .filter(process -> !names.contains(process.name()))
                .map(process -> instance(
                        InstanceSpec.of(process.tier(), process.name(), new Launch.Elsewhere(""))
                                .build(),
                        process))
                .toList();
    }

    /** What this machine holds. */
    HostRemains remains() {
        return new HostRemains(
                "",
                "",
                machine.recorded().stream()
                        .map(process -> new HostRemains.Recorded(
                                process.name(),
                                process.tier(),
                                process.pid(),
                                process.alive(),
                                process.log().toString()))
                        .toList(),
                directory.path().toString());
    }

    private Host host(InstanceSpec instance) {
        return instance.host().isEmpty() ? machine : machine.part(instance.host());
    }
}
