package gavel.harness.tier;

import gavel.harness.config.RelationalSettings;
import gavel.harness.config.Sizing;
import gavel.harness.topology.TopologyContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings of the database server that decide durability and memory, of PostgreSQL the same for the embedded and the installed one: pure. */
public final class DatabaseTuning {
    private static final long LEAST_MAINTENANCE = 64;
    private static final long MOST_MAINTENANCE = 1_024;
    private static final long LEAST_WORK = 4;

    private DatabaseTuning() {}

    /** In the order they are shown. What the configuration says explicitly is the last word, and may add to them. */
    public static Map<String, String> of(Sizing sizing, RelationalSettings relational) {
        Map<String, String> settings =
                relational.mariadb() ? MariaDbTuning.of(sizing, relational) : postgresql(sizing, relational);
        for (String setting : relational.settings()) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return settings;
    }

    /**
     * With what makes it encrypt, where that is wanted. That PostgreSQL takes nothing plain stands in its file of who may come in.
     *
     * @param tier that the server belongs to
     */
    public static Map<String, String> of(TopologyContext context, String tier) {
        RelationalSettings relational = context.configuration().relational();
        Map<String, String> settings = of(context.sizing(), relational);
        if (Encryption.wanted(context)) {
            Encryption own = Encryption.of(context, tier, 0);
            if (relational.mariadb()) {
                settings.put("require_secure_transport", "ON");
                settings.put("tls_version", "TLSv1.2,TLSv1.3");
                settings.put("ssl_cert", own.certificate());
                settings.put("ssl_key", own.key());
            } else {
                settings.put("ssl", "on");
                settings.put("ssl_min_protocol_version", "TLSv1.2");
                settings.put("ssl_cert_file", own.certificate());
                settings.put("ssl_key_file", own.key());
            }
        }
        return settings;
    }

    /**
     * A quarter of the memory is for shared buffers; three quarters are what the system's cache will hold with them. A sixteenth is for
     * maintenance (64 MiB to 1 GiB). A quarter is shared by all connections at once for sorting (at least 4 MiB each).
     */
    private static Map<String, String> postgresql(Sizing sizing, RelationalSettings relational) {
        long memory = sizing.databaseMemory();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("unix_socket_directories", "");
        settings.put("fsync", "on");
        settings.put("full_page_writes", "on");
        settings.put("synchronous_commit", relational.durable() ? "on" : "off");
        settings.put("max_connections", Integer.toString(sizing.databaseConnections()));
        settings.put("shared_buffers", sizing.sharedBuffers() + "MB");
        settings.put("effective_cache_size", memory * 3 / 4 + "MB");
        settings.put("work_mem", Math.max(LEAST_WORK, memory / 4 / sizing.databaseConnections()) + "MB");
        settings.put("maintenance_work_mem", Math.clamp(memory / 16, LEAST_MAINTENANCE, MOST_MAINTENANCE) + "MB");
        settings.put("max_wal_size", "2GB");
        settings.put("checkpoint_timeout", "15min");
        settings.put("checkpoint_completion_target", "0.9");
        settings.put("track_io_timing", "on");
        return settings;
    }
}
