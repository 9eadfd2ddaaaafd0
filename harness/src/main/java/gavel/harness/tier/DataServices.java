package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.embedded.EmbeddedServices;
import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.embedded.EmbeddedState;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.mongo.MongoCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Relational database, broker and document store: those that are embedded run in one child process. Ready means that each takes
 * connections; the process says so in its state file.
 */
public final class DataServices implements Service {
    public static final String NAME = "embedded-services";
    public static final String DATABASE = "postgresql";
    private static final Duration READY = Duration.ofSeconds(180);
    private static final JsonMapper JSON = new JsonMapper();
    private final List<HostProcess> processes;
    private final List<Instance> instances;
    private final String databaseVersion;

    private DataServices(List<HostProcess> processes, List<Instance> instances, String databaseVersion) {
        this.processes = List.copyOf(processes);
        this.instances = List.copyOf(instances);
        this.databaseVersion = databaseVersion;
    }

    /** Starts what is embedded and waits until it is ready. */
    public static DataServices start(Deployment deployment, Installation installation, Timekeeper time)
            throws IOException, InterruptedException {
        EmbeddedSpec spec = spec(deployment, installation);
        if (spec.database() == null && spec.broker() == null && spec.documents() == null) {
            return new DataServices(List.of(), List.of(), "external");
        }
        RunDirectory directory = deployment.directory();
        Path file = directory.settings(NAME + ".json");
        Path stateFile = Path.of(spec.stateFile());
        Files.deleteIfExists(stateFile);
        deployment.host().put(file, JSON.writeValueAsString(spec), true);
        JavaCommand java = new JavaCommand(
                installation.java(), deployment.sizing().embeddedHeap(), directory.temporary(), JavaCommand.LARGE_HEAP);
        Host host = DataAddresses.services(deployment);
        HostProcess process = host.start(new ProcessSpec(
                NAME,
                Tiers.SERVICES,
                java.mainClass(installation.harnessJar(), EmbeddedServices.class, file.toString()),
                Map.of(),
                directory.path(),
                0,
                deployment.temporary()));
        time.awaitReady(host, process, () -> Files.exists(stateFile), READY);
        EmbeddedState state = JSON.readValue(stateFile.toFile(), EmbeddedState.class);
        if (spec.database() == null) {
            return new DataServices(List.of(process), List.of(services(process)), "external");
        }
        HostProcess database = host.adopt(DATABASE, Tiers.RELATIONAL, state.databasePid());
        // The child process first: it stops its database in good order.
        return new DataServices(
                List.of(process, database), List.of(services(process), database(deployment, database)), version(state));
    }

    /** Of a deployment that is up already; empty unless every process is there that the configuration asks for. */
    public static Optional<DataServices> found(Deployment deployment, List<HostProcess> running) {
        List<String> wanted = processNames(deployment.configuration());
        List<HostProcess> mine = running.stream()
                .filter(process -> wanted.contains(process.name()))
                .toList();
        if (wanted.isEmpty() || mine.size() < wanted.size()) {
            return Optional.empty();
        }
        List<Instance> instances = mine.stream()
                .map(process -> process.name().equals(DATABASE) ? database(deployment, process) : services(process))
                .toList();
        Path stateFile = stateFile(deployment);
        return Optional.of(
                new DataServices(mine, instances, Files.exists(stateFile) ? rememberedVersion(stateFile) : ""));
    }

    /** Nothing but words of the report depends on it. */
    private static String rememberedVersion(Path stateFile) {
        try {
            return version(JSON.readValue(stateFile.toFile(), EmbeddedState.class));
        } catch (JacksonException | NullPointerException damaged) {
            return "PostgreSQL of unknown version";
        }
    }

    private static List<String> processNames(Configuration configuration) {
        if (!configuration.anyEmbedded()) {
            return List.of();
        }
        return configuration.relational().embedded() ? List.of(NAME, DATABASE) : List.of(NAME);
    }

    private static Path stateFile(Deployment deployment) {
        return deployment.directory().settings("embedded-state.json");
    }

    private static String version(EmbeddedState state) {
        return state.databaseVersion().isEmpty() ? "external" : "PostgreSQL " + state.databaseVersion();
    }

    private static Instance services(HostProcess process) {
        return Instance.of(Tiers.SERVICES, NAME, process.pid());
    }

    private static Instance database(Deployment deployment, HostProcess process) {
        DataAddresses addresses = DataAddresses.of(deployment);
        return Instance.of(Tiers.RELATIONAL, DATABASE, process.pid())
                .querying(addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword());
    }

    private static EmbeddedSpec spec(Deployment deployment, Installation installation) {
        RunDirectory directory = deployment.directory();
        DataAddresses addresses = DataAddresses.of(deployment);
        var configuration = deployment.configuration();
        Host host = DataAddresses.services(deployment);
        return new EmbeddedSpec(
                host.address(),
                host.network(),
                configuration.relational().embedded()
                        ? new EmbeddedSpec.Database(
                                deployment.ports().database(),
                                directory.data(DATABASE).toString(),
                                installation.databaseBinaries().toString(),
                                directory.log(DATABASE).toString(),
                                DataAddresses.NAME,
                                addresses.databaseUser(),
                                deployment.secrets().database(),
                                DatabaseTuning.of(deployment.sizing(), configuration.relational()))
                        : null,
                configuration.broker().embedded()
                        ? new EmbeddedSpec.Broker(
                                deployment.ports().broker(),
                                directory.data("broker").toString(),
                                DataAddresses.NAME,
                                deployment.secrets().broker())
                        : null,
                configuration.documents().embedded()
                        ? new EmbeddedSpec.Documents(
                                deployment.ports().documents(),
                                directory.data("documents").toString(),
                                MongoCluster.APPLICATION,
                                deployment.secrets().documents())
                        : null,
                stateFile(deployment).toString(),
                deployment.temporary());
    }

    public String databaseVersion() {
        return databaseVersion;
    }

    @Override
    public List<HostProcess> processes() {
        return processes;
    }

    @Override
    public List<Instance> instances() {
        return instances;
    }
}
