package gavel.harness.deployment;

import gavel.driver.api.text.Nearest;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Sizing;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.topology.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * All deployments of this installation: one directory each.
 *
 * @param random secure; of secrets and ports
 */
public record Deployments(Path root, RandomGenerator random) {
    /**
     * Makes a new one; nothing is started yet.
     *
     * @param temporary whether it belongs to one run
     * @param free whether a port is free on each of its machines
     */
    public Deployment create(
            String name, Configuration configuration, boolean temporary, Instant now, IntPredicate free) {
        RunDirectory directory = new RunDirectory(root.resolve(name));
        if (Files.exists(directory.state())) {
            throw new ConfigurationException("deployment " + name + " exists already (--name); `gavel down " + name
                    + "` removes it, `gavel run --deployment " + name + "` uses it");
        }
        DeploymentLock lock = DeploymentLock.take(directory.path());
        try {
            directory.create();
            Ports ports = Ports.choose(configuration, free, random);
            Deployment deployment = new Deployment(
                    directory,
                    configuration,
                    configuration,
                    Secrets.generate(random),
                    lock,
                    new DeploymentState(name, now, temporary, ports, null, null));
            deployment.create();
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

    /** Takes an existing one for another load: only load and name of a run can differ from what it was made with. */
    public Deployment open(String name, List<Configurations.SettingOverride> overrides) {
        Configuration configuration = configuration(name, overrides);
        RunDirectory directory = existing(name);
        Configuration made = made(directory);
        DeploymentState state = state(directory);
        DeploymentLock lock = DeploymentLock.take(directory.path());
        try {
            return new Deployment(directory, made, configuration, secrets(directory), lock, state);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * What an existing one was made with, and the load and the name of a run on top.
     *
     * @throws ConfigurationException when anything else would change while it is up, or its data are for fewer users
     * @throws EnvironmentException when a command was killed while it made the deployment
     */
    public Configuration configuration(String name, List<Configurations.SettingOverride> overrides) {
        RunDirectory directory = existing(name);
        DeploymentState state = state(directory);
        Configuration made = made(directory);
        Configuration wanted = made(directory, overrides);
        List<String> problems = new ArrayList<>(new FixedSettings(name, made).forRun(wanted, overrides));
        int most =
                state.loaded() == null ? Sizing.setUsers(made) : state.loaded().users();
        if (Sizing.setUsers(wanted) > most) {
            problems.add("users must be <= " + most + ", for which deployment " + name + " has data: "
                    + Sizing.setUsers(wanted) + FixedSettings.place("load.users", overrides)
                    + "; `gavel up --deployment NAME --users " + Sizing.setUsers(wanted) + "` makes another");
        }
        if (wanted.mostAppServers() > made.mostAppServers()) {
            problems.add("actions must scale to at most " + made.mostAppServers()
                    + " application servers, for which deployment " + name + " was made: " + wanted.mostAppServers()
                    + FixedSettings.place("actions", overrides) + "; `gavel up --deployment NAME --set appServers.most="
                    + wanted.mostAppServers() + "` makes another");
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return wanted;
    }

    /**
     * Checks that a deployment that is up fits the configuration it is asked for by.
     *
     * @param wanted null for whatever it was made with, and the overrides on top
     * @throws ConfigurationException with everything that is otherwise
     */
    public void requireSame(String name, Configuration wanted, List<Configurations.SettingOverride> overrides) {
        RunDirectory directory = existing(name);
        List<String> problems = new FixedSettings(name, made(directory))
                .forSame(wanted == null ? made(directory, overrides) : wanted, overrides);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** What an existing one was made with, for commands that only look. */
    public Configuration made(RunDirectory directory) {
        return made(directory, List.of());
    }

    private Configuration made(RunDirectory directory, List<Configurations.SettingOverride> overrides) {
        return Configurations.stored(directory.configuration(), overrides);
    }

    /**
     * Whether no other command works on it now.
     *
     * @throws EnvironmentException where that cannot be found out, as of another user's
     */
    public boolean idle(String name) {
        Optional<DeploymentLock> lock = DeploymentLock.attempt(existing(name).path());
        lock.ifPresent(DeploymentLock::close);
        return lock.isPresent();
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

    public RunDirectory existing(String name) {
        List<String> known = names();
        if (!known.contains(name)) {
            throw new ConfigurationException("unknown deployment: " + name
                    + (known.isEmpty() ? "; there is none, `gavel up` makes one" : Nearest.hint(name, known)));
        }
        return new RunDirectory(root.resolve(name));
    }

    /** Whether another command removed it meanwhile. */
    public boolean gone(String name) {
        return !Files.exists(root.resolve(name));
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
