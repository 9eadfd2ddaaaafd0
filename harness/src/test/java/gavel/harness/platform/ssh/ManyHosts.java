package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.LiveFigures;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.hosts.MachineExamination;
import gavel.harness.http.JdkHttp;
import gavel.harness.kind.RunKind;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.Removal;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunResult;
import gavel.harness.run.Plan;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Stage;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A deployment on so many machines, from its plan to its result, by the real harness; only the machines are simulated. What is counted stands in
 * {@link #seconds} by phase, and in the other figures.
 */
final class ManyHosts {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final double MEBIBYTE = 1 << 20;

    final Map<String, Double> seconds = new LinkedHashMap<>();
    final AtomicLong bytes = new AtomicLong();
    final Configuration configuration;
    private final Path home;
    private final int samples;
    private final long fromMillis = System.currentTimeMillis();
    Collected collected;
    LiveFigures figures;
    double liveMebibytes;
    double mostMebibytes;
    long resultBytes;
    long processorNanos;

    ManyHosts(Path home, int hosts, int samples) {
        this.home = home;
        this.samples = samples;
        this.configuration = new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(new Configurations.Source("many.yaml", text(hosts), home), List.of());
    }

    /** One machine for the data, a fifth for application servers, a tenth for web servers, as far as there may be as many; all others drive. */
    private static String text(int hosts) {
        int apps = Math.min(64, Math.max(1, hosts / 5));
        int webs = Math.min(16, Math.max(1, hosts / 10));
        int drivers = hosts - apps - webs - 1;
        StringBuilder text = new StringBuilder("""
                name: many
                load: {users: %s}
                appServers: {count: %s}
                webServers: {implementation: nginx, count: %s}
                drivers: {count: %s}
                hosts:
                  machines:
                """.formatted(100 * drivers, apps, webs, drivers));
        for (int i = 0; i < hosts; i++) {
            String tier = i == 0 ? "services" : i <= apps ? "appServers" : i <= apps + webs ? "webServers" : "drivers";
            text.append("  - {name: m%s, address: 10.%s.%s.7, tiers: [%s]}\n".formatted(i, 1 + i / 250, i % 250, tier));
        }
        return text.toString();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void timed(String phase, Work work) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        work.run();
        seconds.put(phase, (System.nanoTime() - begun) / 1e9);
    }

    private Platforms platforms() {
        LocalPlatforms here = new LocalPlatforms(
                new Installation(Path.of("..").toAbsolutePath().normalize(), JAVA),
                LocalHost::new,
                Timekeeper.system(),
                new JdkHttp(),
                _ -> new SampleCollector());
        SshPlatforms machines = new SshPlatforms(
                here,
                (settings, directory) ->
                        new SimulatedMachine(settings, new SimulatedFar(settings.name(), samples, fromMillis), bytes),
                line -> {});
        return here.with(Map.of(Configuration.Platform.SSH, machines));
    }

    /** Returns when everything was removed again. */
    Removal run() throws IOException, InterruptedException {
        long cpu = processorNanos();
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        timed("plan", () -> Plan.of(configuration).lines());
        try (Platforms platforms = platforms()) {
            timed("check", () -> {
                List<Finding> findings = MachineExamination.of(configuration, platforms.machines(configuration));
                findings.stream()
                        .filter(finding -> finding.level() == Finding.Level.PROBLEM)
                        .findFirst()
                        .ifPresent(problem -> {
                            throw new IllegalStateException(problem.line());
                        });
            });
            Removal removal = deployed(platforms);
            processorNanos = processorNanos() - cpu;
            return removal;
        }
    }

    private Removal deployed(Platforms platforms) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Deployments deployments = new Deployments(home.resolve(".gavel"), new SplittableRandom(1));
        try (Deployment deployment = deployments.create(
                "many",
                configuration,
                false,
                Timekeeper.system().instant(),
                platforms.machines(configuration)::portFree)) {
            RunningTopology running = new RunningTopology(deployment, platforms);
            running.platform().prepare(line -> {});
            for (Stage stage : List.of(Stage.DATA, Stage.APPLICATION, Stage.FRONT, Stage.LOAD)) {
                running.start(stage);
            }
            seconds.put("deploy", (System.nanoTime() - begun) / 1e9);
            try (Collector collector = running.platform().collector(running.watched())) {
                collector.beginMeasurement();
                collector.endMeasurement();
                timed("figures", () -> figures = collector.figures());
                timed("collect", () -> collected = collector.collected());
            }
            System.gc();
            liveMebibytes =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE;
            timed("result", this::write);
            mostMebibytes =
                    pools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / MEBIBYTE;
            Removal[] removal = new Removal[1];
            timed("remove", () -> {
                running.stop();
                removal[0] = running.platform().remove();
            });
            return removal[0];
        }
    }

    private void write() throws IOException {
        RunResult passed = SampleResults.passed();
        RunResult result = new RunFindings(
                        passed.run(),
                        new MeasurementConditions("standard", "embedded", true, true, Map.of()),
                        passed.load(),
                        passed.auditBefore(),
                        passed.auditAfter(),
                        collected,
                        passed.intervals(),
                        List.of(),
                        passed.phases(),
                        List.of(),
                        passed.disclosure())
                .conclude();
        Path directory = home.resolve("results/many");
        new RunKind().write(result, directory);
        try (Stream<Path> files = Files.walk(directory)) {
            resultBytes = files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static Stream<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
