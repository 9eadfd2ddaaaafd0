package gavel.harness.action;

import java.io.IOException;
import java.util.function.BiConsumer;

/** Changes a running deployment. Whatever ends because of it is expected to: no incident comes of it. Safe for several threads. */
@FunctionalInterface
public interface Levers {
    /**
     * Does one action and returns when it has come into force: a new server takes requests, a leaving one has ended.
     *
     * @param reached gets each step with the instance it concerns, at the moment it is reached
     * @throws IOException where it cannot be done, with what to do about it
     */
    void apply(ActionSettings action, BiConsumer<String, ActionEvent.Stage> reached)
            throws IOException, InterruptedException;
}
