package gavel.harness.peak;

import gavel.harness.result.JsonFile;
import java.io.IOException;
import java.nio.file.Path;

/** Writes and reads {@code peak.json}, completely or not at all. */
public final class PeakResults {
    public static final String FILE = "peak.json";

    private PeakResults() {}

    public static void write(PeakResult result, Path directory) throws IOException {
        JsonFile.write(directory.resolve(FILE), result);
    }

    public static PeakResult read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        PeakResult result = JsonFile.read(file, PeakResult.class);
        JsonFile.checkVersion(file, result.schemaVersion(), PeakResult.SCHEMA_VERSION);
        return result;
    }
}
