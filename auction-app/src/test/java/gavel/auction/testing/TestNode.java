package gavel.auction.testing;

import gavel.auction.AuctionApplication;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole application server inside the test's process, on free ports, with a database of its own. */
public final class TestNode implements AutoCloseable {
    public static final String MANAGEMENT_TOKEN = "management-token";

    private final ConfigurableApplicationContext context;
    private final EmbeddedServices.TestDatabase database;

    private TestNode(ConfigurableApplicationContext context, EmbeddedServices.TestDatabase database) {
        this.context = context;
        this.database = database;
    }

    /** @param extra further settings, for example {@code gavel.live.hold=2s} */
    public static TestNode start(String... extra) {
        // That a server makes its schema itself is seen where it is a process: the one of CorpusIT finds an empty
        // database.
        return start(EmbeddedServices.migratedDatabase(), extra);
    }

    /** A node beside others on the same database. They share one document database too, and tests do not see each other's documents. */
    public static TestNode start(EmbeddedServices.TestDatabase database, String... extra) {
        List<String> arguments = new ArrayList<>(List.of(
                "server.port=0",
                "management.server.port=0",
                "gavel.database.url=" + database.url(),
                "gavel.database.username=" + database.username(),
                "gavel.database.password=" + database.password(),
                "gavel.documents.uri=" + EmbeddedServices.documentsUri(database.name()),
                "gavel.broker.port=" + EmbeddedServices.brokerPort(),
                "gavel.broker.virtual-host=" + EmbeddedServices.broker().getVirtualHost(),
                "gavel.broker.username=" + EmbeddedServices.USER,
                "gavel.broker.password=" + EmbeddedServices.PASSWORD,
                "logging.level.qpid=warn",
                "logging.level.de.bwaldvogel=warn",
                "gavel.management.token=" + MANAGEMENT_TOKEN));
        arguments.addAll(List.of(extra));
        ConfigurableApplicationContext context = new SpringApplicationBuilder(AuctionApplication.class)
                .registerShutdownHook(false)
                .run(arguments.stream().map(setting -> "--" + setting).toArray(String[]::new));
        return new TestNode(context, database);
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public EmbeddedServices.TestDatabase database() {
        return database;
    }

    /** The API of this node. */
    public Api api() {
        return new Api("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"), null);
    }

    public Api management() {
        return new Api(
                "http://127.0.0.1:" + context.getEnvironment().getProperty("local.management.port"), MANAGEMENT_TOKEN);
    }

    @Override
    public void close() {
        context.close();
    }
}
