package gavel.harness.platform.ssh;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file in which a run directory remembers what is elsewhere. A damaged one is an error, and is not taken for an empty one.
 *
 * @param unknown what is not known where it cannot be read, in words
 */
public record KnownFile<T>(Path file, Class<T> type, String unknown) {
    private static final JsonMapper JSON = new JsonMapper();

    /** Null where nothing was remembered yet. */
    public T read() {
        if (!Files.exists(file)) {
            return null;
        }
        T known;
        try {
            known = JSON.readValue(file.toFile(), type);
        } catch (JacksonException e) {
            throw damaged(e.getOriginalMessage(), e);
        }
        if (known == null) {
            throw damaged("it says nothing", null);
        }
        return known;
    }

    private EnvironmentException damaged(String why, Exception cause) {
        return new EnvironmentException(file + " cannot be read, so it is not known " + unknown + ": " + why, cause);
    }

    public void write(T known) {
        try {
            WholeFile.put(file, JSON.writeValueAsString(known), false);
        } catch (IOException e) {
            throw new EnvironmentException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
