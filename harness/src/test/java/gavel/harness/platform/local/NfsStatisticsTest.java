package gavel.harness.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.metrics.ServerStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NfsStatisticsTest {
    private static final List<String> MOUNTS = """
            device /dev/vda mounted on / with fstype ext4
            device files:/export mounted on /mnt/pictures with fstype nfs4 statvers=1.1
            	opts:	rw,vers=4.2,hard,sync
            	bytes:	10 20 0 0 4096 8192 1 2
            	per-op statistics
            	        NULL: 1 1 0 44 24 0 0 0 0
            	        READ: 7 8 0 1000 5000 1 30 40 0
            	       WRITE: 3 3 0 9000 400 2 60 65 0
            device tmpfs mounted on /mnt/pictures/scratch with fstype tmpfs
            device other:/export mounted on /srv with fstype nfs statvers=1.1
            	bytes:	0 0 0 0 1 1 0 0
            """.lines().toList();

    @Test
    void theDeepestMountCountsAndOnlyNfsIsAsked() {
        assertThat(NfsStatistics.mountOf(MOUNTS, Path.of("/mnt/pictures/gavel-1")))
                .hasValue(Path.of("/mnt/pictures"));
        assertThat(NfsStatistics.mountOf(MOUNTS, Path.of("/mnt/pictures/scratch/x")))
                .isEmpty();
        assertThat(NfsStatistics.mountOf(MOUNTS, Path.of("/mnt/picturesque"))).isEmpty();
        assertThat(NfsStatistics.of(Path.of("/proc"))).isEmpty();
    }

    @Test
    void theFiguresOfTheMountAreReadAndNoOther() throws IOException {
        ServerStatistics.Reading reading = NfsStatistics.reading(MOUNTS, Path.of("/mnt/pictures"));

        assertThat(reading.version()).isEqualTo("files:/export");
        assertThat(reading.counters())
                .containsEntry("readBytes", 4096L)
                .containsEntry("writtenBytes", 8192L)
                .containsEntry("readRequests", 7L)
                .containsEntry("readMillis", 40L)
                .containsEntry("writeMillis", 65L)
                .containsEntry("sentAgain", 1L)
                .doesNotContainKey("nullRequests");
        assertThatThrownBy(() -> NfsStatistics.reading(MOUNTS, Path.of("/mnt/gone")))
                .hasMessage("/mnt/gone is not mounted any more");
    }
}
