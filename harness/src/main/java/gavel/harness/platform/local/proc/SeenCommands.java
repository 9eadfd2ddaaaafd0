package gavel.harness.platform.local.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command line of every process of this machine that can be seen.
 *
 * @param proc where processes are seen
 */
public record SeenCommands(Path proc) {
    public static SeenCommands ofThisMachine() {
        return new SeenCommands(Path.of("/proc"));
    }

    /** One a line; what is between their words is no letter. */
    public String text() throws IOException {
        StringBuilder commands = new StringBuilder();
        try (Stream<Path> processes = Files.list(proc)) {
            List<Path> all = processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList();
            for (Path process : all) {
                try {
                    commands.append(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1))
                            .append('\n');
                } catch (IOException ended) {
                    continue;
                }
            }
        }
        return commands.toString();
    }
}
