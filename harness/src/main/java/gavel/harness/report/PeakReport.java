package gavel.harness.report;

import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PeakResults;
import gavel.harness.report.page.PeakPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the result of a search with its page. */
public final class PeakReport {
    private PeakReport() {}

    /** Writes {@code peak.json} and {@code report.html} into the directory, and returns the path of the page. */
    public static Path write(PeakResult result, Path directory) throws IOException {
        PeakResults.write(result, directory);
        Path partial = directory.resolve(HtmlReport.FILE + ".partial");
        Files.writeString(partial, PeakPage.render(result));
        return Files.move(
                partial,
                directory.resolve(HtmlReport.FILE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
