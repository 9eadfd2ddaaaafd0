package gavel.harness.verify;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A compressed archive of files (POSIX.1-2001, pax): without owners, and the same for the same files. It is there completely or not at all.
 */
final class TarFile implements AutoCloseable {
    private final Path file;
    private final Path partial;
    private final FileTime changed;
    private final TarArchiveOutputStream out;

    /** @param changed when all files were, as far as the archive says */
    TarFile(Path file, Instant changed) throws IOException {
        this.file = file;
        this.partial = file.resolveSibling(file.getFileName() + ".partial");
        this.changed = FileTime.from(changed.truncatedTo(ChronoUnit.SECONDS));
        this.out = new TarArchiveOutputStream(
                new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(partial))), "UTF-8");
        out.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        out.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        out.setAddPaxHeadersForNonAsciiNames(true);
    }

    /** @throws IOException also where the file changes while it is packed */
    void add(String name, Path content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setNames("", "");
        entry.setSize(Files.size(content));
        entry.setModTime(changed);
        out.putArchiveEntry(entry);
        Files.copy(content, out);
        out.closeArchiveEntry();
    }

    /** To be called when everything is in it. */
    void finish() throws IOException {
        out.close();
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
