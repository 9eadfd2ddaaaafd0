package gavel.harness.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;

/** Writes and reads the directory of a result. */
public final class Results {
    public static final String RESULT = "result.json";
    public static final String INTERVALS = "intervals.csv";
    public static final String INDEX = "index.csv";

    private Results() {}

    /**
     * Writes {@code result.json} and {@code intervals.csv} into the directory and a line into {@code index.csv} beside it. A file is
     * there completely or not at all.
     */
    public static void write(RunResult result, Path directory) throws IOException {
        Files.createDirectories(directory);
        replace(directory.resolve(RESULT), Json.MAPPER.writeValueAsString(result) + "\n");
        replace(directory.resolve(INTERVALS), IntervalsCsv.of(result.intervals()));
        IndexCsv.append(directory.toAbsolutePath().resolveSibling(INDEX), result);
    }

    public static RunResult read(Path directory) throws IOException {
        Path file = directory.resolve(RESULT);
        if (!Files.isRegularFile(file)) {
            throw new IOException("no " + RESULT + " in " + directory + ": name the directory of a result");
        }
        try {
            RunResult result = Json.MAPPER.readValue(Files.readString(file), RunResult.class);
            if (result.schemaVersion() != RunResult.SCHEMA_VERSION) {
                throw new IOException("schemaVersion must be " + RunResult.SCHEMA_VERSION + ": "
                        + result.schemaVersion() + " (" + file + "): read it with the version of Gavel that wrote it");
            }
            return result;
        } catch (JacksonException e) {
            throw new IOException(file + " is not a result: " + e.getOriginalMessage(), e);
        }
    }

    private static void replace(Path file, String content) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.writeString(partial, content, StandardCharsets.UTF_8);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
