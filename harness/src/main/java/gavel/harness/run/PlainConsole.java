package gavel.harness.run;

import gavel.harness.run.Terminal.Loudness;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Writes to a stream, wrapped between words; statuses overwrite each other on a terminal and appear every ten seconds elsewhere. */
public final class PlainConsole implements Console {
    private static final Duration BETWEEN_STATUSES = Duration.ofSeconds(10);
    private final PrintStream out;
    private final Terminal terminal;
    private final InstantSource clock;
    private Instant lastStatus = Instant.EPOCH;
    private boolean statusShown;

    public PlainConsole(PrintStream out, Terminal terminal, InstantSource clock) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public synchronized void line(String text) {
        erase();
        terminal.lines(text).forEach(out::println);
    }

    @Override
    public void step(String text) {
        if (terminal.shows(Loudness.USUAL)) {
            line(text);
        }
    }

    @Override
    public void detail(String text) {
        if (terminal.shows(Loudness.VERBOSE)) {
            line(text);
        }
    }

    @Override
    public synchronized void status(String text) {
        if (!terminal.shows(Loudness.USUAL)) {
            return;
        }
        if (terminal.columns() > 0) {
            erase();
            out.print(terminal.status(text));
            out.flush();
            statusShown = true;
        } else if (Duration.between(lastStatus, clock.instant()).compareTo(BETWEEN_STATUSES) >= 0) {
            lastStatus = clock.instant();
            terminal.lines(text).forEach(out::println);
        }
    }

    @Override
    public int width() {
        return terminal.columns();
    }

    private void erase() {
        if (statusShown) {
            out.print("\r\u001b[K");
            statusShown = false;
        }
    }
}
