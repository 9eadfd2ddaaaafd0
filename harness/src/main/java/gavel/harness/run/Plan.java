package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.Placement;
import gavel.harness.config.Sizing;
import gavel.harness.host.isolation.Partition;
import gavel.harness.setting.Durations;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.DataServices;
import gavel.harness.tier.DriverAgent;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.front.FrontServers;
import gavel.harness.tier.server.RabbitMq;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run would start where, with how much memory and for how long. Pure; starts nothing.
 *
 * @param mebibytes the most at once, with what the kernel keeps of the users' connections
 * @param hosts the machine would be divided into
 */
public record Plan(List<Part> parts, long mebibytes, List<Partition> hosts, Duration predicted) {
    private static final String AUDIT = "audit";
    private static final String EXTERNAL = "external";
    private static final double SECONDS_TO_DEPLOY = 25;
    private static final double SECONDS_PER_LOADED_USER = 0.03;
    private static final double SECONDS_TO_HOLD_AND_AUDIT = 20;

    /**
     * @param port in words: a number or "free"
     * @param mebibytes it takes of the machine; 0 when nobody knows
     * @param heap of it; 0 where there is none
     */
    public record Part(String instance, String tier, String host, String port, long mebibytes, long heap) {
        Part on(String other) {
            return new Part(instance, tier, other, port, mebibytes, heap);
        }
    }

    public Plan {
        parts = List.copyOf(parts);
        hosts = List.copyOf(hosts);
    }

    public static Plan of(Configuration configuration) {
        Sizing sizing = Sizing.of(configuration);
        List<Part> parts = new ArrayList<>();
        parts.add(
                configuration.relational().external()
                        ? external(Tiers.RELATIONAL, configuration.relational().url())
                        : part(DataServices.DATABASE, Tiers.RELATIONAL, "free", sizing.databaseMemory()));
        boolean brokerEmbedded = configuration.broker().embedded();
        if (configuration.broker().external()) {
            parts.add(external(Tiers.BROKER, configuration.broker().host()));
        }
        if (configuration.broker().rabbit()) {
            for (int i = 0; i < configuration.broker().count(); i++) {
                parts.add(part(RabbitMq.name(i), Tiers.BROKER, i == 0 ? "4 free" : "3 free", sizing.brokerMemory()));
            }
        }
        if (brokerEmbedded || configuration.documents().embedded()) {
            String ports = brokerEmbedded && configuration.documents().embedded() ? "2 free" : "free";
            parts.add(jvm(DataServices.NAME, Tiers.SERVICES, ports, sizing.embeddedHeap()));
        }
        parts.addAll(documents(configuration, sizing));
        for (int i = 0; i < configuration.appServers().count(); i++) {
            Integer first = configuration.appServers().port();
            parts.add(jvm(
                    AppServer.name(i),
                    Tiers.APP_SERVERS,
                    first == null ? "2 free" : first + i + " + 1 free",
                    sizing.appServerHeap()));
        }
        parts.addAll(frontServers(configuration));
        for (int i = 0; i < configuration.drivers().count(); i++) {
            parts.add(jvm(DriverAgent.name(i), Tiers.DRIVER, "free", sizing.driverHeap()));
        }
        parts.add(jvm(AUDIT, Tiers.TOOLS, "-", sizing.auditHeap()));
        Placement placement = Placement.of(configuration);
        return new Plan(
                placed(parts, placement),
                sizing.total(configuration),
                placement.hosts(),
                predicted(configuration, placement));
    }

    /** The n-th part of a tier is its n-th instance. What shares the process of the embedded services shares its host. */
    private static List<Part> placed(List<Part> parts, Placement placement) {
        Map<String, Integer> instances = new HashMap<>();
        return parts.stream()
                .map(part -> {
                    int index = instances.merge(part.tier(), 1, Integer::sum) - 1;
                    return part.instance().equals(EXTERNAL)
                            ? part
                            : host(part.tier(), index, placement).map(part::on).orElse(part);
                })
                .toList();
    }

    private static Optional<String> host(String tier, int index, Placement placement) {
        return switch (tier) {
            case Tiers.RELATIONAL -> placement.host(tier, index).or(() -> placement.host(Tiers.SERVICES, 0));
            case Tiers.VIRTUAL_IPS ->
                placement.host(Tiers.BALANCERS, index).or(() -> placement.host(Tiers.WEB_SERVERS, index));
            default -> placement.host(tier, index);
        };
    }

