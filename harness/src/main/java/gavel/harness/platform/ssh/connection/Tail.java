package gavel.harness.platform.ssh.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Reads what a process prints to its end, so that it never waits for a reader, and keeps the end of it within a bound. */
public final class Tail {
    private final byte[] kept;
    private final Thread reader;
    private int next;
    private boolean full;

    public Tail(InputStream stream, int bytes) {
        this.kept = new byte[bytes];
        this.reader = Thread.ofVirtual().start(() -> read(stream));
    }

    private void read(InputStream stream) {
        byte[] some = new byte[4_096];
        try (stream) {
            for (int n = stream.read(some); n >= 0; n = stream.read(some)) {
                keep(some, n);
            }
        } catch (IOException ended) {
            return;
        }
    }

    private synchronized void keep(byte[] some, int n) {
        for (int i = 0; i < n; i++) {
            kept[next++] = some[i];
            if (next == kept.length) {
                next = 0;
                full = true;
            }
        }
    }

    /** Waits a moment for the end of the stream. */
    public List<String> lines() throws InterruptedException {
        reader.join(Duration.ofSeconds(1));
        return now();
    }

    synchronized List<String> now() {
        byte[] text = new byte[full ? kept.length : next];
        for (int i = 0; i < text.length; i++) {
            text[i] = kept[full ? (next + i) % kept.length : i];
        }
        return new String(text, StandardCharsets.UTF_8).lines().toList();
    }
}
