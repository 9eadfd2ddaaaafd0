package gavel.driver.api.ensemble;

import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An agent whatever its clock shows: it begins at the moment that is meant here, and what it tells of moments is on the clock of here. The clocks
 * are compared whenever a load is prepared. As safe for threads as the agent itself.
 */
final class ClockedAgent implements LoadAgent {
    private final LoadAgent agent;
    private final InstantSource time;
    private volatile AgentClock clock = AgentClock.SAME;

    ClockedAgent(LoadAgent agent, InstantSource time) {
        this.agent = agent;
        this.time = time;
    }

    @Override
    public void prepare(LoadSpec spec) throws IOException, InterruptedException {
        agent.prepare(spec);
        clock = Clocks.compare(agent, time);
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> intervals) throws IOException, InterruptedException {
        AgentClock its = clock;
        agent.start(at.plusMillis(its.offsetMillis()), interval -> intervals.accept(interval.onClock(its)));
    }

    @Override
    public AgentFindings awaitFindings(Duration timeout) throws IOException, InterruptedException {
        return agent.awaitFindings(timeout).onClock(clock);
    }

    @Override
    public boolean occupied() {
        return agent.occupied();
    }

    @Override
    public AgentClock.Reading clock() throws IOException, InterruptedException {
        return agent.clock();
    }

    @Override
    public LoadReport judge(List<AgentFindings> all) throws IOException, InterruptedException {
        return agent.judge(all);
    }

    @Override
    public AgentFindings.Batches batches() throws IOException, InterruptedException {
        return agent.batches();
    }

    @Override
    public boolean known(List<AgentFindings.Batches> all, int closed) throws IOException, InterruptedException {
        return agent.known(all, closed);
    }

    @Override
    public void endMeasurement(int seconds) throws IOException, InterruptedException {
        agent.endMeasurement(seconds);
    }

    @Override
    public Map<String, Long> limitMillis() throws IOException, InterruptedException {
        return agent.limitMillis();
    }

    @Override
    public void users(int users, Duration ramp) throws IOException, InterruptedException {
        agent.users(users, ramp);
    }

    @Override
    public void stop(boolean drain) throws IOException, InterruptedException {
        agent.stop(drain);
    }

    @Override
    public void answeredBids(Path csv) throws IOException, InterruptedException {
        agent.answeredBids(csv);
    }

    @Override
    public void close() {
        agent.close();
    }
}
