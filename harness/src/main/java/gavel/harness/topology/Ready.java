package gavel.harness.topology;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** When an instance may be used. Waited for no longer than its patience. */
public sealed interface Ready {
    Duration patience();

    /** As soon as it is there. */
    record AtOnce() implements Ready {
        @Override
        public Duration patience() {
            return Duration.ZERO;
        }
    }

    /** Each address takes connections. */
    record Listening(List<String> addresses, int port, Duration patience) implements Ready {
        public Listening {
            addresses = List.copyOf(addresses);
        }

        public Listening(String address, int port, Duration patience) {
            this(List.of(address), port, patience);
        }
    }

    /** A page answers well. */
    record Answers(URI page, Duration patience) implements Ready {}

    /**
     * A page says a text, whatever its status is.
     *
     * @param token that opens it
     */
    record Tells(URI page, Secret token, String text, Duration patience) implements Ready {}

    /** A database accepts a login. */
    record Login(String url, String user, Secret password, Duration patience) implements Ready {}

    /**
     * The instance says so in a file, which is deleted before it starts.
     *
     * @param file below the run directory
     */
    record Says(String file, Duration patience) implements Ready {}
}
