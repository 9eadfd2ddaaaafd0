package gavel.driver.api;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One workload driver, or many behind the same face. Life cycle: {@link #prepare}, {@link #start}, then interval reports until
 * {@link #awaitReport} returns; {@link #stop} may be called at any time, {@link #close} always. When users stay (
 * {@link LoadSpec.Phases#STAY}), the next {@link #prepare} goes on with them.
 */
public interface LoadGenerator extends AutoCloseable {
    /** Checks the description, warms the driver's own code and makes what can be made before the run. */
    void prepare(LoadSpec spec) throws IOException, InterruptedException;

    /** Limits of the prepared profile in milliseconds, by the operation's name: of those that are judged by their response times. */
    Map<String, Long> limitMillis() throws IOException, InterruptedException;

    /** Starts at the given instant; each second's report goes to {@code intervals}, one call at a time. */
    void start(Instant at, Consumer<IntervalReport> intervals) throws IOException, InterruptedException;

    /** Users at full load from now on; spread evenly over {@code ramp}. */
    void users(int users, Duration ramp) throws IOException, InterruptedException;

    /** Drained: users finish what they do and log out; otherwise, and for those who stayed, connections are closed now. */
    void stop(boolean drain) throws IOException, InterruptedException;

    /** Waits until the run is over. Throws {@link AgentLostException} when the driver has gone. */
    LoadReport awaitReport(Duration timeout) throws IOException, InterruptedException;

    /** Writes every answered bid (header {@code bidId,auctionId,lotId,accountId,amount,outcome,revision}) for the audit. */
    void answeredBids(Path csv) throws IOException, InterruptedException;

    @Override
    void close();
}
