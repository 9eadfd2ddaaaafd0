package gavel.auction;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.relational.Dialect;
import gavel.auction.relational.SearchClient;
import gavel.auction.settings.Settings;
import gavel.auction.trust.Authority;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.springframework.boot.flyway.autoconfigure.FlywayDataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Connections to the data services, and the clock and the source of randomness everything else is handed. */
@Configuration(proxyBeanMethods = false)
class DataServices {
    /** Of the document store: longer than a freeze in an experiment, which costs people time and no error. */
    private static final int LONGEST_ANSWER_SECONDS = 15;
    /** Longer than an upload waits for the document store, which it does within a transaction. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(20);
    /** Of the relational store: nobody waits longer for an answer. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

    @Bean
    InstantSource instants() {
        return InstantSource.system();
    }

    /** For secrets: tokens and keys. */
    @Bean
    RandomGenerator secureRandom() {
        return new SecureRandom();
    }

    @Bean
    Dialect dialect(Settings settings) {
        return Dialect.of(settings.database().url());
    }

    @Bean(destroyMethod = "close")
    @Primary
    HikariDataSource dataSource(Settings settings, Dialect dialect) {
        Settings.Database database = settings.database();
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("requests");
        pool.setJdbcUrl(database.url());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        int connections = database.connections(Runtime.getRuntime().availableProcessors());
        pool.setMaximumPoolSize(connections);
        pool.setMinimumIdle(Math.min(4, connections));
        pool.setConnectionTimeout(10_000);
        dialect.sessions(pool, "gavel " + settings.node());
        dialect.endIdleTransactions(pool, LONGEST_IDLE);
        dialect.giveUpSilence(pool, LONGEST_SILENCE);
        return pool;
    }

    /** Sessions that are made one by one and have no limits: a migration of a large data set may take long. */
    @Bean(defaultCandidate = false)
    @FlywayDataSource
    DataSource migrations(Settings settings, Dialect dialect) {
        Settings.Database database = settings.database();
        HikariConfig sessions = new HikariConfig();
        dialect.sessions(sessions, "gavel " + settings.node() + " migrations");
        DriverManagerDataSource source =
                new DriverManagerDataSource(database.url(), database.username(), database.password());
        source.setConnectionProperties(sessions.getDataSourceProperties());
        return source;
    }

    @Bean
    SearchClient searches(DataSource database, Dialect dialect) {
        return SearchClient.of(database, dialect);
    }

    @Bean(destroyMethod = "close")
    MongoClient mongoClient(Settings settings) {
        return MongoClients.create(documents(settings.documents().uri())
                .applicationName("gavel " + settings.node())
                .applyToSslSettings(tls -> {
                    if (settings.authority() != null) {
                        tls.enabled(true).context(Authority.only(settings.authority()));
                    }
                })
                .build());
    }

    /** The address may name another limit for an answer. */
    static MongoClientSettings.Builder documents(String uri) {
        return MongoClientSettings.builder()
                .applyToSocketSettings(socket -> socket.readTimeout(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS))
                .applyConnectionString(new ConnectionString(uri))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(5, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(5, TimeUnit.SECONDS));
    }

    @Bean
    MongoDatabase mongoDatabase(MongoClient client, Settings settings) {
        String name = new ConnectionString(settings.documents().uri()).getDatabase();
        return client.getDatabase(name == null ? "gavel" : name);
    }
}
