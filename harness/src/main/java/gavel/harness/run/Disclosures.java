package gavel.harness.run;

import gavel.driver.api.ProfileSource;
import gavel.harness.collect.StartedProcess;
import gavel.harness.compare.Settings;
import gavel.harness.config.BrokerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.DriverSettings;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.result.Disclosure;
import gavel.harness.setting.Durations;
import gavel.harness.setting.RecordWriter;
import gavel.harness.topology.Tiers;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gathers what another person needs to make a run again: configuration, machine, versions, flags. */
public final class Disclosures {
    /** RabbitMQ's own choice. */
    private static final int NODES_OF_A_QUORUM_QUEUE = 3;

    private Disclosures() {}

    /**
     * What is known of the machines.
     *
     * @param driverCores each workload driver finds at least
     */
    public record Hosts(List<Disclosure.Host> hosts, int driverCores) {
        static final Hosts UNKNOWN = new Hosts(List.of(), 0);

        static Hosts of(Deployment deployment, Machines machines) {
            Placement placement = deployment.placement();
            boolean elsewhere = deployment.made().hosts().elsewhere();
            Map<String, String> kernels = elsewhere ? machines.shared() : Map.of();
            return new Hosts(
                    machines.reached().stream()
                            .map(machine -> host(
                                    machine,
                                    kernels.getOrDefault(machine.name(), machine.name()),
                                    // Which of its pods a node has is among the logs.
                                    deployment.made().clustered()
                                            ? List.of()
                                            : placement.parts(elsewhere ? machine.name() : "")))
                            .toList(),
                    machines.cores(
                            placement,
                            Tiers.DRIVER,
                            deployment.configuration().drivers().count()));
        }
    }

    /** What measurements of a configuration may prove. */
    public static MeasurementConditions conditions(Configuration configuration) {
        return new MeasurementConditions(
                configuration.load().lengthName(),
                configuration.services(),
                configuration.load().builtInProfile(),
                !Placement.of(configuration).driversApart(),
                Settings.changed(RecordWriter.write(configuration)));
    }

    public static Disclosure of(
            Deployment deployment, Hosts hosts, Map<String, String> services, List<StartedProcess> started) {
        Configuration configuration = deployment.configuration();
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("gavel", program());
        versions.put("jdk", System.getProperty("java.vendor.version", "") + " " + Runtime.version());
        versions.putAll(new TreeMap<>(services));
        return new Disclosure(
                RecordWriter.write(configuration),
                hosts.hosts().isEmpty() ? null : hosts.hosts().getFirst(),
                deployment.made().hosts().elsewhere() || deployment.made().clustered() ? hosts.hosts() : List.of(),
                versions,
                started,
                driver(
                        configuration.drivers(),
                        hosts.driverCores(),
                        deployment.placement().cpu(Tiers.DRIVER, 0)),
                !deployment.placement().driversApart(),
                durability(configuration),
                dataSet(deployment.loaded()));
    }

    /**
     * What the users do: the name of the profile and the SHA-256 of its text. So one that was changed under its name is not taken for the
     * same, and one that another release has unchanged is not taken for another.
     *
     * @throws ConfigurationException where it cannot be read
     */
    public static String profile(Configuration configuration) {
        String profile = configuration.load().profile();
        try {
            ProfileSource source = ProfileSource.of(profile);
            return source.name() + " SHA-256 " + source.sha256();
        } catch (IOException e) {
            throw new ConfigurationException("the profile " + profile + " cannot be read: " + e + " (load.profile)");
        }
    }

    /** The version of this program, with the commit where it was built from one; of classes that are in no jar it is {@code development}. */
    public static String program() {
        String version = Disclosures.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version.replaceFirst("\\+(\\$\\{.*)?$", "");
    }

    /**
     * Half of a measurement by one program and half by another is the measurement of neither.
     *
     * @param what is to be resumed, for the message
     * @param begunWith version of the program; null in journals of versions that did not write it down
     * @throws ConfigurationException where this is another program
     */
    public static void requireSameProgram(String what, String begunWith) {
        if (!program().equals(begunWith)) {
            throw new ConfigurationException(what + " was begun by "
                    + (begunWith == null
                            ? "an earlier version of Gavel, which did not write down its own"
                            : "Gavel " + begunWith)
                    + ", and this is Gavel " + program() + ": resume it with that program, or begin anew (--resume)");
        }
    }

