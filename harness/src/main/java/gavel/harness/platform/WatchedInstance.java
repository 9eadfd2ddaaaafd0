package gavel.harness.platform;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Quoting;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** What the collector is to watch of an instance, from its specification and its process. */
public final class WatchedInstance {
    private WatchedInstance() {}

    /**
     * @param pid of its first process; 0 where it has none that could be watched
     * @param secrets values by their names
     * @param version of it, asked for only where it is needed
     */
    public static Optional<Instance> of(
            InstanceSpec spec, long pid, UnaryOperator<String> secrets, Supplier<String> version) {
        return of(spec, pid, secrets, text -> text, version);
    }

    /** @param reached puts addresses that this machine reaches it by into a text with its own */
    public static Optional<Instance> of(
            InstanceSpec spec,
            long pid,
            UnaryOperator<String> secrets,
            UnaryOperator<String> reached,
            Supplier<String> version) {
        Instance instance =
                pid == 0 ? Instance.elsewhere(spec.tier(), spec.name()) : Instance.of(spec.tier(), spec.name(), pid);
        return switch (spec.watch()) {
            case Watch.Nothing _ -> Optional.empty();
            case Watch.Processes _ -> Optional.of(instance);
            case Watch.Prometheus page ->
                Optional.of(instance.scraping(new GuardedPage(
                        URI.create(reached.apply(page.page().toString())),
                        secrets.apply(page.token().name()),
                        "https".equals(page.page().getScheme()) ? secrets.apply(Secret.AUTHORITY.name()) : "")));
            case Watch.Database database ->
                Optional.of(instance.querying(
                        reached.apply(database.url()),
                        database.user(),
                        secrets.apply(database.password().name())));
            case Watch.Server server ->
                Optional.of(instance.reporting(server.reader()
                        .with(text -> Secret.resolve(reached.apply(text), Quoting.PLAIN, secrets), version.get())));
        };
    }
}
