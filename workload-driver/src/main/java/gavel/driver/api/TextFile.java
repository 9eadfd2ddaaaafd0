package gavel.driver.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.IntConsumer;

/** A text file that was named on a command line or in a configuration: UTF-8, whatever the locale is. */
public final class TextFile {
    /** What some editors and spreadsheets put before the first letter, where it is invisible. */
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final int MEBIBYTE = 1 << 20;

    /** A program that writes to a pipe does so sooner than that, or not at all. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** S_IFMT and S_IFIFO of inode(7). */
    private static final int FILE_TYPE = 0xF000;

    private static final int PIPE = 0x1000;

    /** More than any such file has; a device or a data set named by mistake is longer. */
    public static final int MOST_BYTES = 16 * MEBIBYTE;

    private TextFile() {}

    /**
     * The whole text, without a byte order mark. A pipe is read to its end.
     *
     * @throws IOException whose message names the file and says what is wrong with it
     */
    public static String read(Path file) throws IOException {
        return read(file, MOST_BYTES);
    }

    /** @param mostBytes it may have, a multiple of 1 MiB: what a program wrote may be larger */
    public static String read(Path file, int mostBytes) throws IOException {
        return text(file, bytes(file, mostBytes));
    }

    /** The same as it is written. */
    public static byte[] bytes(Path file) throws IOException {
        return bytes(file, MOST_BYTES);
    }

    private static byte[] bytes(Path file, int mostBytes) throws IOException {
        return bytes(file, mostBytes, SILENCE);
    }

    /** @param silence of a pipe after which it counts as having no writer */
    static byte[] bytes(Path file, int mostBytes, Duration silence) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory");
        }
        return pipe(file)
                ? new PipeReading(file, counted -> all(file, mostBytes, counted)).within(silence)
                : all(file, mostBytes, _ -> {});
    }

    /** A named one, or what a shell makes of {@code <(…)}. */
    private static boolean pipe(Path file) throws IOException {
        if (!Files.exists(file) || !Files.getFileStore(file).supportsFileAttributeView("unix")) {
            return false;
        }
        return ((int) Files.getAttribute(file, "unix:mode") & FILE_TYPE) == PIPE;
    }

    /** @param counted hears of bytes that were read */
    private static byte[] all(Path file, int mostBytes, IntConsumer counted) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = new CountedInput(in, counted).readNBytes(mostBytes);
            if (bytes.length == mostBytes && in.read() >= 0) {
                String size = Files.isRegularFile(file)
                        ? "its size is " + Files.size(file) / MEBIBYTE + " MiB"
                        : mostBytes / MEBIBYTE + " MiB were read, and there is more";
                throw new IOException(
                        "a text file must be at most " + mostBytes / MEBIBYTE + " MiB: " + file + ", " + size);
            }
            return bytes;
        } catch (NoSuchFileException missing) {
            throw new IOException("there is no such file: " + file, missing);
        } catch (AccessDeniedException denied) {
            throw new IOException("permission denied: " + file, denied);
        }
    }

    private static final class CountedInput extends FilterInputStream {
        private final IntConsumer counted;

        CountedInput(InputStream in, IntConsumer counted) {
            super(in);
            this.counted = counted;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            counted.accept(read);
            return read;
        }
    }

    private static String text(Path file, byte[] bytes) throws IOException {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            long line = 1 + text.chars().filter(each -> each == '\n').count();
            throw new IOException(file + " is not UTF-8 text from line " + line + " on: save it as UTF-8");
        }
        return text.length() > 0 && text.charAt(0) == BYTE_ORDER_MARK
                ? text.subSequence(1, text.length()).toString()
                : text.toString();
    }
}
