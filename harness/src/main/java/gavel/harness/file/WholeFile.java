package gavel.harness.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files completely or not at all: a full disk or a killed command leaves what was there. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * One at a time: two of the same file have the same one beside it.
     *
     * @param secret whether its owner alone may read it
     */
    public static synchronized void put(Path file, String content, boolean secret) throws IOException {
        Files.createDirectories(file.getParent());
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        if (secret) {
            Files.createFile(
                    beside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(beside, content);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
