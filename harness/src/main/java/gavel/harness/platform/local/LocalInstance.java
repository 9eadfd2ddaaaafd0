package gavel.harness.platform.local;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.embedded.EmbeddedState;
import gavel.harness.platform.Installed;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.WatchedInstance;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process of this machine, or an external instance.
 *
 * @param process null where it is external
 * @param host it runs on
 * @param secrets values by their names
 */
record LocalInstance(
        InstanceSpec spec,
        HostProcess process,
        Host host,
        Installed installed,
        UnaryOperator<String> secrets,
        RunDirectory directory)
        implements RunningInstance {
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public boolean alive() {
        return process == null || process.alive();
    }

    @Override
    public String version() {
        if (!spec.title().isEmpty()) {
            return spec.title();
        }
        return switch (spec.launch()) {
            case Launch.Command command -> command.program() == null ? "" : installed.version(command.program());
            case Launch.Within within -> versionOf(within);
            case Launch.Elsewhere _, Launch.Storage _ -> "";
        };
    }

    /** Nothing but words of the report depends on it. */
    private String versionOf(Launch.Within within) {
        try {
            Path state = directory.path().resolve(within.stateFile());
            return "PostgreSQL "
                    + Objects.requireNonNull(
                            JSON.readValue(state.toFile(), EmbeddedState.class).databaseVersion());
        } catch (JacksonException | NullPointerException damaged) {
            return "PostgreSQL of unknown version";
        }
    }

    @Override
    public Optional<Instance> watched() {
        return WatchedInstance.of(spec, process == null ? 0 : process.pid(), secrets, this::version);
    }

    @Override
    public Optional<StartedProcess> started() {
        if (process == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(directory.started(spec.name()).toFile(), StartedProcess.class));
        } catch (JacksonException unknown) {
            // Started by a version that did not write it down: what the kernel knows is what was started.
            return Optional.of(new StartedProcess(
                    spec.name(), spec.tier(), process.host(), process.command(), process.environment(), Map.of()));
        }
    }

    @Override
    public List<String> log(int last) {
        return process == null ? List.of() : host.tail(process.log(), last);
    }

    @Override
    public void kill() {
        if (process != null) {
            process.kill();
        }
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        process.signal("STOP", true);
    }

    @Override
    public boolean frozen() {
        return process != null && process.stopped();
    }

    @Override
    public boolean reachable() {
        return process == null
                || spec.ports().isEmpty()
                || spec.ports().values().stream().anyMatch(port -> host.listening(host.address(), port));
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        process.signal("CONT", true);
    }

    @Override
    public void connect(boolean connected) {
        host.connect(connected);
    }

    @Override
    public void stop(Duration grace) {
        if (process != null) {
            process.stop(grace);
        }
    }

    @Override
    public String toString() {
        return "LocalInstance[" + spec.name() + "]";
    }
}
