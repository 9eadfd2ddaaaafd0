package gavel.harness.platform.ssh;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.ssh.far.FarInstance;
import gavel.harness.platform.ssh.protocol.Values;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Quoting;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A process of a machine far away.
 *
 * @param site of the deployment on that machine
 * @param secrets values by their names
 */
record SshInstance(InstanceSpec spec, FarSite site, FarInstance seen, UnaryOperator<String> secrets)
        implements RunningInstance {
    /** As its machine knows it. */
    InstanceSpec there() {
        return Values.far(spec, site.part(spec.host()));
    }

    @Override
    public boolean alive() {
        return site.far().alive(site.order(), there());
    }

    @Override
    public String version() {
        return site.far().version(site.order(there()), there());
    }

    @Override
    public Optional<Instance> watched() {
        Instance instance = seen.pid() == 0
                ? Instance.elsewhere(spec.tier(), spec.name())
                : Instance.of(spec.tier(), spec.name(), seen.pid());
        return switch (spec.watch()) {
            case Watch.Nothing _ -> Optional.empty();
            case Watch.Processes _ -> Optional.of(instance);
            case Watch.Prometheus page ->
                Optional.of(instance.scraping(
                        page.page(), secrets.apply(page.token().name())));
            case Watch.Database database ->
                Optional.of(instance.querying(
                        database.url(),
                        database.user(),
                        secrets.apply(database.password().name())));
            case Watch.Server server ->
                Optional.of(instance.reporting(
                        server.reader().with(text -> Secret.resolve(text, Quoting.PLAIN, secrets), version())));
        };
    }

    @Override
    public Optional<StartedProcess> started() {
        return Optional.ofNullable(seen.started())
                .map(process -> new StartedProcess(
                        process.instance(),
                        process.tier(),
                        site.name(),
                        process.command(),
                        process.environment(),
                        process.files()));
    }

    @Override
    public List<String> log(int last) {
        return site.far().log(site.order(), spec.name(), last);
    }

    @Override
    public void kill() {
        site.far().kill(site.order(), there());
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        site.far().freeze(site.order(), there());
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        site.far().thaw(site.order(), there());
    }

    /** Who cut a machine off could not give its network back. */
    @Override
    public void connect(boolean connected) {
        throw new EnvironmentException("host " + site.name()
                + ": its network cannot be taken away, as it is what Gavel reaches it by; use kill or freeze");
    }

    @Override
    public void stop(Duration grace) {
        site.far().stop(site.order(), there(), grace);
    }

    @Override
    public String toString() {
        return "SshInstance[" + spec.name() + " on " + site.name() + "]";
    }
}
