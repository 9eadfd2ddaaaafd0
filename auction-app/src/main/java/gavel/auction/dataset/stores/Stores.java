package gavel.auction.dataset.stores;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.image.DirectoryImageStore;
import gavel.auction.image.DocumentImageStore;
import gavel.auction.image.ImageStore;
import gavel.auction.relational.Dialect;
import gavel.auction.settings.Settings;
import gavel.auction.trust.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;

/** Connections of one command to the stores a data set is spread over. */
public final class Stores implements AutoCloseable {
    private static final int CONNECTIONS = 8;

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final MongoClient client;
    private final MongoDatabase documents;
    private final ImageStore images;
    private final Path directory;

    private Stores(
            HikariDataSource pool, Dialect dialect, MongoClient client, MongoDatabase documents, Path directory) {
        this.pool = pool;
        this.dialect = dialect;
        this.client = client;
        this.documents = documents;
        this.directory = directory;
        this.images = directory == null ? new DocumentImageStore(documents) : new DirectoryImageStore(directory);
    }

    public static Stores open(Settings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("data-set");
        config.setJdbcUrl(settings.database().url());
        config.setUsername(settings.database().username());
        config.setPassword(settings.database().password());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(10_000);
        Dialect dialect = Dialect.of(settings.database().url());
        dialect.sessions(config, "gavel data set");
        HikariDataSource pool = new HikariDataSource(config);
        ConnectionString address = new ConnectionString(settings.documents().uri());
        MongoClient client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(address)
                .applicationName("gavel data set")
                .applyToSslSettings(tls -> {
                    if (settings.authority() != null) {
                        tls.enabled(true).context(Authority.only(settings.authority()));
                    }
                })
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(10, TimeUnit.SECONDS))
                .build());
        MongoDatabase documents = client.getDatabase(address.getDatabase() == null ? "gavel" : address.getDatabase());
        return new Stores(pool, dialect, client, documents, settings.images().directory());
    }

    /** Makes the schema, or brings it up to date. */
    public void migrate() {
        Flyway.configure()
                .dataSource(pool)
                .locations("classpath:db/migration/" + dialect.name())
                .load()
                .migrate();
    }

    /** Of the relational store. */
    public Dialect dialect() {
        return dialect;
    }

    public Connection connection() throws SQLException {
        return pool.getConnection();
    }

    public MongoDatabase documents() {
        return documents;
    }

    public ImageStore images() {
        return images;
    }

    /** Whether image bytes are documents, too. */
    public boolean imagesAreDocuments() {
        return directory == null;
    }

    /** Counts the files of a store that is a directory, but not those that were never finished; none where it is not there. */
    public long pictureFiles() throws IOException {
        if (Files.notExists(directory)) {
            return 0;
        }
        try (Stream<Path> files = files(false)) {
            return files.count();
        }
    }

    /** Deletes the files killed processes were writing; no application server may run. Harmless where pictures are documents. */
    public void deleteUnfinishedPictures() throws IOException {
        if (imagesAreDocuments() || Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = files(true)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private Stream<Path> files(boolean unfinished) throws IOException {
        return Files.find(
                directory.toRealPath(),
                Integer.MAX_VALUE,
                (file, attributes) -> attributes.isRegularFile()
                        && file.getFileName().toString().startsWith(".") == unfinished);
    }

    @Override
    public void close() {
        client.close();
        pool.close();
    }
}
