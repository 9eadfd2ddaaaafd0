package gavel.harness.command.help;

import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.Source;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.Console;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel init}: a configuration to change, with a comment at each setting. */
@Command(name = "init", description = "Writes a configuration for you to change, with a comment at each setting.")
public final class InitCommand implements Callable<Integer> {
    private static final Pattern SCHEMA = Pattern.compile("(?m)^(# yaml-language-server: \\$schema=)\\S+$");

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "to write (default: gavel.yaml, which commands in this directory use)")
    private Path file = Path.of(Configurations.FOUND);

    @Option(
            names = {"-c", "--config"},
            paramLabel = "NAME|FILE",
            description = "the configuration to begin with (default: minimal, which has every setting)")
    private String config = "minimal";

    private final Configurations configurations;
    private final Path schema;
    private final Console console;

    /** @param schema that an editor checks the file with */
    public InitCommand(Configurations configurations, Path schema, Console console) {
        this.configurations = configurations;
        this.schema = schema;
        this.console = console;
    }

    @Override
    public Integer call() {
        Source source = configurations.source(config);
        configurations.read(source, List.of());
        String text = SCHEMA.matcher(source.text())
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + schema.toUri()));
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new ConfigurationException("the file exists already and is not changed: " + file + " (FILE)");
        } catch (NoSuchFileException e) {
            throw new ConfigurationException(
                    "the directory does not exist: " + file.toAbsolutePath().getParent() + " (FILE)");
        } catch (IOException e) {
            throw new EnvironmentException("the configuration cannot be written: " + file + ": " + e, e);
        }
        console.line("wrote " + file);
        console.line(
                file.equals(Path.of(Configurations.FOUND))
                        ? "Next        change it; `gavel plan` shows what it means, `gavel run` uses it in this directory"
                        : "Next        change it; `gavel plan -c " + file + "` shows what it means");
        return 0;
    }
}
