package gavel.harness.action;

import java.io.IOException;
import java.util.Locale;
import java.util.function.BiConsumer;

/** Changes a running deployment. Whatever ends because of it is expected to: no incident comes of it. Safe for several threads. */
@FunctionalInterface
public interface Levers {
    /** What an instance can be found to be. */
    enum Condition {
        RUNNING,
        /** It is there and does nothing. */
        FROZEN,
        /** It is there and cannot be reached. */
        CUT_OFF,
        /** It is not there, nor is another in its place. */
        GONE;

        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Does one action and returns when it has come into force: a new server takes requests, a leaving one has ended.
     *
     * @param reached gets each step with the instance it concerns, at the moment it is reached
     * @throws IOException where it cannot be done, with what to do about it
     */
    void apply(ActionSettings action, BiConsumer<String, ActionEvent.Stage> reached)
            throws IOException, InterruptedException;

    /**
     * What an instance is found to be now, whatever was done to it.
     *
     * @throws IOException where it cannot be known
     */
    default Condition condition(String instance) throws IOException {
        throw new IOException("its state is unknown: " + instance);
    }
}
