package gavel.harness.deploy;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.collect.InstanceWatch;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.RunningInstance;
import gavel.harness.tier.AppServer;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/** Changes a deployment by its platform. A tier is scaled by one thread at a time; single instances are acted on meanwhile. */
public final class DeploymentLevers implements Levers {
    /** A request may be held for 30 s. */
    private static final Duration FINISH = Duration.ofSeconds(40);

    private final RunningTopology topology;
    private final InstanceWatch watch;
    private final ReentrantLock scaling = new ReentrantLock();

    public DeploymentLevers(RunningTopology topology, InstanceWatch watch) {
        this.topology = topology;
        this.watch = watch;
    }

    @Override
    public void apply(ActionSettings action, BiConsumer<String, Stage> reached)
            throws IOException, InterruptedException {
        String name = action.instance();
        switch (action.do_()) {
            case SCALE -> scale(action.to(), reached);
            case STOP -> {
                watch.expectEnd(name);
                there(name).stop(FINISH);
            }
            case KILL -> {
                watch.expectEnd(name);
                there(name).kill();
            }
            case START -> {
                RunningInstance started = topology.begin(name);
                reached.accept(name, Stage.CREATED);
                observe(started);
                topology.complete(started);
                reached.accept(name, Stage.READY);
            }
            case FREEZE -> there(name).freeze();
            case THAW -> there(name).thaw();
            case CUT -> topology.instance(name).connect(false);
            case RECONNECT -> topology.instance(name).connect(true);
            case AWAY -> {
                watch.expectEnd(name);
                topology.platform().takeAway(topology.instance(name).spec().host());
            }
            case BACK -> back(name, reached);
        }
    }

    /** The one that took its place, where one did; the known one where none runs. */
    private RunningInstance there(String name) throws IOException {
        return topology.there(name).orElse(topology.instance(name));
    }

    /** Those in front learn where it is now. Whatever of it was done before is not done again. */
    private void back(String name, BiConsumer<String, Stage> reached) throws IOException, InterruptedException {
        scaling.lockInterruptibly();
        try {
            topology.platform().bringBack(topology.instance(name).spec().host());
            RunningInstance known = there(name);
            RunningInstance there = known.alive() ? known : topology.begin(name);
            reached.accept(name, Stage.CREATED);
            observe(there);
            topology.complete(there);
            reached.accept(name, Stage.READY);
            topology.reload();
            reached.accept(name, Stage.IN_SERVICE);
        } finally {
            scaling.unlock();
        }
    }

    /** Also where a supervisor has started it again before the next look. */
    @Override
    public Condition condition(String name) throws IOException {
        Optional<RunningInstance> there = topology.there(name);
        if (there.isEmpty()) {
            return Condition.GONE;
        }
        if (there.get().frozen()) {
            return Condition.FROZEN;
        }
        return there.get().reachable() ? Condition.RUNNING : Condition.CUT_OFF;
    }

    /** Starts application servers or lets some leave until there are so many. */
    public void scale(int to, BiConsumer<String, Stage> reached) throws IOException, InterruptedException {
        scaling.lockInterruptibly();
        try {
            int from = topology.appServers();
            if (to > from) {
                join(from, to, reached);
            } else if (to < from) {
                leave(from, to, reached);
            }
        } finally {
            scaling.unlock();
        }
    }

    private void observe(RunningInstance started) throws InterruptedException {
        var watched = topology.watched(started);
        if (watched.isPresent()) {
            watch.watch(watched.get());
        }
    }

    /** First they are ready, then people come to them; where one of them does not become ready, none stays. */
    private void join(int from, int to, BiConsumer<String, Stage> reached) throws IOException, InterruptedException {
        Map<String, RunningInstance> joining = new LinkedHashMap<>();
        List<String> hosts = topology.hosts(AppServer.names(from, to));
        try {
            topology.platform().admit(hosts);
            topology.appServers(to);
            for (String name : AppServer.names(from, to)) {
                RunningInstance started = topology.begin(name);
                joining.put(name, started);
                reached.accept(name, Stage.CREATED);
                observe(started);
            }
            for (Map.Entry<String, RunningInstance> started : joining.entrySet()) {
                topology.complete(started.getValue());
                reached.accept(started.getKey(), Stage.READY);
            }
            topology.reload();
            joining.keySet().forEach(name -> reached.accept(name, Stage.IN_SERVICE));
        } catch (IOException | InterruptedException | RuntimeException why) {
            topology.appServers(from);
            try {
                end(joining, reached);
                topology.platform().dismiss(hosts);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException inVain) {
                // The next command lets those go that stay.
                why.addSuppressed(inVain);
            }
            throw why;
        }
    }

    /** First they get no new requests, then they finish what they have, then they end. */
    private void leave(int from, int to, BiConsumer<String, Stage> reached) throws IOException, InterruptedException {
        List<String> names = AppServer.names(to, from);
        topology.appServers(to);
        topology.reload();
        names.forEach(name -> reached.accept(name, Stage.OUT_OF_SERVICE));
        Map<String, RunningInstance> leaving = new LinkedHashMap<>();
        for (RunningInstance server : topology.of(Tiers.APP_SERVERS)) {
            String name = server.spec().name();
            if (names.contains(name)) {
                leaving.put(name, there(name));
            }
        }
        end(leaving, reached);
        topology.platform().dismiss(topology.hosts(names));
    }

    private void end(Map<String, RunningInstance> instances, BiConsumer<String, Stage> reached)
            throws InterruptedException {
        List<Thread> ending = new ArrayList<>();
        for (Map.Entry<String, RunningInstance> instance : instances.entrySet()) {
            watch.expectEnd(instance.getKey());
            ending.add(Thread.ofVirtual().start(() -> {
                takeLeave(instance.getValue());
                instance.getValue().stop(FINISH);
                reached.accept(instance.getKey(), Stage.ENDED);
            }));
            topology.forget(instance.getKey());
        }
        for (Thread thread : ending) {
            thread.join();
        }
    }

    /** Front servers stop sending it requests; those that cannot, or not in time, lose their connections. */
    private void takeLeave(RunningInstance instance) {
        try {
            topology.takeLeave(instance);
        } catch (IOException | EnvironmentException inVain) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
