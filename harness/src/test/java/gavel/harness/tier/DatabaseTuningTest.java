package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.failure.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseTuningTest {
    private static Map<String, String> tuning(String... settings) {
        Configuration configuration = TierRig.configuration(settings);
        return DatabaseTuning.of(Sizing.of(configuration), configuration.relational());
    }

    @Test
    void fourGibibytesAndTwoServers() {
        assertThat(tuning("relational.memory=4g", "appServers.count=2"))
                .containsEntry("shared_buffers", 4096 / 4 + "MB")
                .containsEntry("effective_cache_size", 4096 * 3 / 4 + "MB")
                .containsEntry("max_connections", Integer.toString(2 * 30 + 20))
                .containsEntry("work_mem", 4096 / 4 / 80 + "MB")
                .containsEntry("maintenance_work_mem", 4096 / 16 + "MB");
    }

    @Test
    void littleMemoryStillLeavesRoomToSortAndMuchIsNotWastedOnMaintenance() {
        assertThat(tuning("relational.memory=256m"))
                .containsEntry("work_mem", "4MB")
                .containsEntry("maintenance_work_mem", "64MB");
        assertThat(tuning("relational.memory=64g")).containsEntry("maintenance_work_mem", "1024MB");
    }

    @Test
    void mariaDbCachesTheDataItselfAndWaitsForTheDiskUnlessToldNotTo() {
        assertThat(tuning("relational.implementation=mariadb", "relational.memory=4g", "appServers.count=2"))
                .containsEntry("innodb_buffer_pool_size", 4096 / 2 + "M")
                .containsEntry("max_connections", Integer.toString(2 * 30 + 20))
                .containsEntry("sort_buffer_size", 4096 / 8 / 80 + "M")
                .containsEntry("innodb_flush_log_at_trx_commit", "1");
        assertThat(tuning("relational.implementation=mariadb", "relational.memory=100m", "relational.durable=false"))
                .containsEntry("innodb_buffer_pool_size", "128M")
                .containsEntry("sort_buffer_size", "1M")
                .containsEntry("innodb_flush_log_at_trx_commit", "2");
    }

    @Test
    void durabilityCannotBeSwitchedOffBehindTheResultsBack() {
        assertThatThrownBy(() -> tuning("relational.settings=fsync=off"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("must be name=value each; `durable` sets durability: [fsync=off]");
    }
}
