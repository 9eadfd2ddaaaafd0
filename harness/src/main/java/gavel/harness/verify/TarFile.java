package gavel.harness.verify;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;

/**
 * A compressed archive of files (POSIX.1-1988, ustar): without owners, and the same for the same files. It is there completely or not at
 * all.
 */
final class TarFile implements AutoCloseable {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int PREFIX = 155;
    private static final int CHECKSUM_AT = 148;

    private final Path file;
    private final Path partial;
    private final Instant changed;
    private final OutputStream out;

    /** @param changed when all files were, as far as the archive says */
    TarFile(Path file, Instant changed) throws IOException {
        this.file = file;
        this.partial = file.resolveSibling(file.getFileName() + ".partial");
        this.changed = changed;
        this.out = new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(partial)));
    }

    void add(String name, Path content) throws IOException {
        long size = Files.size(content);
        out.write(header(name, size));
        long written = Files.copy(content, out);
        if (written != size) {
            throw new IOException(content + " changed while it was packed");
        }
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    private byte[] header(String name, long size) throws IOException {
        byte[] header = new byte[BLOCK];
        int split = split(name);
        put(header, 0, name.substring(split == 0 ? 0 : split + 1));
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format("%011o", size));
        put(header, 136, String.format("%011o", changed.getEpochSecond()));
        put(header, CHECKSUM_AT, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar\u000000");
        put(header, 345, name.substring(0, split));
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, CHECKSUM_AT, String.format("%06o\u0000 ", sum));
        return header;
    }

    /** Where a long name is cut in two; 0 where it fits. */
    private static int split(String name) throws IOException {
        if (name.getBytes(StandardCharsets.UTF_8).length <= NAME) {
            return 0;
        }
        int slash = name.lastIndexOf('/', PREFIX);
        if (slash <= 0 || name.substring(slash + 1).getBytes(StandardCharsets.UTF_8).length > NAME) {
            throw new IOException("the name of a file is too long for an archive: " + name);
        }
        return slash;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    /** To be called when everything is in it. */
    void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.close();
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(partial);
    }
}
