package gavel.harness.tier;

import gavel.harness.config.BrokerSettings;
import gavel.harness.config.RelationalSettings;
import gavel.harness.tier.mongo.MongoCluster;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.util.List;

/**
 * Where the data services are and how to get in, here or elsewhere. Pure.
 *
 * @param documentsUri in which a password is a reference
 */
public record DataAddresses(
        String databaseUrl, String databaseUser, Secret databasePassword, String documentsUri, Broker broker) {
    public static final String NAME = "gavel";

    /** @param others nodes of the same cluster, each {@code host:port} */
    public record Broker(
            String host, int port, List<String> others, String virtualHost, String username, Secret password) {
        public Broker {
            others = List.copyOf(others);
        }
    }

    public static DataAddresses of(TopologyContext context) {
        RelationalSettings relational = context.configuration().relational();
        boolean own = !relational.external();
        String tier = relational.embedded() ? Tiers.SERVICES : Tiers.RELATIONAL;
        return new DataAddresses(
                own
                        ? "jdbc:" + (relational.mariadb() ? "mariadb" : "postgresql") + "://" + context.address(tier, 0)
                                + ":" + context.ports().database() + "/" + NAME + checked(context)
                        : relational.url(),
                own ? NAME : relational.username(),
                own ? Secret.DATABASE : Secret.EXTERNAL_DATABASE,
                documents(context),
                broker(context));
    }

    /** What makes a driver of the database encrypt, and check whom it speaks with; for a URL without parameters. */
    public static String checked(TopologyContext context) {
        if (!Encryption.wanted(context)) {
            return "";
        }
        return context.configuration().relational().mariadb()
                ? "?sslMode=verify-full&serverSslCert=" + Encryption.authority(context)
                : "?sslmode=verify-full&sslrootcert=" + Encryption.authority(context);
    }

    private static String documents(TopologyContext context) {
        return switch (context.configuration().documents().implementation()) {
            case EMBEDDED -> inMemory(context, Tiers.SERVICES);
            case SERVER -> inMemory(context, Tiers.DOCUMENTS);
            case MONGODB -> MongoCluster.of(context).applicationUri();
            case EXTERNAL -> Secret.EXTERNAL_DOCUMENTS.reference();
        };
    }

    private static String inMemory(TopologyContext context, String tier) {
        return MongoCluster.uri(
                        Secret.DOCUMENTS.reference(),
                        context.address(tier, 0) + ":" + context.ports().documents())
                + (Encryption.wanted(context) ? MongoCluster.ENCRYPTED : "");
    }

    private static Broker broker(TopologyContext context) {
        BrokerSettings settings = context.configuration().broker();
        if (!settings.external()) {
            String address = context.address(settings.embedded() ? Tiers.SERVICES : Tiers.BROKER, 0);
            List<String> others = context.ports().rabbit() == null
                    ? List.of()
                    : context.ports().rabbit().nodes().stream()
                            .skip(1)
                            .map(node -> address + ":" + node.clients())
                            .toList();
            String virtualHost = settings.embedded() ? "default" : "/";
            return new Broker(address, context.ports().broker(), others, virtualHost, NAME, Secret.BROKER);
        }
        return new Broker(
                settings.host(),
                settings.port(),
                List.of(),
                settings.virtualHost() == null ? "/" : settings.virtualHost(),
                settings.username(),
                Secret.EXTERNAL_BROKER);
    }
}
