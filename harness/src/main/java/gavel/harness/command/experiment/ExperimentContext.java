package gavel.harness.command.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.run.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What the commands of experiments work with.
 *
 * @param problems what this machine says of a configuration; empty where it has nothing against it
 * @param result directory of a result as it was typed
 * @param resultName name below {@code results/} of a result as it was typed
 * @param commandLine as typed
 */
public record ExperimentContext(
        Environment environment,
        Configurations configurations,
        Function<Configuration, List<String>> problems,
        Function<String, Path> result,
        UnaryOperator<String> resultName,
        String commandLine) {}
