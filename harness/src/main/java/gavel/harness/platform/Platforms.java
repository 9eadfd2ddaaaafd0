package gavel.harness.platform;

import gavel.harness.collect.Collector;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.failure.EnvironmentException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What there is below every command. Which platform a configuration has is decided here and nowhere else.
 *
 * @param here the machine this process is on
 * @param watch watches that machine alone, for other work on it
 */
public record Platforms(
        Machine here, Supplier<Collector> watch, Map<Configuration.Platform, PlatformProvider> providers)
        implements AutoCloseable {
    public Platforms {
        providers = Map.copyOf(providers);
    }

    /** The machines a configuration would use. None is switched on. */
    public Machines machines(Configuration configuration) {
        return provider(configuration).machines(configuration);
    }

    /**
     * What runs a deployment; nothing is touched or reached before it is asked to.
     *
     * @param runDirectory of this machine, in which the deployment remembers itself
     * @param made the configuration it was made with
     * @param secrets values by their names
     */
    public Platform platform(Path runDirectory, Configuration made, UnaryOperator<String> secrets) {
        return provider(made).platform(runDirectory, made, secrets);
    }

    /** The same for commands that only look, stop and remove. */
    public Platform platform(Path runDirectory, Configuration made) {
        return platform(runDirectory, made, Platforms::nothingStarted);
    }

    private static String nothingStarted(String secret) {
        throw new IllegalStateException("nothing is started that could ask for " + secret);
    }

    /** What is left on this machine of a deployment whose configuration cannot be read. */
    public Platform remainder(Path runDirectory) {
        Configuration usual = Configurations.usual();
        return providers.values().stream()
                .filter(provider -> provider.holds(runDirectory))
                .findFirst()
                .orElseGet(() -> provider(usual))
                .platform(runDirectory, usual, Platforms::nothingStarted);
    }

    /** What nobody can ask other machines for any more, as their addresses stood in that configuration. */
    public List<HostRemains> remembered(Path runDirectory) {
        return providers.values().stream().anyMatch(provider -> provider.holds(runDirectory))
                ? List.of()
                : providers.values().stream()
                        .flatMap(provider -> provider.remembered(runDirectory).stream())
                        .toList();
    }

    private PlatformProvider provider(Configuration configuration) {
        PlatformProvider provider = providers.get(configuration.platform());
        if (provider == null) {
            throw new EnvironmentException(
                    "this program has no platform " + configuration.platform().word() + " (platform, hosts.machines)");
        }
        return provider;
    }

    @Override
    public void close() {
        providers.values().forEach(PlatformProvider::close);
    }
}
