package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.deployment.Installation;
import gavel.harness.run.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The user guide knows the same commands and options as the program. */
class UserGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "user-guide.md");
    private static final Set<String> OF_EVERY_COMMAND = Set.of("--help", "--version");

    private static Map<String, CommandLine> commands() {
        return CommandLines.of(new CommandContext(
                        new Installation(Path.of("."), Path.of("java")),
                        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                        0,
                        List.of(),
                        new Interruption(Thread.currentThread())))
                .getSubcommands();
    }

    @Test
    void everyCommandAndOptionIsDescribed() throws IOException {
        String guide = Files.readString(GUIDE);
        commands().forEach((name, command) -> {
            assertThat(guide).as("command %s", name).containsPattern("`" + name + "[` ]");
            command.getCommandSpec().options().stream()
                    .map(option -> option.longestName())
                    .filter(option -> !OF_EVERY_COMMAND.contains(option))
                    .forEach(
                            option -> assertThat(guide).as("option of %s", name).containsPattern(option + "[` ]"));
        });
    }

    @Test
    void nothingIsDescribedThatIsNot() throws IOException {
        Set<String> known = new TreeSet<>(OF_EVERY_COMMAND);
        commands().values().forEach(c -> c.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names()))));
        String ofTheHarness = Files.readString(GUIDE).split("## The load by itself")[0];
        Matcher options = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+").matcher(ofTheHarness);
        assertThat(options.results().map(m -> m.group())).isNotEmpty().allMatch(known::contains);
    }
}
