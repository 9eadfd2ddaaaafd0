package gavel.auction.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.rabbitmq.client.ConnectionFactory;
import com.zaxxer.hikari.HikariConfig;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import gavel.auction.relational.Dialect;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.model.SystemConfig;
import org.bson.BsonDocument;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.FileSystemUtils;

/** The three data services of an integration test: each starts on first use, once for a JVM, and ends with it. */
public final class EmbeddedServices {
    public static final String USER = "gavel";
    public static final String PASSWORD = "gavel";

    /** Below the kernel's own, {@code net.ipv4.ip_local_port_range}. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Supplier<EmbeddedPostgres> POSTGRES = once(EmbeddedServices::startPostgres);
    private static final Supplier<String> MIGRATED = once(EmbeddedServices::migrate);
    private static final Supplier<Integer> BROKER = once(EmbeddedServices::startBroker);
    private static final Supplier<InetSocketAddress> DOCUMENTS = once(EmbeddedServices::startDocuments);
    private static final Supplier<MongoClient> DOCUMENT_CLIENT = once(() -> MongoClients.create(documentsUri("")));

    private EmbeddedServices() {}

    /**
     * An empty database of its own for the caller: PostgreSQL, or the machine's MariaDB with {@code -Dgavel.test.relational=mariadb}, so
     * that every test can be run on it.
     */
    public static TestDatabase database() {
        return onMariaDb()
                ? MariaDbServer.shared().database()
                : created("test_" + NAMES.incrementAndGet(), "template1");
    }

    private static boolean onMariaDb() {
        return "mariadb".equals(System.getProperty("gavel.test.relational"));
    }

    /** A database of its own for the caller, with the schema of the application: a copy of one that was migrated, where a copy can be made. */
    public static TestDatabase migratedDatabase() {
        return onMariaDb() ? database().migrated() : created("test_" + NAMES.incrementAndGet(), MIGRATED.get());
    }

    /** Whether a database can be copied as a whole. */
    public static boolean copies() {
        return !onMariaDb();
    }

    /** A copy for the caller of a database to which nobody is connected. */
    public static TestDatabase copy(TestDatabase database) {
        return created("test_" + NAMES.incrementAndGet(), database.name());
    }

    private static String migrate() {
        String name = "migrated";
        created(name, "template1").migrated();
        return name;
    }

    private static TestDatabase created(String name, String template) {
        EmbeddedPostgres postgres = POSTGRES.get();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name + " template " + template);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new TestDatabase(postgres.getJdbcUrl("postgres", name), "postgres", "");
    }

    public static int brokerPort() {
        return BROKER.get();
    }

    /** Client settings for the broker, whose exchanges and queues all callers share. */
    public static ConnectionFactory broker() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(brokerPort());
        factory.setUsername(USER);
        factory.setPassword(PASSWORD);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        return factory;
    }

    /** A new document database of its own for the caller. */
    public static MongoDatabase documents() {
        return DOCUMENT_CLIENT.get().getDatabase("test_" + NAMES.incrementAndGet());
    }

    /** Copies all documents of one document database into another one. */
    public static void copyDocuments(String from, String to) {
        MongoDatabase documents = DOCUMENT_CLIENT.get().getDatabase(from);
        MongoDatabase copy = DOCUMENT_CLIENT.get().getDatabase(to);
        for (String name : documents.listCollectionNames()) {
            List<BsonDocument> all =
                    documents.getCollection(name, BsonDocument.class).find().into(new ArrayList<>());
            if (!all.isEmpty()) {
                copy.getCollection(name, BsonDocument.class).insertMany(all);
            }
        }
    }

    /** Address of the document store for a client of the caller's own. */
    public static String documentsUri(String database) {
        InetSocketAddress address = DOCUMENTS.get();
        return "mongodb://%s:%s/%s".formatted(address.getHostString(), address.getPort(), database);
    }

    /** How to reach one database. */
    public record TestDatabase(String url, String username, String password) {
        /** A new connection each time, set up as the application's are. */
        public DataSource dataSource() {
            HikariConfig sessions = new HikariConfig();
            dialect().sessions(sessions, "test");
            DriverManagerDataSource source = new DriverManagerDataSource(url, username, password);
            source.setConnectionProperties(sessions.getDataSourceProperties());
            return source;
        }

        public Dialect dialect() {
            return Dialect.of(url);
        }

        /** As the server knows it. */
        public String name() {
            return url.replaceAll(".*/([a-z0-9_]+).*", "$1");
        }

        /** With the schema of the application. */
        public TestDatabase migrated() {
            Flyway.configure()
                    .dataSource(dataSource())
                    .locations("classpath:db/migration/" + dialect().name())
                    .load()
                    .migrate();
            return this;
        }
    }

    private static EmbeddedPostgres startPostgres() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .start();
            atExit(postgres::close);
            return postgres;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The broker takes the names of its fields from the language of the machine. */
    private static int startBroker() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.US);
            int port = freePort();
            Path directory = Files.createTempDirectory("gavel-broker");
            System.setProperty("qpid.work_dir", directory.toString());
            System.setProperty("gavel.broker.port", Integer.toString(port));
            SystemLauncher launcher = new SystemLauncher();
            launcher.startup(Map.of(
                    SystemConfig.TYPE,
                    "Memory",
                    SystemConfig.INITIAL_CONFIGURATION_LOCATION,
                    EmbeddedServices.class.getResource("broker.json").toExternalForm(),
                    SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT,
                    false));
            atExit(() -> {
                launcher.shutdown();
                FileSystemUtils.deleteRecursively(directory);
            });
            return port;
        } catch (Exception e) {
            throw new IllegalStateException("the embedded broker did not start", e);
        } finally {
            Locale.setDefault(before);
        }
    }

    private static InetSocketAddress startDocuments() {
        MongoServer server = new MongoServer(new MemoryBackend());
        InetSocketAddress address = server.bind();
        atExit(server::shutdownNow);
        return address;
    }

    /** None of those that the kernel gives to whoever connects: before its server listens, and while that is down, nobody else gets it. */
    public static int freePort() {
        return ThreadLocalRandom.current()
                .ints(FIRST_PORT, LAST_PORT)
                .filter(EmbeddedServices::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static void atExit(Closing closing) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                closing.close();
            } catch (Exception e) {
                System.err.println("closing an embedded service failed: " + e);
            }
        }));
    }

    private static <T> Supplier<T> once(Supplier<T> start) {
        return new Supplier<>() {
            private T started;

            @Override
            public synchronized T get() {
                if (started == null) {
                    started = start.get();
                }
                return started;
            }
        };
    }

    private interface Closing {
        void close() throws Exception;
    }
}
