package gavel.harness.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;

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
        try {
            return Json.MAPPER.readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new IOException(file + " is no such result: " + e.getOriginalMessage(), e);
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
