package gavel.harness.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that are too many for the heap, in files of a directory, each written to its end and deleted when nothing in it is wanted any more.
 * They live as long as the process that wrote them: nothing is forced to the disk, and what another process left there is deleted. Reading
 * takes no lock.
 */
final class SpillFile implements AutoCloseable {
    private static final int SEGMENT = 128 << 20;

    private final Path directory;
    private final int segmentBytes;
    private final List<Segment> segments = new ArrayList<>();
    private int made;
    private Segment last;

    /** Where some bytes are; the segment stays the same when others are deleted. */
    record Extent(Segment segment, int offset, int length) {}

    private SpillFile(Path directory, int segmentBytes) {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
    }

    /** @param directory of its own; whatever is in it is deleted */
    static SpillFile in(Path directory) throws IOException {
        return in(directory, SEGMENT);
    }

    static SpillFile in(Path directory, int segmentBytes) throws IOException {
        Files.createDirectories(directory);
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, "*" + Segment.SUFFIX)) {
            for (Path file : left) {
                Files.delete(file);
            }
        }
        return new SpillFile(directory, segmentBytes);
    }

    /** Left on the disk; nothing is refused for a file system that does not say. */
    long usableBytes() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    synchronized Extent write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (last == null || last.end > 0 && last.end + length > segmentBytes) {
            Segment full = last;
            made++;
            last = Segment.make(directory.resolve(made + Segment.SUFFIX));
            segments.add(last);
            if (full != null && full.wanted == 0) {
                delete(full);
            }
        }
        Extent extent = new Extent(last, last.end, length);
        last.write(bytes);
        return extent;
    }

    /** Null when the bytes have been freed meanwhile. */
    byte[] read(Extent extent) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(extent.length());
        try {
            while (bytes.hasRemaining()) {
                if (extent.segment().channel.read(bytes, (long) extent.offset() + bytes.position()) < 0) {
                    throw new IOException(extent.segment().file + " ends before " + extent);
                }
            }
        } catch (ClosedChannelException deleted) {
            return null;
        }
        return bytes.array();
    }

    synchronized void free(Extent extent) throws IOException {
        Segment segment = extent.segment();
        segment.wanted -= extent.length();
        if (segment.wanted == 0 && segment != last) {
            delete(segment);
        }
    }

    private void delete(Segment segment) throws IOException {
        segments.remove(segment);
        segment.channel.close();
        Files.delete(segment.file);
    }

    @Override
    public synchronized void close() throws IOException {
        for (Segment segment : List.copyOf(segments)) {
            delete(segment);
        }
        last = null;
    }

    /** One file. Guarded by the lock of all of them. */
    private static final class Segment {
        static final String SUFFIX = ".spill";
        private final Path file;
        private final FileChannel channel;
        private int end;
        private int wanted;

        private Segment(Path file, FileChannel channel) {
            this.file = file;
            this.channel = channel;
        }

        static Segment make(Path file) throws IOException {
            return new Segment(
                    file,
                    FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        }

        void write(ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            int at = end;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            end += length;
            wanted += length;
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }
}
