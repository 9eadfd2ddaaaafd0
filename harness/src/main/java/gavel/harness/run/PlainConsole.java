package gavel.harness.run;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Writes to a stream; statuses overwrite each other on a terminal and appear every ten seconds elsewhere. */
public final class PlainConsole implements Console {
    private static final Duration BETWEEN_STATUSES = Duration.ofSeconds(10);
    private static final int WIDTH = 120;
    private final PrintStream out;
    private final boolean terminal;
    private final InstantSource clock;
    private Instant lastStatus = Instant.EPOCH;
    private boolean statusShown;

    public PlainConsole(PrintStream out, boolean terminal, InstantSource clock) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public synchronized void line(String text) {
        erase();
        out.println(text);
    }

    @Override
    public synchronized void status(String text) {
        if (terminal) {
            erase();
            out.print(text.length() < WIDTH ? text : text.substring(0, WIDTH - 1));
            out.flush();
            statusShown = true;
        } else if (Duration.between(lastStatus, clock.instant()).compareTo(BETWEEN_STATUSES) >= 0) {
            lastStatus = clock.instant();
            out.println(text);
        }
    }

    @Override
    public int width() {
        return WIDTH;
    }

    private void erase() {
        if (statusShown) {
            out.print("\r\u001b[K");
            statusShown = false;
        }
    }
}
