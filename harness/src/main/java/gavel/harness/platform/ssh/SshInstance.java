package gavel.harness.platform.ssh;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.WatchedInstance;
import gavel.harness.platform.ssh.far.FarInstance;
import gavel.harness.platform.ssh.protocol.Values;
import gavel.harness.topology.InstanceSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A process of a machine far away.
 *
 * @param machine it is on, which is connected again where it was lost
 * @param secrets values by their names
 */
record SshInstance(InstanceSpec spec, Sites sites, String machine, FarInstance seen, UnaryOperator<String> secrets)
        implements RunningInstance {
    FarSite site() {
        return sites.site(machine);
    }

    /** As its machine knows it. */
    InstanceSpec there() {
        return Values.far(spec, FarSite.part(machine, spec.host()));
    }

    /** What is known of it, as long as the far end answers. */
    private <T> T told(Function<FarSite, T> question, Function<EnvironmentException, T> otherwise) {
        try {
            return question.apply(site());
        } catch (EnvironmentException unreachable) {
            return otherwise.apply(unreachable);
        }
    }

    @Override
    public boolean alive() {
        return told(site -> site.far().alive(site.order(), there()), lost -> false);
    }

    @Override
    public String version() {
        return told(site -> site.far().version(site.order(there()), there()), lost -> "");
    }

    @Override
    public Optional<Instance> watched() {
        return WatchedInstance.of(spec, seen.pid(), secrets, sites::reached, this::version);
    }

    @Override
    public Optional<StartedProcess> started() {
        return Optional.ofNullable(seen.started())
                .map(process -> new StartedProcess(
                        process.instance(),
                        process.tier(),
                        machine,
                        process.command(),
                        process.environment(),
                        process.files()));
    }

    @Override
    public List<String> log(int last) {
        return told(
                site -> site.far().log(site.order(), spec.name(), last),
                lost -> List.of("(its log cannot be read: " + lost.getMessage() + ")"));
    }

    @Override
    public void kill() {
        site().far().kill(site().order(), there());
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        site().far().freeze(site().order(), there());
    }

    @Override
    public boolean frozen() {
        return told(
                site -> site.far().attach(site.order(), List.of(there())).stream()
                        .anyMatch(FarInstance::frozen),
                lost -> false);
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        site().far().thaw(site().order(), there());
    }

    /** A machine that was cut off could not be reached to give its network back. */
    @Override
    public void connect(boolean connected) {
        if (connected) {
            return;
        }
        throw new EnvironmentException("host " + machine
                + ": its network cannot be cut, because Gavel needs it to reach the machine; use kill or freeze");
    }

    @Override
    public void stop(Duration grace) {
        // Where that cannot be done, its machine still holds it, and that is told when it is to be removed.
        told(
                site -> {
                    site.far().stop(site.order(), there(), grace);
                    return true;
                },
                lost -> false);
    }

    @Override
    public String toString() {
        return "SshInstance[" + spec.name() + " on " + machine + "]";
    }
}
