package gavel.harness.platform.ssh;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collector;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Installation;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What it costs machines to be watched, and the connections to them: bench/watching.sh. Every process of a stand-in is seen by this machine. */
@EnabledIfSystemProperty(
        named = "gavel.bench.watched",
        matches = "\\d+",
        disabledReason = "it measures for a minute, and needs the machine to itself: bench/watching.sh")
class WatchingCostIT {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Timekeeper TIME = Timekeeper.system();
    private static final int HOSTS = 10;
    private static final int OTHERS = 150;
    private static final double TICKS = 100;

    @TempDir
    private Path home;

    private Configuration configuration(StandIns machines) {
        StringBuilder text = new StringBuilder("""
                name: watched
                appServers: {count: %s}
                hosts:
                  directory: /var/tmp/gavel-it
                  machines:
                """.formatted(HOSTS - 1));
        for (int i = 1; i <= HOSTS; i++) {
            text.append("  - {name: m%s, address: %s, tiers: [%s]}\n"
                    .formatted(i, machines.address(i), i == 1 ? "services, drivers" : "appServers"));
        }
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(new Configurations.Source("watched.yaml", text.toString(), home), List.of());
    }

    @Test
    void watchingTakesLessThanAHundredthOfACore() throws Exception {
        int seconds = Integer.getInteger("gavel.bench.watched");
        LocalPlatforms here = new LocalPlatforms(
                new Installation(Path.of("..").toAbsolutePath().normalize(), JAVA),
                LocalHost::new,
                TIME,
                new JdkHttp(),
                instances -> ProcCollector.start(instances, TIME, System::nanoTime));
        try (StandIns machines = StandIns.up(HOSTS);
                SshPlatforms connected = new SshPlatforms(here, machines.ssh(), line -> {});
                Platforms platforms = here.with(Map.of(Configuration.Platform.SSH, connected))) {
            Configuration configuration = configuration(machines);
            Platform platform = platforms.platform(Files.createDirectories(home.resolve("run")), configuration);
            platform.prepare(line -> {});
            // As many processes as a machine has that does something.
            for (SshPlatforms.Attempt attempt :
                    connected.reach(configuration.hosts().machines(), "/var/tmp/gavel-it")) {
                attempt.host()
                        .far()
                        .tried(List.of(
                                "sh", "-c", "for i in $(seq " + OTHERS + "); do sleep 600 > /dev/null 2>&1 & done"));
            }
            try (Collector collector = platform.collector(List.of())) {
                Thread.sleep(20_000);
                collector.beginMeasurement();
                Map<String, Double> before = cpu();
                Thread.sleep(seconds * 1_000L);
                Map<String, Double> after = cpu();
                assertThat(collector.latest().atMillis()).isPositive();
                collector.endMeasurement();
                assertThat(collector.collected().samples()).hasSizeGreaterThan(seconds);
                tell(before, after, seconds);
            }
            platform.remove();
        }
    }

    private static void tell(Map<String, Double> before, Map<String, Double> after, int seconds) {
        for (String what : List.of("far end", "sshd there", "ssh here")) {
            List<Double> shares = new ArrayList<>();
            after.forEach((process, cpu) -> {
                if (process.startsWith(what) && before.containsKey(process)) {
                    shares.add((cpu - before.get(process)) / seconds);
                }
            });
            double all = shares.stream().mapToDouble(Double::doubleValue).sum();
            double most = shares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            System.out.println(String.format(
                    ROOT,
                    "watching  %-10s %d processes, per host %.2f %% of a core, most of one %.2f %%",
                    what,
                    shares.size(),
                    100 * all / HOSTS,
                    100 * most));
            assertThat(shares).as(what).hasSizeGreaterThanOrEqualTo(HOSTS);
            assertThat(all / HOSTS).as(what).isLessThan(0.01);
        }
    }

    /** CPU seconds of every process that has to do with it, by what it is. */
    private static Map<String, Double> cpu() throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    String command =
                            Files.readString(process.resolve("cmdline")).replace('\0', ' ');
                    String what = command.contains("platform.ssh.far.FarEnd /var/tmp/gavel-it")
                                    && command.contains("/java/bin/java")
                                    && !command.startsWith("ssh ")
                                    && !command.startsWith("sh ")
                            ? "far end"
                            : command.startsWith("sshd: root@")
                                    ? "sshd there"
                                    : command.startsWith("ssh ") && command.contains("10.251.7.") ? "ssh here" : null;
                    if (what != null) {
                        String[] stat = Files.readString(process.resolve("stat"))
                                .replaceFirst("^.*\\) ", "")
                                .split(" ");
                        seconds.put(
                                what + " " + process.getFileName(),
                                (Long.parseLong(stat[11]) + Long.parseLong(stat[12])) / TICKS);
                    }
                } catch (IOException ended) {
                    continue;
                }
            }
        }
        return seconds;
    }
}
