package gavel.harness.run;

import gavel.harness.report.text.Wrapping;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Writes to a stream, on a terminal wrapped between words; statuses overwrite each other on a terminal and appear every ten seconds elsewhere. */
public final class PlainConsole implements Console {
    private static final Duration BETWEEN_STATUSES = Duration.ofSeconds(10);
    private static final int NARROWEST = 40;
    private final PrintStream out;
    private final int columns;
    private final InstantSource clock;
    private Instant lastStatus = Instant.EPOCH;
    private boolean statusShown;

    /** @param columns of the terminal; 0 when there is none */
    public PlainConsole(PrintStream out, int columns, InstantSource clock) {
        this.out = out;
        this.columns = columns == 0 ? 0 : Math.max(NARROWEST, columns);
        this.clock = clock;
    }

    @Override
    public synchronized void line(String text) {
        erase();
        Wrapping.lines(text, columns).forEach(out::println);
    }

    @Override
    public synchronized void status(String text) {
        if (columns > 0) {
            erase();
            // One column stays free: a full line would wrap and could not be written over.
            out.print(text.length() < columns ? text : text.substring(0, columns - 1));
            out.flush();
            statusShown = true;
        } else if (Duration.between(lastStatus, clock.instant()).compareTo(BETWEEN_STATUSES) >= 0) {
            lastStatus = clock.instant();
            out.println(text);
        }
    }

    @Override
    public int width() {
        return columns;
    }

    private void erase() {
        if (statusShown) {
            out.print("\r\u001b[K");
            statusShown = false;
        }
    }
}