    private static List<Part> documents(Configuration configuration, Sizing sizing) {
        DocumentSettings documents = configuration.documents();
        List<Part> parts = new ArrayList<>();
        if (documents.external()) {
            parts.add(external(Tiers.DOCUMENTS, documents.uriFile()));
        } else if (documents.server()) {
            parts.add(jvm("document-server", Tiers.DOCUMENTS, "free", sizing.documentMemory()));
        }
        for (int i = 0; i < documents.dataServers(); i++) {
            parts.add(part("mongod" + (i + 1), Tiers.DOCUMENTS, "free", sizing.documentMemory()));
        }
        for (int i = 0; documents.sharded() && i < documents.membersOfEach(); i++) {
            parts.add(part("mongo-config" + (i + 1), Tiers.DOCUMENTS, "free", Sizing.CONFIG_SERVER));
        }
        for (int i = 0; i < documents.routersOfCluster(); i++) {
            parts.add(part("mongos" + (i + 1), Tiers.DOCUMENTS, "free", Sizing.ROUTER));
        }
        return parts;
    }

    private static List<Part> frontServers(Configuration configuration) {
        List<Part> parts = new ArrayList<>();
        parts.addAll(front(
                FrontServers.webServerNames(configuration),
                Tiers.WEB_SERVERS,
                configuration.webServers().port()));
        parts.addAll(front(
                FrontServers.balancerNames(configuration),
                Tiers.BALANCERS,
                configuration.balancers().port()));
        FrontServers.keepalivedNames(configuration).forEach(name -> parts.add(part(name, Tiers.VIRTUAL_IPS, "-", 0)));
        return parts;
    }

    private static List<Part> front(List<String> names, String tier, Integer first) {
        List<Part> parts = new ArrayList<>();
        for (String name : names) {
            parts.add(part(name, tier, first == null ? "2 free" : first + parts.size() + " + 1 free", 0));
        }
        return parts;
    }

    private static Duration predicted(Configuration configuration, Placement placement) {
        double seconds = SECONDS_TO_DEPLOY
                + SECONDS_PER_LOADED_USER * Sizing.setUsers(configuration)
                + WarmUpLoad.seconds(configuration, placement)
                + configuration.load().phases().totalSeconds()
                + SECONDS_TO_HOLD_AND_AUDIT;
        return Duration.ofSeconds(Math.round(seconds));
    }

    private static Part part(String instance, String tier, String port, long mebibytes) {
        return new Part(instance, tier, "localhost", port, mebibytes, 0);
    }

    private static Part jvm(String instance, String tier, String port, long heap) {
        return new Part(instance, tier, "localhost", port, Sizing.process(heap), heap);
    }

    private static Part external(String tier, String address) {
        return new Part(EXTERNAL, tier, address, "-", 0, 0);
    }

    private List<String> division() {
        if (hosts.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        hosts.forEach(host -> lines.add("host %-13s %s".formatted(host.name(), host.described())));
        long addressed = hosts.stream().filter(Partition::addressed).count();
        long limited = hosts.stream().filter(Partition::limited).count();
        lines.add("would be made on this machine, and taken away with the deployment: "
                + (addressed == 0 ? "" : "a bridge with " + addressed + " network namespaces")
                + (addressed == 0 || limited == 0 ? "" : ", ")
                + (limited == 0 ? "" : limited + " control groups"));
        return lines;
    }

    private static String size(long mebibytes) {
        return mebibytes == 0 ? "-" : mebibytes + " MiB";
    }

    /** A table for people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(table());
        lines.add("predicted time: about " + Durations.spoken(predicted));
        return lines;
    }

    /** The same without the time, which is that of one run. */
    public List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("%-18s %-12s %-12s %-14s %-10s %s"
                .formatted("instance", "tier", "host", "port", "memory", "of it heap"));
        for (Part part : parts) {
            lines.add("%-18s %-12s %-12s %-14s %-10s %s"
                    .formatted(
                            part.instance(),
                            part.tier(),
                            part.host(),
                            part.port(),
                            size(part.mebibytes()),
                            size(part.heap()))
                    .stripTrailing());
        }
        lines.add("memory in all, with the kernel's for connections: " + mebibytes
                + " MiB (drivers and audit are not there at the same time)");
        lines.addAll(division());
        return lines;
    }
}
