package gavel.harness.result;

import gavel.driver.api.TextFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;

/** Writes and reads a record as a file of its own, completely or not at all. */
public final class JsonFile {
    private JsonFile() {}

    public static void write(Path file, Object content) throws IOException {
        replace(file, Json.MAPPER.writeValueAsString(content) + "\n");
    }

    public static void replace(Path file, String content) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.writeString(partial, content, StandardCharsets.UTF_8);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** @throws IOException also where the file is something else */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        String text = TextFile.read(file);
        if (text.isBlank()) {
            throw new IOException(file + " is empty: what should have written it did not come to its end");
        }
        try {
            return Json.MAPPER.readValue(text, type);
        } catch (StreamReadException e) {
            throw new IOException(
                    file + " is not a result: it is no JSON from line "
                            + e.getLocation().getLineNr() + " on",
                    e);
        } catch (JacksonException e) {
            throw new IOException(file + " is not a result: " + e.getOriginalMessage(), e);
        }
    }

    /** @throws IOException where a result was written with another schema than this version reads */
    public static void checkVersion(Path file, int found, int known) throws IOException {
        if (found != known) {
            throw new IOException("schemaVersion must be " + known + ": " + found + " (" + file
                    + "): read it with the version of Gavel that wrote it");
        }
    }
}
