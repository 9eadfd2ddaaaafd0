package gavel.harness.tier;

import gavel.driver.api.TextFile;
import gavel.harness.config.BrokerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.RelationalSettings;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.host.Host;
import gavel.harness.tier.mongo.MongoCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where the data services are and how to get in, here or elsewhere. Secret. */
public record DataAddresses(
        String databaseUrl, String databaseUser, String databasePassword, String documentsUri, Broker broker) {
    public static final String NAME = "gavel";

    /** @param others nodes of the same cluster, each {@code host:port} */
    public record Broker(
            String host, int port, List<String> others, String virtualHost, String username, String password) {
        public Broker {
            others = List.copyOf(others);
        }

        @Override
        public String toString() {
            return "Broker[" + host + ":" + port + "]";
        }
    }

    public static DataAddresses of(Deployment deployment) {
        Configuration configuration = deployment.configuration();
        RelationalSettings relational = configuration.relational();
        boolean ownDatabase = !relational.external();
        return new DataAddresses(
                ownDatabase
                        ? "jdbc:" + (relational.mariadb() ? "mariadb" : "postgresql") + "://"
                                + relational(deployment).address() + ":"
                                + deployment.ports().database() + "/" + NAME
                        : relational.url(),
                ownDatabase ? NAME : relational.username(),
                ownDatabase
                        ? deployment.secrets().database()
                        : secret(relational.passwordFile(), "relational.passwordFile"),
                documents(deployment, configuration.documents()),
                broker(deployment, configuration.broker()));
    }

    /** Host of the relational database, whoever runs it. */
    static Host relational(Deployment deployment) {
        return deployment.configuration().relational().embedded()
                ? services(deployment)
                : deployment.host(Tiers.RELATIONAL, 0);
    }

    /** Host of the process of everything that is embedded. */
    static Host services(Deployment deployment) {
        return deployment.host(Tiers.SERVICES, 0);
    }

    private static String documents(Deployment deployment, DocumentSettings settings) {
        return switch (settings.implementation()) {
            case EMBEDDED -> inMemory(services(deployment), deployment);
            case SERVER -> inMemory(deployment.host(Tiers.DOCUMENTS, 0), deployment);
            case MONGODB ->
                MongoCluster.of(deployment).applicationUri(deployment.secrets().documents());
            case EXTERNAL -> secret(settings.uriFile(), "documents.uriFile");
        };
    }

    private static String inMemory(Host host, Deployment deployment) {
        return MongoCluster.uri(
                deployment.secrets().documents(),
                host.address() + ":" + deployment.ports().documents());
    }

    private static Broker broker(Deployment deployment, BrokerSettings settings) {
        if (!settings.external()) {
            return new Broker(
                    (settings.embedded() ? services(deployment) : deployment.host(Tiers.BROKER, 0)).address(),
                    deployment.ports().broker(),
                    others(deployment),
                    settings.embedded() ? "default" : "/",
                    NAME,
                    deployment.secrets().broker());
        }
        return new Broker(
                settings.host(),
                settings.port(),
                List.of(),
                settings.virtualHost() == null ? "/" : settings.virtualHost(),
                settings.username(),
                secret(settings.passwordFile(), "broker.passwordFile"));
    }

    private static List<String> others(Deployment deployment) {
        return deployment.ports().rabbit() == null
                ? List.of()
                : deployment.ports().rabbit().nodes().stream()
                        .skip(1)
                        .map(node -> deployment.host(Tiers.BROKER, 0).address() + ":" + node.clients())
                        .toList();
    }

    private static String secret(String file, String setting) {
        try {
            return TextFile.read(Path.of(file)).strip();
        } catch (IOException e) {
            throw new ConfigurationException("file cannot be read: " + e.getMessage() + " (" + setting + ")");
        }
    }

    @Override
    public String toString() {
        return "DataAddresses[" + databaseUrl + ", " + broker + "]";
    }
}
