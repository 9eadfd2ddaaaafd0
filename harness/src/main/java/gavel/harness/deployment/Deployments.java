package gavel.harness.deployment;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Placement;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.setting.Nearest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * All deployments of this installation: one directory each.
 *
 * @param hosts gives the host whose run directory is the given path
 * @param random secure; of secrets and ports
 */
public record Deployments(Path root, Function<Path, Host> hosts, RandomGenerator random) {
    /**
     * Makes a new one; nothing is started yet.
     *
     * @param temporary whether it belongs to one run
     */
    public Deployment create(String name, Configuration configuration, boolean temporary, Instant now) {
        RunDirectory directory = new RunDirectory(root.resolve(name));
        if (Files.exists(directory.state())) {
            throw new ConfigurationException("deployment " + name + " exists already (--name); `gavel down " + name
                    + "` removes it, `gavel run --deployment " + name + "` uses it");
        }
        DeploymentLock lock = DeploymentLock.take(directory.path());
        try {
            directory.create();
            Host host = hosts.apply(directory.path());
            Ports ports = Ports.choose(configuration, host::portFree, random);
            Deployment deployment = new Deployment(
                    directory,
                    configuration,
                    Secrets.generate(random),
                    host,
                    lock,
                    new DeploymentState(name, now, temporary, ports, null));
            deployment.save();
            return deployment;
        } catch (RuntimeException e) {
            lock.close();
            directory.delete();
            throw e;
        }
    }

    /** Takes an existing one as it was made. */
    public Deployment open(String name) {
        return open(name, List.of());
    }

    /** Takes an existing one for another load: only settings of the load can differ from those it was made with. */
    public Deployment open(String name, List<Configurations.Override> overrides) {
        Configuration configuration = configuration(name, overrides);
        RunDirectory directory = existing(name);
        DeploymentState state = state(directory);
        DeploymentLock lock = DeploymentLock.take(directory.path());
        try {
            return new Deployment(
                    directory, configuration, secrets(directory), hosts.apply(directory.path()), lock, state);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * What an existing one was made with, for another load.
     *
     * @throws ConfigurationException when an override is not of the load: nothing else can change while it is up
     * @throws EnvironmentException when a command was killed while it made the deployment
     */
    public Configuration configuration(String name, List<Configurations.Override> overrides) {
        List<String> fixed = overrides.stream()
                .filter(override -> !override.path().startsWith("load."))
                .map(override -> "only load.* can change while deployment " + name + " is up: " + override.value()
                        + " (" + override.option() + ": " + override.path() + ")")
                .toList();
        if (!fixed.isEmpty()) {
            throw new ConfigurationException(fixed);
        }
        RunDirectory directory = existing(name);
        state(directory);
        return new Configurations(root).read(directory.configuration().toString(), overrides);
    }

    /** Whether no other command works on it now. */
    public boolean idle(String name) {
        try {
            DeploymentLock.take(existing(name).path()).close();
            return true;
        } catch (EnvironmentException expected) {
            return false;
        }
    }

    /** @throws EnvironmentException when a command was killed while it made this one */
    public DeploymentState state(RunDirectory directory) {
        if (!Files.exists(directory.state())) {
            throw new EnvironmentException("deployment " + directory.name()
                    + " was never finished; `gavel clean` removes what there is of it");
        }
        Remembered.check(directory);
        return Remembered.state(directory);
    }

    public Secrets secrets(RunDirectory directory) {
        return Remembered.secrets(directory);
    }

    /** Address of each instance of a tier, for those who only look. */
    public String address(RunDirectory directory, String tier, int index) {
        Host host = hosts.apply(directory.path());
        Configuration configuration =
                new Configurations(root).read(directory.configuration().toString(), List.of());
        return Placement.of(configuration)
                .host(tier, index)
                .map(host::part)
                .orElse(host)
                .address();
    }

    public RunDirectory existing(String name) {
        List<String> known = names();
        if (!known.contains(name)) {
            throw new ConfigurationException("unknown deployment: " + name
                    + (known.isEmpty() ? "; there is none, `gavel up` makes one" : Nearest.hint(name, known)));
        }
        return new RunDirectory(root.resolve(name));
    }

    public List<String> names() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(root)) {
            return directories
                    .filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + root, e);
        }
    }
}
