package gavel.harness.platform.local;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.deployment.Installation;
import gavel.harness.http.Http;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.local.host.Host;
import gavel.harness.time.Timekeeper;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Deployments on this machine.
 *
 * @param hosts gives this machine as a deployment in that run directory uses it
 * @param collectors start watching the given instances
 */
public record LocalPlatforms(
        Installation installation,
        Function<Path, Host> hosts,
        Timekeeper time,
        Http http,
        Function<List<Instance>, Collector> collectors)
        implements PlatformProvider {
    /** With no other kind of platform. */
    public Platforms alone() {
        return with(Map.of());
    }

    /** @param others platforms that use other machines than this one */
    public Platforms with(Map<Configuration.Platform, PlatformProvider> others) {
        Map<Configuration.Platform, PlatformProvider> all = new EnumMap<>(Configuration.Platform.class);
        all.put(Configuration.Platform.LOCAL, this);
        all.putAll(others);
        return new Platforms(here(), () -> collectors.apply(List.of()), all);
    }

    private Host here() {
        return hosts.apply(installation.deployments());
    }

    @Override
    public Machines machines(Configuration configuration) {
        return Machines.only(here());
    }

    @Override
    public Platform platform(Path runDirectory, Configuration made, UnaryOperator<String> secrets) {
        return new LocalPlatform(this, runDirectory, Placement.of(made).hosts(), made.virtualAddresses(), secrets);
    }

    /**
     * What runs the part of a deployment that is on this machine, for a harness on another one.
     *
     * @param parts the machine is divided into
     */
    public Platform platform(Path runDirectory, List<Partition> parts, UnaryOperator<String> secrets) {
        return new LocalPlatform(this, runDirectory, parts, 0, secrets);
    }

    @Override
    public void close() {}
}
