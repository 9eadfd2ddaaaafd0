package gavel.harness.command.results;

import gavel.harness.command.output.CommandOutput;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.run.Environment;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What the commands work with that look at results.
 *
 * @param directories of results by their names
 */
public record ResultsContext(
        Environment environment, ResultKinds kinds, Function<String, Path> directories, CommandOutput output) {
    /** @throws ConfigurationException where no result is there */
    public ResultKind<?> kind(Path directory) {
        return kinds.in(directory)
                .orElseThrow(() -> new ConfigurationException("no result there: " + directory + " has none of "
                        + kinds.files() + "; `gavel results` lists what there is"));
    }

    void line(String text) {
        environment.console().line(text);
    }
}
