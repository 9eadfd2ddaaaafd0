package gavel.harness.result;

import gavel.driver.api.TextFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.StreamReadException;

/** Writes and reads a record as a file of its own, completely or not at all. */
public final class JsonFile {
    /** Of a result: the largest are those of runs of hours. */
    private static final int MOST_BYTES = 512 << 20;

    private JsonFile() {}

    /** The text is never in memory as a whole: that of a long run is large. */
    public static void write(Path file, Object content) throws IOException {
        replace(file, out -> {
            Json.MAPPER.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET).writeValue(out, content);
            out.write('\n');
        });
    }

    /** For what is small and is not kept. */
    public static String text(Object content) {
        return Json.MAPPER.writeValueAsString(content);
    }

    public static void replace(Path file, String content) throws IOException {
        replace(file, out -> out.write(content));
    }

    /** What writes the whole content. */
    private interface Content {
        void writeTo(Writer out) throws IOException;
    }

    /** The directory may be of somebody who put a link in the place of the unfinished file, which leads to any other. */
    private static void replace(Path file, Content content) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.deleteIfExists(partial);
        try (Writer out = Files.newBufferedWriter(partial, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
            content.writeTo(out);
        } catch (JacksonException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IOException failure) {
                    throw failure;
                }
            }
            throw e;
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** @throws IOException also where the file is something else */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        String text = TextFile.read(file, MOST_BYTES);
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

    /**
     * What a file lacks of the schema of its records, or has twice or as something else: what is absent is written as null, never left out.
     * Further fields are permitted.
     */
    public static Optional<String> incomplete(Path file, Class<?> type) throws IOException {
        try {
            Json.STRICT.readValue(TextFile.read(file, MOST_BYTES), type);
            return Optional.empty();
        } catch (JacksonException e) {
            return Optional.of(e.getOriginalMessage().split(";")[0]);
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
