package gavel.harness.tier.server;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.DatabaseTuning;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A relational database installed on the machine: one process, with its data in the run directory. */
abstract sealed class DatabaseServer implements Service permits PostgreSql, MariaDb {
    static final Duration READY = Duration.ofSeconds(60);
    private static final Duration LONGEST_CREATION = Duration.ofMinutes(2);
    private final Deployment deployment;
    private final Program program;
    private final HostProcess process;

    DatabaseServer(Deployment deployment, Program program, HostProcess process) {
        this.deployment = deployment;
        this.program = program;
        this.process = process;
    }

    static Optional<HostProcess> process(List<HostProcess> running, String name) {
        return running.stream().filter(process -> process.name().equals(name)).findFirst();
    }

    static Host host(Deployment deployment) {
        return deployment.host(Tiers.RELATIONAL, 0);
    }

    /** Runs the program that makes the data directory. */
    static void create(Deployment deployment, Host host, ProcessSpec creation)
            throws IOException, InterruptedException {
        if (host.run(creation, line -> {}, LONGEST_CREATION) != 0) {
            Path log = deployment.directory().log(creation.name());
            throw new EnvironmentException(
                    "the database could not be created (log: " + log + ")", host.tail(log, 20), null);
        }
    }

    /** What {@link DatabaseTuning} says, as lines of the configuration. */
    static String settings(Deployment deployment, Function<Map.Entry<String, String>, String> line) {
        return DatabaseTuning.of(deployment.sizing(), deployment.configuration().relational()).entrySet().stream()
                .map(line)
                .collect(Collectors.joining("\n"));
    }

    /** Title and number. */
    String version() {
        return program.version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(process);
    }

    @Override
    public List<Instance> instances() {
        DataAddresses addresses = DataAddresses.of(deployment);
        return List.of(Instance.of(Tiers.RELATIONAL, process.name(), process.pid())
                .querying(addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword()));
    }
}
