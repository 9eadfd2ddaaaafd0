package gavel.harness.platform.ssh;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Sample;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The harness with more machines than anybody starts for a test. With {@code gavel.bench.hosts} the numbers of bench/many-hosts.sh. */
class ManyHostsIT {
    @TempDir
    private Path home;

    @Test
    void everySecondOfEveryMachineIsInTheResult() throws Exception {
        ManyHosts many = new ManyHosts(home, 20, 90);

        assertThat(many.run().complete()).isTrue();

        // 20 machines: 1 of data, 4 of application servers, 2 of web servers, 13 of drivers; each has one process.
        assertThat(many.collected.hosts()).hasSize(20);
        assertThat(many.collected.machine().cores()).isEqualTo(20 * 16);
        assertThat(many.collected.machine().power().watts()).isEqualTo(20 * 120.0);
        assertThat(many.collected.samples()).hasSize(90).allSatisfy(sample -> assertThat(sample.instances())
                .hasSizeGreaterThanOrEqualTo(20));
        assertThat(many.collected.samples())
                .extracting(Sample::atMillis)
                .doesNotHaveDuplicates()
                .isSorted();
        // Each machine says 1,000 bytes a second of its application servers, whatever runs there.
        assertThat(many.figures.storage()).containsOnly(Map.entry("appServers", 20 * 1_000.0));
        assertThat(home.resolve(".gavel/many")).doesNotExist();
    }

    static String[] counts() {
        return System.getProperty("gavel.bench.hosts", "10").split(",");
    }

    @ParameterizedTest
    @MethodSource("counts")
    void figures(int hosts) throws Exception {
        ManyHosts many = new ManyHosts(home, hosts, Integer.getInteger("gavel.bench.seconds", 5));
        many.run();
        StringBuilder line = new StringBuilder("many-hosts %4d".formatted(hosts));
        many.seconds.forEach((phase, seconds) -> line.append(String.format(ROOT, "  %s %.2f s", phase, seconds)));
        line.append(String.format(
                ROOT,
                "  CPU %.1f s  live %.0f MiB  most %.0f MiB  received %.1f MB  result %.1f MB",
                many.processorNanos / 1e9,
                many.liveMebibytes,
                many.mostMebibytes,
                many.bytes.get() / 1e6,
                many.resultBytes / 1e6));
        System.out.println(line);
        assertThat(many.collected.hosts()).hasSize(hosts);
    }
}
