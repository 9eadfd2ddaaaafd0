package gavel.driver.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A text that somebody wrote and named on a command line or in a configuration: UTF-8, whatever the locale is. */
public final class TextFile {
    /** What some editors and spreadsheets put before the first letter, where nobody sees it. */
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private TextFile() {}

    /**
     * The whole text, without a byte order mark. A pipe is read to its end.
     *
     * @throws IOException whose message names the file and says what is wrong with it
     */
    public static String read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory");
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw new IOException("there is no such file: " + file, missing);
        }
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
