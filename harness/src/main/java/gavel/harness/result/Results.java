package gavel.harness.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
        JsonFile.write(directory.resolve(RESULT), result);
        JsonFile.replace(directory.resolve(INTERVALS), IntervalsCsv.of(result.intervals()));
        IndexCsv.append(directory.toAbsolutePath().resolveSibling(INDEX), IndexCsv.line(result));
    }

    public static RunResult read(Path directory) throws IOException {
        Path file = directory.resolve(RESULT);
        if (!Files.isRegularFile(file)) {
            throw new IOException("no " + RESULT + " in " + directory + ": name the directory of a result");
        }
        RunResult result = JsonFile.read(file, RunResult.class);
        JsonFile.checkVersion(file, result.schemaVersion(), RunResult.SCHEMA_VERSION);
        return result;
    }
}
