package gavel.harness.result;

import gavel.driver.api.TextFile;
import java.io.Flushable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of records, a line of JSON each, that outlives its writer: a line is on the disk before anything goes on, and one that was not
 * written to its end, because the writer was killed or the disk was full, is cut off and never takes another with it. One writer.
 */
public final class JsonLines<T> implements Flushable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Of a file that is only looked at, which may be anybody's. */
    private static final int MOST_BYTES = 64 << 20;

    private final Path file;
    private final Class<T> type;
    private final Queue<byte[]> unwritten = new ArrayDeque<>();

    public JsonLines(Path file, Class<T> type) {
        this.file = file;
        this.type = type;
    }

    /**
     * All that is complete. What follows the last complete line is cut off, which takes no space; also where nothing is complete, unless there
     * are lines that are none of these.
     */
    public List<T> read() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<T> lines = new ArrayList<>();
        int good = 0;
        for (int end = end(bytes, 0); end >= 0; end = end(bytes, good)) {
            try {
                T line = JSON.readValue(Arrays.copyOfRange(bytes, good, end), type);
                if (line == null) {
                    break;
                }
                lines.add(line);
            } catch (JacksonException unfinished) {
                break;
            }
            good = end + 1;
        }
        boolean another = good == 0 && end(bytes, 0) >= 0;
        if (!another && good < bytes.length) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(good);
            }
        }
        return lines;
    }

    /**
     * All lines, and nothing is cut off.
     *
     * @throws IOException also where one of them cannot be read, or the last one has no end
     */
    public List<T> readOnly() throws IOException {
        String text = TextFile.read(file, MOST_BYTES);
        if (!text.endsWith("\n")) {
            throw new IOException("its last line has no end");
        }
        List<T> lines = new ArrayList<>();
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            lines.add(parsed(line, lines.size() + 1));
        }
        return lines;
    }

    private T parsed(String line, int number) throws IOException {
        try {
            T parsed = JSON.readValue(line, type);
            if (parsed == null) {
                throw new IOException("its line " + number + " is null");
            }
            return parsed;
        } catch (JacksonException unreadable) {
            throw new IOException(
                    "its line " + number + " cannot be read: " + unreadable.getOriginalMessage(), unreadable);
        }
    }

    private static int end(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /**
     * Also on a thread that is interrupted: the line is on the disk afterwards, or nothing of it and the error is thrown. Then it is written
     * before the next one.
     */
    public void append(T line) throws IOException {
        unwritten.add((JSON.writeValueAsString(line) + '\n').getBytes(StandardCharsets.UTF_8));
        flush();
    }

    /** Writes what could not be written before, as on a disk that was full. */
    @Override
    public void flush() throws IOException {
        while (!unwritten.isEmpty()) {
            write(unwritten.element());
            unwritten.remove();
        }
    }

    private void write(byte[] bytes) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        // Not a channel: an interrupt closes that between a line and the word that it is written.
        try (RandomAccessFile end = new RandomAccessFile(file.toFile(), "rw")) {
            long before = end.length();
            end.seek(before);
            try {
                end.write(bytes);
                end.getFD().sync();
            } catch (IOException e) {
                end.setLength(before);
                throw e;
            }
        }
    }

    public boolean empty() throws IOException {
        return !Files.exists(file) || Files.size(file) == 0;
    }

    public Path file() {
        return file;
    }
}
