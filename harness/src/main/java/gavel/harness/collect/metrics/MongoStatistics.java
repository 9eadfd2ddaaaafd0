package gavel.harness.collect.metrics;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import gavel.harness.http.Authority;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/**
 * What a server that speaks MongoDB's protocol answers to {@code serverStatus}; what a kind of server or a version does not count is left out.
 * A connection for each reading, closed after it.
 *
 * @param uri of the server, or of the several whose first is asked; secret
 * @param authority that signed its certificate, as PEM text; empty for a server that does not encrypt, or has a certificate the JVM trusts
 * @param title said before the version
 */
public record MongoStatistics(String uri, String authority, String title) implements ServerStatistics {
    private static final int PATIENCE_MILLIS = 3_000;
    private static final int UNAUTHORIZED = 13;
    private static final Map<String, String[]> COUNTERS = counters();
    private static final Map<String, String[]> GAUGES = gauges();

    private static Map<String, String[]> counters() {
        Map<String, String[]> counters = new LinkedHashMap<>();
        for (String kind : new String[] {"insert", "query", "update", "delete", "getmore", "command"}) {
            counters.put(kind + "Operations", path("opcounters", kind));
        }
        counters.put("replicatedInserts", path("opcountersRepl", "insert"));
        counters.put("replicatedUpdates", path("opcountersRepl", "update"));
        counters.put("replicatedDeletes", path("opcountersRepl", "delete"));
        counters.put("readMicros", path("opLatencies", "reads", "latency"));
        counters.put("writeMicros", path("opLatencies", "writes", "latency"));
        counters.put("writeConflicts", path("metrics", "operation", "writeConflicts"));
        counters.put("receivedBytes", path("network", "bytesIn"));
        counters.put("sentBytes", path("network", "bytesOut"));
        counters.put("connectionsOpened", path("connections", "totalCreated"));
        counters.put("cacheReadBytes", path("wiredTiger", "cache", "bytes read into cache"));
        counters.put("cacheWrittenBytes", path("wiredTiger", "cache", "bytes written from cache"));
        counters.put("evictedByRequests", path("wiredTiger", "cache", "pages evicted by application threads"));
        counters.put("journalBytes", path("wiredTiger", "log", "log bytes written"));
        counters.put("journalSyncs", path("wiredTiger", "log", "log sync operations"));
        counters.put("flowControlMicros", path("flowControl", "timeAcquiringMicros"));
        return counters;
    }

    private static Map<String, String[]> gauges() {
        Map<String, String[]> gauges = new LinkedHashMap<>();
        gauges.put("open", path("connections", "current"));
        gauges.put("activeConnections", path("connections", "active"));
        gauges.put("waitingOperations", path("globalLock", "currentQueue", "total"));
        gauges.put("cacheUsedBytes", path("wiredTiger", "cache", "bytes currently in the cache"));
        gauges.put("cacheDirtyBytes", path("wiredTiger", "cache", "tracked dirty bytes in the cache"));
        gauges.put("cacheLimitBytes", path("wiredTiger", "cache", "maximum bytes configured"));
        gauges.put("flowControlLagged", path("flowControl", "isLagged"));
        return gauges;
    }

    private static String[] path(String... names) {
        return names;
    }

    @Override
    public Reading read(Scraper scraper) throws IOException {
        try (MongoClient client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applicationName("gavel harness")
                .applyToSslSettings(tls -> {
                    if (!authority.isEmpty()) {
                        tls.context(Authority.only(authority));
                    }
                })
                .applyToConnectionPoolSettings(pool -> pool.maxSize(1))
                .applyToClusterSettings(
                        cluster -> cluster.serverSelectionTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                        .readTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .build())) {
            return reading(title, client.getDatabase("admin").runCommand(new Document("serverStatus", 1)));
        } catch (MongoCommandException e) {
            throw new IOException(
                    e.getErrorCode() == UNAUTHORIZED
                            ? "the account may not read them; the role clusterMonitor on admin allows it"
                            : "serverStatus was refused: " + e.getErrorMessage(),
                    e.getErrorCode() == UNAUTHORIZED ? null : e);
        } catch (MongoTimeoutException e) {
            throw new IOException(refused(e) ? "it refused the account" : "no answer within 3 s");
        } catch (MongoSecurityException e) {
            throw new IOException("it refused the account");
        } catch (MongoException e) {
            throw new IOException(e.getMessage());
        }
    }

    /** A server that refuses the account is one the driver waits for in vain. */
    private static boolean refused(MongoTimeoutException timeout) {
        return String.valueOf(timeout.getMessage()).contains("MongoSecurityException");
    }

    static Reading reading(String title, Document status) {
        Map<String, Long> counters = new LinkedHashMap<>();
        COUNTERS.forEach((name, path) -> put(counters, name, value(status, path)));
        Map<String, Long> gauges = new LinkedHashMap<>();
        GAUGES.forEach((name, path) -> put(gauges, name, value(status, path)));
        Long available = value(status, path("connections", "available"));
        if (available != null && gauges.containsKey("open")) {
            gauges.put("openLimit", gauges.get("open") + available);
        }
        String version = status.getString("version");
        return new Reading(version == null ? title : title + " " + version, counters, gauges);
    }

    private static void put(Map<String, Long> values, String name, Long value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private static Long value(Document status, String... path) {
        Object found = status;
        for (String name : path) {
            found = found instanceof Document section ? section.get(name) : null;
        }
        return switch (found) {
            case Boolean yes -> yes ? 1L : 0L;
            case Number number -> number.longValue();
            case null, default -> null;
        };
    }

    @Override
    public String toString() {
        return "MongoStatistics[" + title + "]";
    }
}
