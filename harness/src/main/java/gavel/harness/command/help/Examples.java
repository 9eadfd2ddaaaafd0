package gavel.harness.command.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Commands as a user would type them, at the end of each help. */
public final class Examples {
    private static final String FILE = "/gavel/harness/command/examples.txt";
    private static final String PROGRAM = "gavel ";

    private Examples() {}

    /**
     * One command.
     *
     * @param does in words
     */
    public record Example(String typed, String does) {}

    /** By the words of the command, such as {@code profiles show}. */
    public static Map<String, List<Example>> all() {
        Map<String, List<Example>> all = new LinkedHashMap<>();
        List<Example> examples = new ArrayList<>();
        for (String line : text().lines().toList()) {
            if (line.startsWith(PROGRAM)) {
                int end = line.lastIndexOf(": ");
                examples.add(new Example(line.substring(0, end), line.substring(end + 2)));
            } else if (!line.startsWith("#")) {
                examples = new ArrayList<>();
                all.put(line, examples);
            }
        }
        return all;
    }

    /** Puts them into the help of every command that has some. */
    public static void into(CommandLine root) {
        all().forEach((name, examples) -> {
            CommandLine command = root;
            for (String word : name.split(" ")) {
                command = command.getSubcommands().get(word);
            }
            List<String> lines = new ArrayList<>(List.of("", "Examples:"));
            for (Example example : examples) {
                lines.add("  " + escaped(example.typed()));
                lines.add("      " + escaped(example.does()));
            }
            command.getCommandSpec().usageMessage().footer(lines.toArray(String[]::new));
        });
    }

    private static String escaped(String text) {
        return text.replace("%", "%%");
    }

    private static String text() {
        try (InputStream stream = Examples.class.getResourceAsStream(FILE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("examples of the help", e);
        }
    }
}
