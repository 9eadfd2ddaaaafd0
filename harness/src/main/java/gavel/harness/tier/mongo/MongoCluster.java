package gavel.harness.tier.mongo;

import gavel.harness.config.DocumentSettings;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers of MongoDB a deployment has, where each is and what it is to the others. The tier has a host for each server that holds
 * documents; the others of a cluster run beside those, in turn.
 *
 * @param encrypted whether they take nothing plain
 */
public record MongoCluster(DocumentSettings settings, boolean encrypted, List<Node> nodes) {
    public static final String ADMINISTRATOR = "administrator";
    public static final String APPLICATION = "gavel";
    /** Of the application. */
    public static final String DATABASE = "gavel";

    /** What makes a driver encrypt and check whom it speaks with, at the end of an address. */
    public static final String ENCRYPTED = "&tls=true";

    static final String CONFIG = "config";
    private static final String LOOPBACK = "127.0.0.1";

    /** What a server does. */
    public enum Role {
        DATA,
        CONFIG,
        ROUTER
    }

    /**
     * One server.
     *
     * @param name of its process
     * @param set it replicates in; empty for none
     * @param index of its host within the tier
     */
    public record Node(String name, Role role, String set, int index, String address, int port) {
        /** As the other servers and applications know it. */
        public String socket() {
            return address + ":" + port;
        }

        /** Only who comes from the loopback may make the first account. */
        String binding() {
            return address.equals(LOOPBACK) ? LOOPBACK : LOOPBACK + "," + address;
        }
    }

    public MongoCluster {
        nodes = List.copyOf(nodes);
    }

    public static MongoCluster of(TopologyContext context) {
        DocumentSettings settings = context.configuration().documents();
        Ports.Mongo ports = context.ports().mongo();
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < ports.data().size(); i++) {
            nodes.add(node(
                    context,
                    Role.DATA,
                    setOf(settings, i),
                    nodes.size(),
                    "mongod" + (i + 1),
                    ports.data().get(i)));
        }
        for (int i = 0; i < ports.config().size(); i++) {
            nodes.add(node(
                    context,
                    Role.CONFIG,
                    CONFIG,
                    nodes.size(),
                    "mongo-config" + (i + 1),
                    ports.config().get(i)));
        }
        for (int i = 0; i < ports.routers().size(); i++) {
            nodes.add(node(
                    context,
                    Role.ROUTER,
                    "",
                    nodes.size(),
                    "mongos" + (i + 1),
                    ports.routers().get(i)));
        }
        return new MongoCluster(settings, context.configuration().encryption().betweenTiers(), nodes);
    }

    private static Node node(TopologyContext context, Role role, String set, int index, String name, int port) {
        return new Node(name, role, set, index, context.address(Tiers.DOCUMENTS, index), port);
    }

    /** Members of a set stand side by side. */
    private static String setOf(DocumentSettings settings, int index) {
        return settings.sharded()
                ? "shard" + (index / settings.membersOfEach() + 1)
                : settings.replicated() ? "documents" : "";
    }

    public List<Node> of(Role role) {
        return nodes.stream().filter(node -> node.role() == role).toList();
    }

    /** Names of the sets, the one that knows where the documents are before those that hold them. */
    public List<String> sets() {
        return nodes.stream()
                .sorted((one, other) -> Boolean.compare(other.role() == Role.CONFIG, one.role() == Role.CONFIG))
                .map(Node::set)
                .filter(set -> !set.isEmpty())
                .distinct()
                .toList();
    }

    /** The first is to be its primary. */
    public List<Node> members(String set) {
        return nodes.stream().filter(node -> node.set().equals(set)).toList();
    }

    /** As servers and drivers are told where a set is. */
    String location(String set) {
        return set + "/" + sockets(members(set));
    }

    private static String sockets(List<Node> nodes) {
        return nodes.stream().map(Node::socket).collect(Collectors.joining(","));
    }

    /** What the application is given; the password is a reference. */
    public String applicationUri() {
        String set = settings.replicated() && !settings.sharded() ? "&replicaSet=documents" : "";
        return uri(Secret.DOCUMENTS.reference(), sockets(of(settings.sharded() ? Role.ROUTER : Role.DATA)))
                + set
                + (settings.durable() ? "&w=majority&journal=true" : "&w=1&journal=false")
                + (encrypted ? ENCRYPTED : "");
    }

    /**
     * Where the application's database is and how it gets in.
     *
     * @param password or what stands for it
     */
    public static String uri(String password, String sockets) {
        return uri(APPLICATION, password, sockets);
    }

    /** @param account whose database is called as it is */
    public static String uri(String account, String password, String sockets) {
        return "mongodb://" + account + ":" + password + "@" + sockets + "/" + account + "?authSource=admin";
    }

    /** For the figures of one server; the password is a reference. */
    public String statisticsUri(Node node) {
        return "mongodb://" + APPLICATION + ":" + Secret.DOCUMENTS.reference() + "@" + node.socket()
                + "/?authSource=admin&directConnection=true" + (encrypted ? ENCRYPTED : "");
    }
}
