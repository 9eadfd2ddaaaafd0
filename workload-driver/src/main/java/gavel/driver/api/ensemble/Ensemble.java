package gavel.driver.api.ensemble;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.text.DurationWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Many agents behind the face of one. Users, accounts and connections are divided by the agent's number, and all begin at one instant. What
 * they have measured is added up and judged by the first of them. When one is lost the others are ended in order and the run is over. Safe
 * for one thread, but {@link #stop} and {@link #users}, which any may call; intervals arrive on others, one at a time.
 */
public final class Ensemble implements LoadGenerator {
    /** Users finish what they do; the rest is ended after this time. */
    private static final Duration ORDERLY = Duration.ofSeconds(20);

    /** Longer than any load path may be. */
    public static final Duration LONGEST_RUN = Duration.ofDays(8);

    private final List<LoadAgent> agents;
    private final InstantSource time;
    private LoadSpec spec;
    private IntervalMerge merge;
    private BlockingQueue<Ended> ended;

    /** How an agent's run ended; exactly one of the two is null. */
    private record Ended(int agent, AgentFindings findings, Exception failure) {}

    private Ensemble(List<LoadAgent> agents, InstantSource time) {
        this.agents = List.copyOf(agents);
        this.time = time;
    }

    /** One agent is itself, but for its clock. */
    public static LoadGenerator of(List<? extends LoadAgent> agents, InstantSource time) {
        List<ClockedAgent> clocked =
                agents.stream().map(agent -> new ClockedAgent(agent, time)).toList();
        return clocked.size() == 1 ? clocked.getFirst() : new Ensemble(List.copyOf(clocked), time);
    }

    @Override
    public void prepare(LoadSpec wanted) throws IOException, InterruptedException {
        spec = wanted;
        List<LoadAgent> prepared = Collections.synchronizedList(new ArrayList<>());
        boolean all = false;
        try {
            Agents.all(agents, (agent, index) -> {
                agent.prepare(wanted.shareOf(new AgentShare(index, agents.size())));
                return prepared.add(agent);
            });
            all = true;
        } finally {
            if (!all) {
                giveUp(prepared);
            }
        }
    }

    /** Where one agent refuses, the others need not keep what they have made. */
    private static void giveUp(List<LoadAgent> prepared) throws InterruptedException {
        for (LoadAgent agent : prepared) {
            try {
                agent.stop(false);
            } catch (IOException | RuntimeException ignored) {
                // It is gone, and what it has made with it: why the first one refused is what is told.
            }
        }
    }

    @Override
    public Map<String, Long> limitMillis() throws IOException, InterruptedException {
        return agents.getFirst().limitMillis();
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> intervals) throws IOException, InterruptedException {
        EarlyEnd earlyEnd = new EarlyEnd(spec, longestLimitMillis(), agents);
        merge = new IntervalMerge(agents.size(), interval -> {
            intervals.accept(interval);
            earlyEnd.passed(interval);
        });
        try {
            Agents.all(agents, (agent, index) -> {
                agent.start(at, interval -> merge.add(index, interval));
                return index;
            });
        } catch (IOException | InterruptedException | RuntimeException failed) {
            endAll(agents, false, failed);
            throw failed;
        }
        BlockingQueue<Ended> ends = new LinkedBlockingQueue<>();
        ended = ends;
        for (int i = 0; i < agents.size(); i++) {
            int index = i;
            Thread.ofVirtual().name("agent-" + index).start(() -> ends.add(awaited(index)));
        }
    }

    private static void endAll(List<LoadAgent> agents, boolean drain, Exception why) throws InterruptedException {
        try {
            Agents.all(agents, (agent, index) -> {
                agent.stop(drain);
                return index;
            });
        } catch (IOException | RuntimeException another) {
            why.addSuppressed(another);
        }
    }

    private long longestLimitMillis() throws IOException, InterruptedException {
        return limitMillis().values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private Ended awaited(int index) {
        try {
            return new Ended(index, agents.get(index).awaitFindings(LONGEST_RUN), null);
        } catch (IOException | RuntimeException failed) {
            return new Ended(index, null, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Ended(index, null, interrupted);
        } finally {
            merge.left(index);
        }
    }

    @Override
    public void users(int users, Duration ramp) throws IOException, InterruptedException {
        Agents.all(agents, (agent, index) -> {
            agent.users(users, ramp);
            return index;
        });
    }

    @Override
    public void stop(boolean drain) throws IOException, InterruptedException {
        Agents.all(agents, (agent, index) -> {
            agent.stop(drain);
            return index;
        });
    }

    @Override
    public LoadReport awaitReport(Duration timeout) throws IOException, InterruptedException {
        if (ended == null) {
            throw new IllegalStateException("the run was not started");
        }
        Instant deadline = time.instant().plus(timeout);
        GatheredFindings findings = new GatheredFindings();
        while (findings.size() < agents.size()) {
            Ended one = next(deadline);
            if (one == null) {
                throw new IOException("the run is not over after " + DurationWords.of(timeout) + ": "
                        + (agents.size() - findings.size()) + " of " + agents.size() + " drivers go on");
            }
            if (one.failure() != null) {
                throw endOthers(one, findings.size() + 1);
            }
            findings.add(one.findings());
        }
        return agents.getFirst().judge(findings.all());
    }

    private Ended next(Instant deadline) throws InterruptedException {
        return ended.poll(Math.max(0, Duration.between(time.instant(), deadline).toMillis()), TimeUnit.MILLISECONDS);
    }

    /** Their users log out; what they have measured is worth nothing without the missing part. */
    private IOException endOthers(Ended first, int over) throws InterruptedException {
        String name = new AgentShare(first.agent(), agents.size()).name();
        Exception why = first.failure();
        IOException failure = why instanceof AgentLostException
                ? new AgentLostException(
                        name + ", one of " + agents.size() + " drivers, was lost: " + why.getMessage(), why)
                : new IOException(name + ", one of " + agents.size() + " drivers, failed: " + why.getMessage(), why);
        List<LoadAgent> others = new ArrayList<>(agents);
        others.remove(first.agent());
        endAll(others, true, failure);
        Instant deadline = time.instant().plus(ORDERLY);
        for (int i = over; i < agents.size() && next(deadline) != null; i++) {
            continue;
        }
        // It may only have been silent for a while, and still load the server.
        endAll(List.of(agents.get(first.agent())), false, failure);
        return failure;
    }

    @Override
    public void answeredBids(Path csv) throws IOException, InterruptedException {
        AnsweredBids.merge(agents, csv);
    }

    @Override
    public void close() {
        agents.forEach(LoadAgent::close);
    }
}
