package gavel.harness.platform.local.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.platform.local.proc.Rapl.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters of a planted machine with two packages. */
class RaplTest {
    private static final long RANGE = 262_143_328_850L;

    @TempDir
    private Path root;

    private void zone(String directory, String name, long microjoules) throws IOException {
        Path zone = Files.createDirectories(root.resolve(directory));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("energy_uj"), microjoules + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), RANGE + "\n");
    }

    private Reading planted(long first, long second, long memory) throws IOException {
        zone("intel-rapl:0", "package-0", first);
        zone("intel-rapl:0:0", "core", first / 2);
        zone("intel-rapl:0:1", "dram", memory);
        zone("intel-rapl:1", "package-1", second);
        zone("intel-rapl:2", "psys", 7);
        return new Rapl(root).read();
    }

    @Test
    void packagesAndTheirMemoryAreReadAndWhatIsWithinAPackageIsNot() throws IOException {
        Reading before = planted(1_000_000, 2_000_000, 500_000);
        Reading after = planted(61_000_000, 42_000_000, 5_500_000);

        assertThat(after.zones()).isEqualTo("dram of package-0, package-0, package-1");
        assertThat(after.joulesSince(before)).isEqualTo(60 + 40 + 5);
    }

    @Test
    void aCounterThatBeganAnewGoesOn() throws IOException {
        Reading before = planted(RANGE - 10_000_000, 0, 0);
        Reading after = planted(20_000_000, 0, 0);

        assertThat(after.joulesSince(before)).isCloseTo(30, within(1e-6));
    }

    @Test
    void aMachineWithoutCountersHasNone() throws IOException {
        assertThat(new Rapl(root.resolve("nowhere")).read()).isEqualTo(Reading.NONE);
        assertThat(Reading.NONE.zones()).isEmpty();

        Files.createDirectories(root.resolve("intel-rapl:0"));
        assertThat(new Rapl(root).read().zones()).as("a zone without figures").isEmpty();
    }
}
