package gavel.harness.platform.local.host;

import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The processes of a deployment as its directory {@code processes/} knows them: one small file each. */
public final class ProcessRecords {
    private static final JsonMapper JSON = new JsonMapper();
    private final Path directory;

    public ProcessRecords(Path directory) {
        this.directory = directory;
    }

    void add(ProcessRecord entry) throws IOException {
        WholeFile.put(file(entry.name()), JSON.writeValueAsString(entry), false);
    }

    void remove(String name) {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot forget process " + name, e);
        }
    }

    /** All that can be read, by name. */
    public List<ProcessRecord> all() {
        return files().stream()
                .map(ProcessRecords::read)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Files of processes that can no longer be identified. */
    public List<Path> unreadable() {
        return files().stream().filter(file -> read(file).isEmpty()).toList();
    }

    private static Optional<ProcessRecord> read(Path file) {
        try {
            return Optional.ofNullable(JSON.readValue(file.toFile(), ProcessRecord.class))
                    .filter(entry -> entry.name() != null && entry.tier() != null && entry.pid() > 1);
        } catch (JacksonException damaged) {
            return Optional.empty();
        }
    }

    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory, e);
        }
    }

    private Path file(String name) {
        return directory.resolve(name + ".json");
    }
}