    /**
     * The processors of each machine by its name, of those that can be asked. None of a cluster, which may choose other nodes each time.
     */
    public static Map<String, String> processors(Configuration configuration, Environment environment) {
        Map<String, String> processors = new TreeMap<>();
        if (!configuration.clustered()) {
            environment
                    .platforms()
                    .machines(configuration)
                    .reached()
                    .forEach(machine -> processors.put(
                            machine.name(),
                            machine.facts().cores() + " × "
                                    + machine.description().cpu()));
        }
        return processors;
    }

    /**
     * Nor is half of a measurement on one machine and half on another that of either.
     *
     * @param what is to be resumed, for the message
     * @param begunOn processors by the names of machines; null where nobody wrote them down
     * @throws ConfigurationException where one that was known then has others now
     */
    public static void requireSameProcessors(String what, Map<String, String> begunOn, Map<String, String> now) {
        if (begunOn == null) {
            return;
        }
        String others = now.entrySet().stream()
                .filter(machine -> begunOn.containsKey(machine.getKey())
                        && !machine.getValue().equals(begunOn.get(machine.getKey())))
                .map(machine ->
                        machine.getKey() + " had " + begunOn.get(machine.getKey()) + " and has " + machine.getValue())
                .collect(Collectors.joining("; "));
        if (!others.isEmpty()) {
            throw new ConfigurationException(what + " was begun on another machine: " + others
                    + ": resume it where it was begun, or begin anew (--resume)");
        }
    }

    /** What is not on the command lines of the drivers. */
    private static String driver(DriverSettings drivers, int cores, double limit) {
        return "nice " + drivers.nice() + ", loops " + Sizing.driverLoops(drivers, cores, limit)
                + (drivers.count() == 1 ? "" : " each of " + drivers.count()) + ", HTTP " + drivers.http()
                + (drivers.idleTimeout() == null
                        ? ""
                        : ", idle connections closed after " + Durations.text(drivers.idleTimeout()));
    }

    private static List<String> durability(Configuration configuration) {
        List<String> durability = new ArrayList<>(List.of(
                "relational: "
                        + (configuration.relational().external()
                                ? "as the external server is set"
                                : configuration.relational().durable()
                                        ? "fsync on, a commit waits for the disk"
                                        : "a commit does not wait for the disk: the last ones can be lost"),
                "documents: " + documents(configuration.documents()),
                "broker: "
                        + switch (configuration.broker().implementation()) {
                            case EMBEDDED -> "in memory, as long as the deployment lives";
                            case RABBITMQ -> rabbit(configuration.broker());
                            case EXTERNAL -> "as the external server is set";
                        }));
        if (configuration.imageStore().isDirectory()) {
            durability.add("imageStore: files are forced to the disk before an upload is confirmed");
        }
        return durability;
    }

    /** Classic queues of version 2, which alone there are from RabbitMQ 4.0 on, confirm what the kernel has, or what was consumed before. */
    private static String rabbit(BrokerSettings broker) {
        return broker.quorum()
                ? "quorum queues; a confirm waits until a message is on the disks of most of "
                        + Math.min(NODES_OF_A_QUORUM_QUEUE, broker.count()) + " nodes"
                : "durable queues; a confirm waits until a persistent message is written or consumed, from RabbitMQ 4.0 on without fsync";
    }

    private static String documents(DocumentSettings documents) {
        return switch (documents.implementation()) {
            case EMBEDDED, SERVER -> "in memory, as long as the deployment lives: a stand-in for a real store";
            case MONGODB ->
                documents.durable()
                        ? "a write waits until it is in the journals of most members (w: majority, j: true)"
                        : "a write waits for the primary's memory alone (w: 1, j: false): the last ones can be lost";
            case EXTERNAL -> "as the address of the external server says";
        };
    }

    private static Map<String, String> dataSet(LoadedSet set) {
        return set == null
                ? Map.of()
                : Map.of(
                        "users", Integer.toString(set.users()),
                        "seed", Long.toString(set.seed()),
                        "images", set.images());
    }

    /** @param first of those on its kernel */
    private static Disclosure.Host host(Machine machine, String first, List<Partition> parts) {
        HostFacts facts = machine.facts();
        HostDescription description = machine.description();
        Map<String, String> limits = new LinkedHashMap<>();
        limits.put("descriptors", Long.toString(facts.descriptors()));
        limits.put(Disclosure.Host.HUGE_PAGES, description.hugePages());
        if (!first.equals(machine.name())) {
            limits.put(Disclosure.Host.SAME_MACHINE, first);
        }
        parts.forEach(part -> limits.put("host " + part.name(), part.described()));
        return new Disclosure.Host(
                description.name(),
                description.operatingSystem(),
                description.kernel(),
                description.cpu(),
                facts.cores(),
                facts.memoryBytes(),
                description.virtualisation(),
                limits);
    }
}
