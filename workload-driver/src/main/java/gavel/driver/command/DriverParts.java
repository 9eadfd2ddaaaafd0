package gavel.driver.command;

import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoopCapacity;
import java.io.IOException;
import java.time.Duration;

/** What the command line needs of the parts behind it; put together in {@code main}. */
public interface DriverParts {
    /** A generator that runs in this process. */
    LoadAgent generator();

    /**
     * What a profile comes to: stationary distribution, rates, session length.
     *
     * @throws IllegalArgumentException when the profile has mistakes; the message names them all
     */
    String describe(String profile, boolean calibrate) throws IOException;

    /** What one loop does at most on this machine; blocks for a few seconds more than {@code measured}. */
    LoopCapacity capacity(Duration measured) throws IOException, InterruptedException;
}
