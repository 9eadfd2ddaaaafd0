package gavel.harness.report;

import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a result as one HTML page that opens without a network. */
public final class HtmlReport {
    private HtmlReport() {}

    /** Writes {@code report.html} into the directory and returns its path. */
    public static Path write(RunResult result, Path directory) throws IOException {
        throw new UnsupportedOperationException();
    }
}
