package gavel.harness.tier.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import gavel.harness.http.Authority;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** Commands to the administration of one server. */
interface MongoSession extends AutoCloseable {
    /** @throws com.mongodb.MongoException when it is refused or the server is not there */
    Document run(Document command);

    @Override
    void close();

    /** How one comes in. */
    @FunctionalInterface
    interface Entrance {
        /** @param administrator whether it logs in as the administrator; else it has no account */
        MongoSession open(boolean administrator);
    }

    /** The server of a task, from the loopback of its host. */
    static Entrance at(MongoTask task) {
        int seconds = 5;
        return administrator -> {
            MongoClientSettings.Builder settings = MongoClientSettings.builder()
                    .applyConnectionString(
                            new ConnectionString("mongodb://127.0.0.1:" + task.port() + "/?directConnection=true"))
                    .applicationName("gavel harness")
                    .applyToSslSettings(tls -> {
                        if (!task.authority().isEmpty()) {
                            tls.enabled(true).context(Authority.only(task.authority()));
                        }
                    })
                    .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(seconds, TimeUnit.SECONDS));
            if (administrator) {
                settings.credential(MongoCredential.createCredential(
                        MongoCluster.ADMINISTRATOR, "admin", task.password().toCharArray()));
            }
            return of(MongoClients.create(settings.build()));
        };
    }

    private static MongoSession of(MongoClient client) {
        return new MongoSession() {
            @Override
            public Document run(Document command) {
                return client.getDatabase("admin").runCommand(command);
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
