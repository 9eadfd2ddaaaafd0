package gavel.harness.peak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads {@code peak.json}, completely or not at all. */
public final class PeakResults {
    public static final String FILE = "peak.json";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private PeakResults() {}

    public static void write(PeakResult result, Path directory) throws IOException {
        Path partial = directory.resolve(FILE + ".partial");
        Files.writeString(partial, JSON.writeValueAsString(result) + "\n");
        Files.move(
                partial, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public static PeakResult read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            PeakResult result = JSON.readValue(Files.readString(file), PeakResult.class);
            if (result.schemaVersion() != PeakResult.SCHEMA_VERSION) {
                throw new IOException("schemaVersion must be " + PeakResult.SCHEMA_VERSION + ": "
                        + result.schemaVersion() + " (" + file + "): read it with the version of Gavel that wrote it");
            }
            return result;
        } catch (JacksonException e) {
            throw new IOException(file + " is not the result of a search: " + e.getOriginalMessage(), e);
        }
    }
}
