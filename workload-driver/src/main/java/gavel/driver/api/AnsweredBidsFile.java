package gavel.driver.api;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * The answered bids of a run in a file of this machine. What fails when it is written is told as the file's: no driver has anything to do with
 * it.
 */
public final class AnsweredBidsFile extends OutputStream {
    private final Path file;
    private final OutputStream out;

    /** Made anew, unless {@code options} say otherwise. */
    public AnsweredBidsFile(Path file, OpenOption... options) throws IOException {
        this.file = file;
        try {
            this.out = Files.newOutputStream(file, options);
        } catch (IOException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } catch (IOException failed) {
            throw failure(failed);
        }
    }

    /** The same for a thread that cannot throw it as it is. */
    public static UncheckedIOException unchecked(Path file, IOException failed) {
        return new UncheckedIOException(failure(file, failed));
    }

    private IOException failure(IOException failed) {
        return failure(file, failed);
    }

    private static IOException failure(Path file, IOException failed) {
        String why = failed instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(failed.getMessage());
        String place = file.toAbsolutePath().toString();
        return new IOException(
                why.contains("No space left") || why.contains("quota")
                        ? "the disk is full: the answered bids cannot be written to " + place + " (" + why
                                + "); make room there"
                        : "the answered bids cannot be written to " + place + ": " + why,
                failed);
    }
}
