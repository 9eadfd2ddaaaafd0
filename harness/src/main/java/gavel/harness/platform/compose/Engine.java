package gavel.harness.platform.compose;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Docker's own command, so that the user's contexts and rights hold. Every failure is one line that names what was asked. Any
 * thread may use it.
 */
record Engine(Shell shell) {
    static final String INSTANCE = "gavel.instance";
    static final String TIER = "gavel.tier";
    static final String HOST = "gavel.host";
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * One container, as the engine knows it.
     *
     * @param pid of its first process on this machine; 0 where it does not run
     * @param outOfMemory whether the kernel ended it for that
     * @param limitMebibytes of memory; 0 for none
     */
    record Container(
            String name,
            String instance,
            String tier,
            String host,
            String image,
            boolean running,
            long pid,
            int exitCode,
            boolean outOfMemory,
            long limitMebibytes) {
        /** Why it is not running any more, in words. */
        String end() {
            return outOfMemory
                    ? "the kernel killed it, as its container was out of memory"
                            + (limitMebibytes == 0 ? "" : " (limit " + limitMebibytes + " MiB)")
                    : "its container ended with exit code " + exitCode;
        }
    }

    /** @throws EnvironmentException where the engine cannot be asked, or refuses */
    String docker(String... words) {
        return docker(LONGEST, words);
    }

    String docker(Duration longest, String... words) {
        Shell.Said said = tried(longest, words);
        if (!said.ok()) {
            throw new EnvironmentException("`docker " + words[0] + "` failed: " + said.reason());
        }
        return said.out();
    }

    /** The same without a throw. */
    Shell.Said tried(Duration longest, String... words) {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(words));
        return shell.say(longest, command);
    }

    /** Every container of a deployment, running or not. */
    List<Container> containers(Project project) {
        List<String> ids = docker("ps", "--all", "--quiet", "--no-trunc", "--filter", "label=" + project.label())
                .lines()
                .toList();
        return ids.isEmpty() ? List.of() : inspected(ids);
    }

    Optional<Container> container(Project project, String process) {
        Shell.Said said = tried(LONGEST, "container", "inspect", project.container(process));
        return said.ok() ? read(said.out()).stream().findFirst() : Optional.empty();
    }

    private List<Container> inspected(List<String> ids) {
        Shell.Said said = tried(
                LONGEST,
                Stream.concat(Stream.of("container", "inspect"), ids.stream()).toArray(String[]::new));
        // One that vanished meanwhile is told as an error, and the others all the same.
        boolean vanished = said.errors().stream()
                .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("no such container"));
        if (!said.ok() && !vanished) {
            throw new EnvironmentException("`docker container inspect` failed: " + said.reason());
        }
        return read(said.out());
    }

    static List<Container> read(String inspected) {
        List<Container> containers = new ArrayList<>();
        for (JsonNode one : JSON.readTree(inspected.isBlank() ? "[]" : inspected)) {
            JsonNode state = one.path("State");
            JsonNode labels = one.path("Config").path("Labels");
            String name = one.path("Name").asString("").replaceFirst("^/", "");
            containers.add(new Container(
                    name,
                    labels.path(INSTANCE).asString(name),
                    labels.path(TIER).asString("tools"),
                    labels.path(HOST).asString(""),
                    one.path("Config").path("Image").asString("") + " "
                            + one.path("Image").asString(""),
                    state.path("Running").asBoolean(),
                    state.path("Pid").asLong(),
                    state.path("ExitCode").asInt(),
                    state.path("OOMKilled").asBoolean(),
                    one.path("HostConfig").path("Memory").asLong() >> 20));
        }
        return containers;
    }

    /** Last lines of what a container printed, oldest first. */
    List<String> log(Project project, String process, int last) {
        Shell.Said said = tried(LONGEST, "logs", "--tail", Integer.toString(last), project.container(process));
        List<String> lines = new ArrayList<>(said.out().lines().toList());
        lines.addAll(said.errors());
        return lines.subList(Math.max(0, lines.size() - last), lines.size());
    }

    /**
     * All that a container printed, at the end of a file.
     *
     * @return whether all of it is there
     */
    boolean saveLog(Project project, String process, Path file) {
        String copy = "docker logs \"$1\" >> \"$2\" 2>&1";
        return shell.say(LONGEST, List.of("sh", "-c", copy, "sh", project.container(process), file.toString()))
                .ok();
    }

    /** The cores there are are no limit: one that was given cannot be taken away. */
    void limitCpu(Project project, String process, double cores) {
        docker("update", "--cpus", BigDecimal.valueOf(cores).toPlainString(), project.container(process));
    }

    /** Ends and removes every container of a deployment, and its network. Safe to call twice. */
    void remove(Project project) {
        List<String> left = containers(project).stream().map(Container::name).toList();
        if (!left.isEmpty()) {
            docker(Stream.concat(Stream.of("rm", "--force", "--volumes"), left.stream())
                    .toArray(String[]::new));
        }
        String networks = docker("network", "ls", "--quiet", "--filter", "label=" + project.label());
        networks.lines().forEach(network -> docker("network", "rm", network));
    }
}
