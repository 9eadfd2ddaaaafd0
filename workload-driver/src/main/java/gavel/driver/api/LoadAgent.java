package gavel.driver.api;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A workload driver that may be one of many. It measures its share of a run, and any one of them can judge what all of them have measured,
 * as if it had done so itself.
 */
public interface LoadAgent extends LoadGenerator {
    /** Whether users of a load that is over have stayed: {@link #prepare} goes on with them, {@link #stop} makes them leave. */
    default boolean occupied() {
        return false;
    }

    AgentClock.Reading clock() throws IOException, InterruptedException;

    /** Waits until the run is over. Throws {@link AgentLostException} when the driver has gone. */
    AgentFindings awaitFindings(Duration timeout) throws IOException, InterruptedException;

    /** Judges what was measured as one, and writes its distributions. The agent has been prepared for the same run. */
    LoadReport judge(List<AgentFindings> all) throws IOException, InterruptedException;

    /** What was counted so far, by ten seconds of the measurement. */
    AgentFindings.Batches batches() throws IOException, InterruptedException;

    /** Whether the answer of all of them together is beyond doubt, looking at the first {@code closed} ten seconds. */
    boolean known(List<AgentFindings.Batches> all, int closed) throws IOException, InterruptedException;

    /** The measurement ends after so many seconds of it; refused when they have passed, or it would have ended before. */
    void endMeasurement(int seconds) throws IOException, InterruptedException;

    @Override
    default LoadReport awaitReport(Duration timeout) throws IOException, InterruptedException {
        return judge(List.of(awaitFindings(timeout)));
    }
}
