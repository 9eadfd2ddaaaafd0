package gavel.harness.platform.power;

import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** The machines a deployment has switched on, remembered before it does, so that a next command switches them off whatever became of this one. */
final class SwitchedOn {
    /** For all of them: each action that takes a machine away or brings it back has its own. */
    private static final Object CHANGES = new Object();

    private final Path file;

    /** @param file one name a line */
    SwitchedOn(Path file) {
        this.file = file;
    }

    Set<String> names() {
        try {
            return Files.exists(file) ? new LinkedHashSet<>(Files.readAllLines(file)) : new LinkedHashSet<>();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    void add(String name) {
        synchronized (CHANGES) {
            Set<String> names = names();
            if (names.add(name)) {
                write(names);
            }
        }
    }

    void remove(String name) {
        synchronized (CHANGES) {
            Set<String> names = names();
            if (names.remove(name)) {
                write(names);
            }
        }
    }

    private void write(Set<String> names) {
        try {
            WholeFile.put(file, String.join("\n", names), false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
