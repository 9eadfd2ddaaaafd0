package gavel.driver.command;

import gavel.driver.api.AgentJson;
import gavel.driver.api.LoadReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The whole report as a file for other programs. */
final class ReportFile {
    private ReportFile() {}

    static void write(Path file, LoadReport report) throws IOException {
        Files.write(file, AgentJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(report));
    }
}
