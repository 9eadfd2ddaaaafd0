package gavel.harness.platform;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What is done around the start of a command, alike on every platform that starts commands itself.
 *
 * @param places hosts by their names
 * @param logs where what a step printed is, by its name, for messages
 */
public record Preparation(
        Platform platform,
        Installed installed,
        Conditions conditions,
        Function<String, Conditions.Place> places,
        UnaryOperator<String> logs) {
    /** Of what a step printed that failed. */
    public static final int LINES_OF_A_FAILURE = 20;

    /** @throws EnvironmentException where the program of a command is not there, or too old */
    public void require(Launch.Command command) {
        if (command.program() != null) {
            installed.path(command.program());
            installed.requireRecent(command.program());
        }
    }

    /** Of a command, with the places of its program. */
    public List<String> words(Program program, List<String> command) {
        return command.stream().map(word -> installed.placed(program, word)).toList();
    }

    /** The files an instance has, where they belong and judged. */
    public Map<String, String> written(InstanceSpec instance, Launch.Command command)
            throws IOException, InterruptedException {
        Map<String, String> files = new LinkedHashMap<>();
        for (FileSpec file : instance.files()) {
            String content = installed.placed(command.program(), file.content());
            platform.write(instance.host(), new FileSpec(file.path(), content, file.secret(), file.quoting()));
            files.put(file.path(), content);
        }
        for (Step step : instance.before()) {
            perform(step, instance);
        }
        return files;
    }

    public void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        switch (step.action()) {
            case Step.Statements statements -> conditions.perform(statements, step.failure());
            case Step.Request request -> conditions.perform(request, step.failure(), places.apply(instance.host()));
            case Step.Command command -> perform(step, command, instance.host());
        }
    }

    private void perform(Step step, Step.Command command, String host) throws IOException, InterruptedException {
        if (command.unless() != null && platform.exists(host, command.unless())) {
            return;
        }
        if (platform.run(host, step.name(), command, _ -> {}) != 0) {
            throw new EnvironmentException(
                    step.failure() + " (" + logs.apply(step.name()) + ")",
                    platform.log(host, step.name(), LINES_OF_A_FAILURE),
                    null);
        }
    }
}
