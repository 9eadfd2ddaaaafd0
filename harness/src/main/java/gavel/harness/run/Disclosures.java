package gavel.harness.run;

import gavel.driver.api.ProfileSource;
import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.Sizing;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.host.HostFacts;
import gavel.harness.host.isolation.Partition;
import gavel.harness.result.Disclosure;
import gavel.harness.setting.Durations;
import gavel.harness.setting.RecordWriter;
import gavel.harness.tier.DatabaseTuning;
import gavel.harness.tier.front.FrontFlags;
import gavel.harness.tier.mongo.MongoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gathers what somebody else needs to make a run again: configuration, machine, versions, flags. */
public final class Disclosures {
    /** transhuge.rst of the kernel's documentation. */
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    private Disclosures() {}

    public static Disclosure of(Deployment deployment, Map<String, String> services) {
        Configuration configuration = deployment.configuration();
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("gavel", program());
        versions.put("jdk", System.getProperty("java.vendor.version", "") + " " + Runtime.version());
        versions.putAll(new TreeMap<>(services));
        return new Disclosure(
                RecordWriter.write(configuration),
                host(deployment.host().facts(), deployment.placement().hosts()),
                versions,
                flags(
                        configuration,
                        deployment.sizing(),
                        deployment.driverSizing(),
                        deployment
                                .placement()
                                .appServerCores(configuration.appServers().count()),
                        deployment.host().facts().cores()),
                true,
                durability(configuration),
                dataSet(deployment.loaded()));
    }

    /**
     * What the users do: the name of the profile and the SHA-256 of its text, so that one that was changed under its name is not taken for the
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

    private static Map<String, String> flags(
            Configuration configuration, Sizing sizing, Sizing drivers, int appServerCores, int cores) {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put(
                "appServers",
                "-Xms" + sizing.appServerHeap() + "m -Xmx" + sizing.appServerHeap() + "m "
                        + String.join(" ", configuration.appServers().flags(appServerCores)));
        flags.put(
                "driver",
                "-Xmx" + drivers.driverHeap() + "m "
                        + String.join(" ", drivers.driverFlags(configuration.drivers())) + ", nice "
                        + configuration.drivers().nice() + ", loops "
                        + Sizing.driverLoops(configuration.drivers(), cores)
                        + (configuration.drivers().count() == 1
                                ? ""
                                : " each of " + configuration.drivers().count())
                        + ", HTTP " + configuration.drivers().http()
                        + (configuration.drivers().idleTimeout() == null
                                ? ""
                                : ", idle connections closed after "
                                        + Durations.text(configuration.drivers().idleTimeout())));
        if (configuration.anyEmbedded()) {
            flags.put("services", "-Xmx" + sizing.embeddedHeap() + "m");
        }
        DocumentSettings documents = configuration.documents();
        if (documents.server()) {
            flags.put("documents", "-Xmx" + sizing.documentMemory() + "m");
        }
        if (documents.mongodb()) {
            flags.put("documents", mongoDb(documents, sizing));
        }
        if (!configuration.relational().external()) {
            flags.put(
                    "relational",
                    DatabaseTuning.of(sizing, configuration.relational()).entrySet().stream()
                            .map(setting -> setting.getKey() + "=" + setting.getValue())
                            .collect(Collectors.joining(" ")));
        }
        if (configuration.broker().rabbit()) {
            flags.put(
                    "broker",
                    "nodes=" + configuration.broker().count() + " queues="
                            + (configuration.broker().quorum() ? "quorum" : "classic")
                            + " vm_memory_high_watermark.absolute=" + sizing.brokerMemory() + "MiB");
        }
        FrontFlags.of(configuration, sizing).forEach(flags::put);
        return flags;
    }

    private static String mongoDb(DocumentSettings documents, Sizing sizing) {
        return "sets=" + documents.sets() + " members=" + documents.membersOfEach() + " routers="
                + documents.routersOfCluster() + " "
                + MongoConfiguration.tuning(documents, sizing).entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(" "));
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
                            case RABBITMQ ->
                                configuration.broker().quorum()
                                        ? "quorum queues; a confirm waits until a message is on the disks of most of "
                                                + configuration.broker().count() + " nodes"
                                        : "durable queues; a confirm waits until a persistent message is on disk";
                            case EXTERNAL -> "as the external server is set";
                        }));
        if (configuration.imageStore().isDirectory()) {
            durability.add("imageStore: files are forced to the disk before an upload is confirmed");
        }
        return durability;
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

    private static Disclosure.Host host(HostFacts facts, List<Partition> parts) {
        Map<String, String> limits = new LinkedHashMap<>();
        limits.put("descriptors", Long.toString(facts.descriptors()));
        limits.put(
                Disclosure.Host.HUGE_PAGES,
                hugePages(lines(HUGE_PAGES).findFirst().orElse("")));
        parts.forEach(part -> limits.put("host " + part.name(), part.described()));
        boolean guest = first(Path.of("/proc/cpuinfo"), "flags").contains(" hypervisor");
        return new Disclosure.Host(
                hostName(),
                first(Path.of("/etc/os-release"), "PRETTY_NAME").replace("\"", ""),
                System.getProperty("os.version", ""),
                first(Path.of("/proc/cpuinfo"), "model name"),
                facts.cores(),
                facts.memoryBytes(),
                guest ? "virtual machine" : "none seen",
                limits);
    }

    /**
     * What processes get.
     *
     * @param choices such as {@code always [madvise] never}: the chosen one in brackets
     */
    static String hugePages(String choices) {
        Matcher chosen = CHOSEN.matcher(choices);
        return chosen.find() ? chosen.group(1) : "none seen";
    }

    private static String hostName() {
        return lines(Path.of("/proc/sys/kernel/hostname")).findFirst().orElse("");
    }

    private static String first(Path file, String name) {
        return lines(file)
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.replace('=', ':').indexOf(':') + 1))
                .findFirst()
                .orElse("")
                .stripTrailing();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file).stream() : Stream.empty();
        } catch (IOException expected) {
            return Stream.empty();
        }
    }
}
