package gavel.harness.deployment;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Placement;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.WholeFile;
import gavel.harness.setting.RecordWriter;
import gavel.harness.topology.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** One deployment in the hands of one command: where it is, what it is made of, and what it remembers. Held by one thread. */
public final class Deployment implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private final RunDirectory directory;
    private final Configuration made;
    private final Configuration configuration;
    private final Secrets secrets;
    private final DeploymentLock lock;
    private DeploymentState state;

    Deployment(
            RunDirectory directory,
            Configuration made,
            Configuration configuration,
            Secrets secrets,
            DeploymentLock lock,
            DeploymentState state) {
        this.directory = directory;
        this.made = made;
        this.configuration = configuration;
        this.secrets = secrets;
        this.lock = lock;
        this.state = state;
    }

    public String name() {
        return directory.name();
    }

    public RunDirectory directory() {
        return directory;
    }

    /** As this command runs it: what it was made with, and the load and the name of one run on top. */
    public Configuration configuration() {
        return configuration;
    }

    /** What it was made with: servers and data are sized by it, whatever load a run puts on them. */
    public Configuration made() {
        return made;
    }

    /** Of everything that outlives a run. */
    public Sizing sizing() {
        return Sizing.of(made);
    }

    public Secrets secrets() {
        return secrets;
    }

    public Placement placement() {
        return Placement.of(made);
    }

    public Ports ports() {
        return state.ports();
    }

    /** Application servers there are to be: as many as it was made with, unless it was scaled. */
    public int appServers() {
        return state.appServers() == null ? made.appServers().count() : state.appServers();
    }

    /** From now on there are to be so many. */
    public void scaled(int appServers) {
        state = state.scaled(appServers);
        save();
    }

    /** Whether its processes end with the harness. */
    public boolean temporary() {
        return state.temporary();
    }

    /** The data set it holds; null when none. */
    public LoadedSet loaded() {
        return state.loaded();
    }

    public void loaded(LoadedSet set) {
        state = state.with(set);
        save();
    }

    /**
     * From now on the set is not what was loaded. To be called before servers that went on with its lots are stopped: whatever ends the
     * command then, the next one does not find a set that nobody used.
     */
    public void used() {
        if (state.loaded() != null) {
            loaded(state.loaded().used());
        }
    }

    public String images() {
        return configuration.data().images().name().toLowerCase(Locale.ROOT);
    }

    /** Writes what never changes as long as it lives: a run's own settings belong to the result of that run. */
    void create() {
        put(directory.configuration(), RecordWriter.write(made), false);
        put(directory.secrets(), JSON.writeValueAsString(secrets), true);
        save();
    }

    private void save() {
        put(directory.state(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(state), false);
    }

    private void put(Path file, String content, boolean secret) {
        try {
            WholeFile.put(file, content, secret);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot write to " + directory.path() + ": " + e.getMessage()
                            + "; choose a place that can be written and has space",
                    e);
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
