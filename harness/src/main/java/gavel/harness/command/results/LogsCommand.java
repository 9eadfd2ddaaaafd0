package gavel.harness.command.results;

import gavel.driver.api.text.Nearest;
import gavel.harness.command.output.OutputDocument.LogEntry;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel logs}. */
@Command(name = "logs", description = "Shows the logs of a deployment or a result; without INSTANCE it lists them.")
public final class LogsCommand implements Callable<Integer> {
    private static final String END = ".log";
    private static final int MOST_LINES = 100_000;

    @Parameters(
            index = "0",
            paramLabel = "DEPLOYMENT|RESULT",
            description = "name of a deployment, or of a result below results/, or its directory")
    private String name;

    @Parameters(index = "1", arity = "0..1", paramLabel = "INSTANCE", description = "such as app1 or postgresql")
    private String instance;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "how many of its last lines (default: ${DEFAULT-VALUE})")
    private int lines = 200;

    private final ResultsContext context;

    public LogsCommand(ResultsContext context) {
        this.context = context;
    }

    /**
     * A log that is there.
     *
     * @param file its path for the user
     * @param last its last lines, so many at most
     */
    private record Log(String file, IntFunction<List<String>> last) {}

    @Override
    public Integer call() {
        if (lines < 1 || lines > MOST_LINES) {
            throw new ConfigurationException("lines must be from 1 to " + MOST_LINES + ": " + lines + " (--lines)");
        }
        Map<String, Log> logs = logs();
        if (instance == null) {
            logs.forEach((each, log) -> {
                context.output().log(new LogEntry(each, log.file(), List.of()));
                context.line("%-24s %s".formatted(each, log.file()));
            });
            return 0;
        }
        Log log = logs.get(instance);
        if (log == null) {
            throw new ConfigurationException("no log of " + instance + " in " + name
                    + Nearest.hint(instance, List.copyOf(logs.keySet())) + "; `gavel logs " + name + "` lists them");
        }
        List<String> last = log.last().apply(lines);
        context.output().log(new LogEntry(instance, log.file(), last));
        last.forEach(context::line);
        return 0;
    }

    private Map<String, Log> logs() {
        Deployments deployments = context.environment().deployments();
        if (deployments.names().contains(name)) {
            return ofDeployment(deployments, deployments.existing(name));
        }
        Path logs = context.directories().apply(name).resolve("logs");
        if (!Files.isDirectory(logs)) {
            throw new ConfigurationException("no deployment and no result with logs: " + name
                    + Nearest.hint(name, deployments.names())
                    + "; `gavel status` lists deployments, `gavel results` results");
        }
        return files(logs);
    }

    /** Those of this machine, and those of processes on others. */
    private Map<String, Log> ofDeployment(Deployments deployments, RunDirectory directory) {
        Map<String, Log> logs = files(directory.logs());
        Platform platform = context.environment().platforms().platform(directory.path(), deployments.made(directory));
        for (HostRemains host : platform.remains()) {
            if (!host.host().isEmpty() && !host.reachable()) {
                context.line("! " + host.line());
                continue;
            }
            for (HostRemains.Recorded process : host.processes()) {
                logs.putIfAbsent(
                        process.name(),
                        new Log(
                                (host.host().isEmpty() ? "" : host.host() + ":") + process.log(),
                                last -> platform.log(host.host(), process.name(), last)));
            }
        }
        return logs;
    }

    private static Map<String, Log> files(Path directory) {
        Map<String, Log> logs = new TreeMap<>();
        if (!Files.isDirectory(directory)) {
            return logs;
        }
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.toString().endsWith(END) && Files.isRegularFile(file))
                    .forEach(file -> logs.put(
                            file.getFileName().toString().replaceFirst("\\.log$", ""),
                            new Log(file.toString(), last -> last(file, last))));
            return logs;
        } catch (IOException e) {
            throw new EnvironmentException("logs cannot be listed: " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Read once from the beginning, line by line, as it may be larger than the memory of this process. It need not be UTF-8. */
    private static List<String> last(Path file, int most) {
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader all =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = all.readLine(); line != null; line = all.readLine()) {
                if (last.size() == most) {
                    last.removeFirst();
                }
                last.add(line);
            }
            return new ArrayList<>(last);
        } catch (IOException e) {
            throw new EnvironmentException("the log cannot be read: " + file + ": " + e.getMessage(), e);
        }
    }
}
