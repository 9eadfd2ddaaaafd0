package gavel.harness.result;

import java.io.IOException;
import java.nio.file.Path;

/** Writes and reads the directory of a result. */
public final class Results {
    private Results() {}

    /** Writes {@code result.json} and {@code intervals.csv} into the directory and a line into {@code index.csv} beside it. */
    public static void write(RunResult result, Path directory) throws IOException {
        throw new UnsupportedOperationException();
    }

    public static RunResult read(Path directory) throws IOException {
        throw new UnsupportedOperationException();
    }
}
