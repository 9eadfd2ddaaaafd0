package gavel.harness.run.elastic;

import gavel.harness.elastic.Decider;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Autoscaler;
import java.io.IOException;
import java.util.function.Supplier;

/** An autoscaler of the platform decides, from the first question on until it is closed. */
final class AutoscalerDecider implements Decider {
    private static final double EVERY_SECONDS = 3;
    /** Figures of new servers come late, and without them it decides nothing. */
    private static final double LONGEST_IDLE_SECONDS = 120;

    private final Supplier<Autoscaler> open;
    private Autoscaler autoscaler;
    private boolean over;
    private double decidedLast;

    /** @param open asks it to begin */
    AutoscalerDecider(Supplier<Autoscaler> open) {
        this.open = open;
    }

    @Override
    public double everySeconds() {
        return EVERY_SECONDS;
    }

    @Override
    public synchronized int wanted(View view) throws IOException {
        if (over) {
            return view.servers();
        }
        try {
            if (autoscaler == null) {
                autoscaler = open.get();
                decidedLast = view.second();
            }
            Autoscaler.Word word = word(view.servers());
            if (word.idle().isEmpty()) {
                decidedLast = view.second();
            } else if (view.second() - decidedLast > LONGEST_IDLE_SECONDS) {
                throw new IOException(
                        "the autoscaler has decided nothing for " + (int) LONGEST_IDLE_SECONDS + " s: " + word.idle());
            }
            return word.servers();
        } catch (EnvironmentException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    /** It goes on where it cannot be asked for a moment, as when its API server is started again. */
    private Autoscaler.Word word(int servers) throws IOException {
        try {
            return autoscaler.now();
        } catch (EnvironmentException silent) {
            return new Autoscaler.Word(servers, silent.getMessage());
        }
    }

    /** It changes the number of pods itself. */
    @Override
    public synchronized boolean takesBack(int servers) {
        try {
            return autoscaler != null && autoscaler.now().servers() < servers;
        } catch (IOException | EnvironmentException silent) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        if (autoscaler != null) {
            autoscaler.close();
            autoscaler = null;
        }
    }
}
