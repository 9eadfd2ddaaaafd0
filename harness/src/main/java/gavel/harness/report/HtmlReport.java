package gavel.harness.report;

import gavel.harness.report.page.ReportPage;
import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a result as one HTML page. */
public final class HtmlReport {
    public static final String FILE = "report.html";

    private HtmlReport() {}

    /** Writes {@code report.html} into the directory, completely or not at all, and returns its path. */
    public static Path write(RunResult result, Path directory) throws IOException {
        Path partial = directory.resolve(FILE + ".partial");
        Files.writeString(partial, ReportPage.render(result), StandardCharsets.UTF_8);
        return Files.move(
                partial, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
