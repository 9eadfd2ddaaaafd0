package gavel.harness.report;

import gavel.harness.report.page.ScalePage;
import gavel.harness.result.JsonFile;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.ScaleResults;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the result of a sweep with its page. */
public final class ScaleReport {
    private ScaleReport() {}

    /** Writes {@code scale.json}, {@code scale.csv} and {@code report.html} into the directory, and returns the path of the page. */
    public static Path write(ScaleResult result, Path directory) throws IOException {
        ScaleResults.write(result, directory);
        Path page = directory.resolve(HtmlReport.FILE);
        JsonFile.replace(page, ScalePage.render(result));
        return page;
    }
}
