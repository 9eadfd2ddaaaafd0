package gavel.harness.platform.compose;

import gavel.harness.collect.StartedProcess;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.embedded.EmbeddedState;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.ForeignText;
import gavel.harness.file.WholeFile;
import gavel.harness.platform.Machine;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What every container of one deployment is asked with.
 *
 * @param secrets values by their names
 * @param addresses of hosts, by their names
 * @param owners the first instance of each host, whose container has the host's network
 */
record ContainerContext(
        Project project,
        Engine engine,
        Machine machine,
        HostDirectories directories,
        UnaryOperator<String> secrets,
        UnaryOperator<String> addresses,
        Map<String, String> owners) {
    private static final JsonMapper JSON = new JsonMapper();

    String address(String host) {
        return addresses.apply(host);
    }

    Optional<String> owner(String host) {
        return Optional.ofNullable(owners.get(host));
    }

    /** What a container says of the process it has started; empty where it says nothing that can be read. */
    Optional<EmbeddedState> embedded(InstanceSpec spec, Launch.Within within) {
        try {
            return Optional.of(JSON.readValue(
                    Files.readString(directories.path(spec.host(), within.stateFile())), EmbeddedState.class));
        } catch (IOException | JacksonException unknown) {
            return Optional.empty();
        }
    }

    Optional<StartedProcess> started(String instance) {
        try {
            return Optional.of(JSON.readValue(
                    new RunDirectory(project.directory()).started(instance).toFile(), StartedProcess.class));
        } catch (JacksonException unknown) {
            return Optional.empty();
        }
    }

    void remember(StartedProcess started) throws IOException {
        WholeFile.put(
                new RunDirectory(project.directory()).started(started.instance()),
                JSON.writeValueAsString(started),
                false);
    }

    /** What a process printed: what was kept of earlier containers or it wrote itself, then its container's. */
    List<String> log(String host, String process, int last) {
        List<String> lines = new ArrayList<>();
        try {
            lines.addAll(ForeignText.tail(kept(host, process), last));
        } catch (IOException e) {
            lines.add("(log cannot be read: " + e.getMessage() + ")");
        }
        if (engine.container(project, process).isPresent()) {
            lines.addAll(engine.log(project, process, last));
        }
        return lines.subList(Math.max(0, lines.size() - last), lines.size());
    }

    private Path kept(String host, String process) throws IOException {
        return directories.path(host, "logs/" + process + ".log");
    }

    /** Before a container goes. */
    void keepLog(String host, String process) {
        try {
            engine.saveLog(project, process, kept(host, process));
        } catch (IOException elsewhere) {
            // Only if the directory was replaced: then it stays with the container.
            return;
        }
    }

    /**
     * Beside what was kept of earlier containers, which is there.
     *
     * @return whether all of it could be written
     */
    private boolean copyLog(Engine.Container container) throws IOException {
        Path log = new RunDirectory(project.directory()).log(container.instance());
        if (!Files.exists(kept(container.host(), container.instance()))) {
            Files.deleteIfExists(log);
        }
        boolean whole = engine.saveLog(project, container.instance(), log);
        if (!container.running()) {
            // The result takes the reason of an end from the end of its log.
            Files.writeString(log, container.end() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return whole;
    }

    /** Puts what containers have printed, and the Compose file, among the logs of the run, which outlive the deployment. */
    void keep(List<String> remarks) {
        try {
            for (Engine.Container container : engine.containers(project)) {
                if (!copyLog(container)) {
                    remarks.add("the log of " + container.instance() + " is not whole: is the disk full? `docker logs "
                            + container.name() + "` has it as long as the container is there");
                }
            }
            Path logs = new RunDirectory(project.directory()).logs();
            Files.copy(project.file(), logs.resolve("compose.yaml"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | EnvironmentException e) {
            remarks.add("logs of containers are missing: " + e.getMessage());
        }
    }
}
