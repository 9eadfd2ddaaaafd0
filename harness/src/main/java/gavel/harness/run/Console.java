package gavel.harness.run;

import gavel.harness.listener.RunListener;

/**
 * Where a person reads along: lines that stay, and on a terminal one line that is written over. Places that show more than lines listen to
 * what a listener is told as well.
 */
public interface Console extends RunListener {
    /** What the command is there for, and what the user should know. */
    void line(String text);

    /** What goes on meanwhile; left out where only the outcome is wanted. */
    default void step(String text) {
        line(text);
    }

    /** Left out unless more than usual is wanted. */
    default void detail(String text) {}

    /** Shown until the next line or status; on anything but a terminal only now and then. */
    void status(String text);

    /** Columns there are for a status; 0 for no bound, where there is no terminal. */
    int width();
}
