package gavel.harness.tier.mongo;

import gavel.harness.config.DocumentSettings;
import gavel.harness.config.Sizing;
import gavel.harness.tier.mongo.MongoCluster.Node;
import gavel.harness.tier.mongo.MongoCluster.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * The configuration files of {@code mongod} and {@code mongos}, as MongoDB 6.0 to 8.0 read them: pure. Paths and defaults are those of the
 * manual's page "Self-Managed Configuration File Options". What is written on standard output is the log, and nothing forks.
 */
public final class MongoConfiguration {
    /** The least WiredTiger takes. */
    private static final double LEAST_CACHE_GIBIBYTES = 0.25;
    /** A signalled server waits so long for its clients to go elsewhere; 15 s unless told. */
    private static final int QUIET_MILLIS = 1_000;

    private static final ObjectWriter YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build()
            .writer();

    private MongoConfiguration() {}

    /**
     * Paths of a server.
     *
     * @param data its directory
     * @param key its fellows know it by
     * @param identity certificate and key in one
     * @param authority that signed those of all
     */
    public record Files(String data, String key, String identity, String authority) {}

    /**
     * @param files of the server
     */
    public static String of(MongoCluster cluster, Node node, Sizing sizing, Files files) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("net.bindIp", node.binding());
        settings.put("net.port", node.port());
        settings.put("net.maxIncomingConnections", sizing.documentConnections());
        // It would be outside the run directory.
        settings.put("net.unixDomainSocket.enabled", false);
        if (cluster.encrypted()) {
            settings.put("net.tls.mode", "requireTLS");
            settings.put("net.tls.certificateKeyFile", files.identity());
            settings.put("net.tls.CAFile", files.authority());
            // Clients show a password, its fellows the key file.
            settings.put("net.tls.allowConnectionsWithoutCertificates", true);
            settings.put("net.tls.disabledProtocols", "TLS1_0,TLS1_1");
        }
        if (cluster.settings().replicated()) {
            settings.put("security.keyFile", files.key());
        }
        if (node.role() == Role.ROUTER) {
            settings.put("sharding.configDB", cluster.location(MongoCluster.CONFIG));
            settings.put("setParameter.mongosShutdownTimeoutMillisForSignaledShutdown", QUIET_MILLIS);
            return yaml(settings);
        }
        settings.put("security.authorization", "enabled");
        settings.put("storage.dbPath", files.data());
        if (!node.set().isEmpty()) {
            settings.put("replication.replSetName", node.set());
        }
        if (cluster.settings().sharded()) {
            settings.put("sharding.clusterRole", node.role() == Role.CONFIG ? "configsvr" : "shardsvr");
        }
        settings.put("setParameter.shutdownTimeoutMillisForSignaledShutdown", QUIET_MILLIS);
        settings.putAll(
                node.role() == Role.CONFIG
                        ? Map.of("storage.wiredTiger.engineConfig.cacheSizeGB", LEAST_CACHE_GIBIBYTES)
                        : tuning(cluster.settings(), sizing));
        return yaml(settings);
    }

    /**
     * What decides memory and speed of a server that holds documents. Half of its memory is WiredTiger's cache (MongoDB takes half of the
     * machine but for a gibibyte). The rest is for connections and the system's cache. What the configuration says explicitly is the last
     * word.
     */
    public static Map<String, Object> tuning(DocumentSettings documents, Sizing sizing) {
        Map<String, Object> settings = new LinkedHashMap<>();
        double cache = Math.max(LEAST_CACHE_GIBIBYTES, Math.round(sizing.documentMemory() / 2.0 / 1.024) / 1000.0);
        settings.put("storage.wiredTiger.engineConfig.cacheSizeGB", cache);
        if (documents.replicated()) {
            settings.put("replication.oplogSizeMB", sizing.oplog());
        }
        for (String setting : documents.settings()) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), typed(setting.substring(equals + 1)));
        }
        return settings;
    }

    private static Object typed(String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        if (text.matches("-?\\d{1,18}")) {
            return Long.parseLong(text);
        }
        return text.matches("-?\\d{1,9}\\.\\d{1,9}") ? (Object) Double.parseDouble(text) : text;
    }

    @SuppressWarnings("unchecked")
    private static String yaml(Map<String, Object> settings) {
        Map<String, Object> tree = new LinkedHashMap<>();
        settings.forEach((path, value) -> {
            Map<String, Object> section = tree;
            String[] names = path.split("\\.");
            for (int i = 0; i < names.length - 1; i++) {
                section = (Map<String, Object>) section.computeIfAbsent(names[i], name -> new LinkedHashMap<>());
            }
            section.put(names[names.length - 1], value);
        });
        return YAML.writeValueAsString(tree);
    }
}
