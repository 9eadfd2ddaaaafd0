package gavel.harness.tier;

import gavel.harness.config.RelationalSettings;
import gavel.harness.config.Sizing;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings of MariaDB that decide durability and memory: pure. */
final class MariaDbTuning {
    private static final long LEAST_POOL = 128;
    private static final long MOST_FOR_SORTING = 16;

    private MariaDbTuning() {}

    /**
     * Half of the memory, and at least 128 MiB, is for the buffer pool: the only cache of the data, as the system's is passed by. An eighth
     * is shared by all connections at once for sorting and for joins each, 1 to 16 MiB.
     */
    static Map<String, String> of(Sizing sizing, RelationalSettings relational) {
        long memory = sizing.databaseMemory();
        long each = Math.clamp(memory / 8 / sizing.databaseConnections(), 1, MOST_FOR_SORTING);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("innodb_flush_log_at_trx_commit", relational.durable() ? "1" : "2");
        settings.put("innodb_doublewrite", "ON");
        settings.put("innodb_buffer_pool_size", Math.max(LEAST_POOL, memory / 2) + "M");
        settings.put("innodb_log_file_size", "512M");
        settings.put("max_connections", Integer.toString(sizing.databaseConnections()));
        settings.put("thread_cache_size", Integer.toString(sizing.databaseConnections()));
        settings.put("sort_buffer_size", each + "M");
        settings.put("join_buffer_size", each + "M");
        settings.put("innodb_ft_min_token_size", "1");
        return settings;
    }
}
