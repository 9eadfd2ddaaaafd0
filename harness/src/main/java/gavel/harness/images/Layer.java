package gavel.harness.images;

import gavel.driver.api.text.Sha256;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarFile;

/**
 * One layer of an image, written so that the same files make the same bytes. They are in the order of their names, links to files behind
 * them, owners as numbers. No time is later than the moment the sources are of.
 */
final class Layer {
    private static final int GZIP = 0x1f8b;

    private Layer() {}

    /**
     * @param saved as the engine wrote it, compressed or not; it is replaced where it was compressed
     * @param latest no file is newer
     * @return digest of what was written
     */
    static String write(Path saved, Path target, Instant latest) throws IOException {
        uncompress(saved);
        MessageDigest digest = Sha256.begun();
        try (TarFile source = new TarFile(saved);
                OutputStream file = new BufferedOutputStream(Files.newOutputStream(target));
                TarArchiveOutputStream tar = tar(new DigestOutputStream(file, digest))) {
            for (TarArchiveEntry entry : ordered(source.getEntries())) {
                tar.putArchiveEntry(plain(entry, latest));
                if (entry.isFile() && !entry.isLink()) {
                    try (InputStream content = source.getInputStream(entry)) {
                        content.transferTo(tar);
                    }
                }
                tar.closeArchiveEntry();
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static TarArchiveOutputStream tar(OutputStream stream) {
        TarArchiveOutputStream tar = new TarArchiveOutputStream(stream, "UTF-8");
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
        return tar;
    }

    private static void uncompress(Path file) throws IOException {
        try (InputStream start = Files.newInputStream(file)) {
            byte[] magic = start.readNBytes(2);
            if (magic.length < 2 || ((magic[0] & 0xff) << 8 | magic[1] & 0xff) != GZIP) {
                return;
            }
        }
        Path plain = file.resolveSibling(file.getFileName() + ".plain");
        try (InputStream packed = new GZIPInputStream(Files.newInputStream(file))) {
            Files.copy(packed, plain);
        }
        Files.move(plain, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A link to a file can only be made when the file is there. */
    private static List<TarArchiveEntry> ordered(List<TarArchiveEntry> entries) {
        List<TarArchiveEntry> ordered = new ArrayList<>(entries);
        ordered.sort(Comparator.comparing(TarArchiveEntry::isLink).thenComparing(TarArchiveEntry::getName));
        return ordered;
    }

    private static TarArchiveEntry plain(TarArchiveEntry entry, Instant latest) throws IOException {
        for (String header : entry.getExtraPaxHeaders().keySet()) {
            // Rights that a file gives to its process: no image of ours may have one, and they could not be
            // written back.
            throw new IOException("a file of the image has the attribute " + header + ": " + entry.getName());
        }
        byte kind = entry.isDirectory()
                ? TarConstants.LF_DIR
                : entry.isSymbolicLink()
                        ? TarConstants.LF_SYMLINK
                        : entry.isLink() ? TarConstants.LF_LINK : special(entry);
        TarArchiveEntry plain = new TarArchiveEntry(entry.getName(), kind);
        plain.setMode(entry.getMode());
        plain.setIds((int) entry.getLongUserId(), (int) entry.getLongGroupId());
        plain.setNames("", "");
        plain.setLinkName(entry.getLinkName());
        plain.setDevMajor(entry.getDevMajor());
        plain.setDevMinor(entry.getDevMinor());
        plain.setSize(kind == TarConstants.LF_NORMAL ? entry.getSize() : 0);
        Instant changed = entry.getLastModifiedTime().toInstant();
        plain.setModTime(FileTime.from((changed.isAfter(latest) ? latest : changed).truncatedTo(ChronoUnit.SECONDS)));
        return plain;
    }

    private static byte special(TarArchiveEntry entry) {
        if (entry.isCharacterDevice()) {
            return TarConstants.LF_CHR;
        }
        if (entry.isBlockDevice()) {
            return TarConstants.LF_BLK;
        }
        return entry.isFIFO() ? TarConstants.LF_FIFO : TarConstants.LF_NORMAL;
    }
}
