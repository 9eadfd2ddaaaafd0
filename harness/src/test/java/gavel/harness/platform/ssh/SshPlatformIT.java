package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.InstanceUse;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deploy.AppCommands;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deploy.StartCache;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.setting.RecordWriter;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data and the application of the smallest deployment on two machines, which are reached by ssh. */
class SshPlatformIT {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Timekeeper TIME = Timekeeper.system();
    private static StandIns machines;

    @TempDir
    private Path home;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private SshPlatforms connected;

    @BeforeAll
    static void up() throws Exception {
        machines = StandIns.up(2);
    }

    @AfterAll
    static void down() throws Exception {
        if (machines != null) {
            machines.close();
        }
    }

    @AfterEach
    void allOnAgain() throws Exception {
        disconnect();
        machines.on(1);
        machines.on(2);
    }

    private void disconnect() {
        if (connected != null) {
            connected.close();
        }
    }

    private Configuration configuration(String more) {
        String text = """
                name: far
                load: {users: 10}
                hosts:
                  directory: /var/tmp/gavel-it
                  machines:
                  - {name: data1, address: %s, tiers: [services]%s}
                  - {name: app1, address: %s, tiers: [appServers, drivers]}
                """.formatted(machines.address(1), more, machines.address(2));
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(new Configurations.Source("far.yaml", text, home), List.of());
    }

    /** Another command: connections of its own. */
    private Platforms platforms() {
        disconnect();
        Path project = Path.of("..").toAbsolutePath().normalize();
        LocalPlatforms here = new LocalPlatforms(
                new Installation(project, JAVA),
                LocalHost::new,
                TIME,
                new JdkHttp(),
                instances -> ProcCollector.start(instances, TIME, System::nanoTime));
        connected = new SshPlatforms(here, machines.ssh(), said::add);
        return here.with(Map.of(Configuration.Platform.SSH, connected));
    }

    private Deployment create(Platforms platforms, Configuration configuration) {
        return new Deployments(home.resolve(".gavel"), new SplittableRandom(System.nanoTime()))
                .create("far", configuration, false, TIME.instant(), platforms.machines(configuration)::portFree);
    }

    private RunningTopology started(Deployment deployment, Platforms platforms) throws Exception {
        RunningTopology running = new RunningTopology(deployment, platforms);
        running.platform().prepare(said::add);
        running.start(Stage.DATA);
        new AppCommands(deployment, running, said::add).load(10, 1, null);
        running.start(Stage.APPLICATION);
        return running;
    }

    @Test
    void dataAndApplicationRunOnTwoMachinesAndNothingStaysBehind() throws Exception {
        Configuration configuration = configuration("");
        Platforms platforms = platforms();
        try (Deployment deployment = create(platforms, configuration)) {
            RunningTopology running = started(deployment, platforms);
            assertThat(running.instances()).isNotEmpty().allMatch(RunningInstance::alive);
            assertThat(running.started())
                    .extracting(process -> process.instance() + " on " + process.host())
                    .contains("embedded-services on data1", "postgresql on data1", "app1 on app1");
            assertThat(running.versions()).containsKey("relational");
            watched(running);
            surviveACut(running);

            // Another command finds everything, and copies nothing.
            said.clear();
            RunningTopology again = new RunningTopology(deployment, platforms());
            again.attach();
            assertThat(again.instances()).hasSameSizeAs(running.instances()).allMatch(RunningInstance::alive);
            again.platform().prepare(said::add);
            assertThat(said).filteredOn(line -> line.contains("0 bytes copied")).hasSize(2);
            assertThat(again.platform().remains()).hasSize(2).allMatch(HostRemains::reachable);
            noSecretInSight(deployment);
            again.stop();
            Removal removal = again.platform().remove();
            assertThat(removal.complete()).isTrue();
        }
        for (int machine = 1; machine <= 2; machine++) {
            assertThat(machines.disk(machine).resolve("var/tmp/gavel-it/deployments"))
                    .satisfies(directory -> assertThat(directory).isEmptyDirectory());
        }
        assertThat(home.resolve(".gavel/far")).doesNotExist();
    }

    private static void watched(RunningTopology running) throws InterruptedException {
        try (Collector collector = running.platform().collector(running.watched())) {
            collector.beginMeasurement();
            assertThat(TIME.await(() -> collector.latest().atMillis() > 0, Duration.ofSeconds(20)))
                    .isTrue();
            Thread.sleep(2_000);
            collector.endMeasurement();
            Collected seen = collector.collected();
            assertThat(seen.events()).isEmpty();
            assertThat(seen.samples()).isNotEmpty();
            // Two stand-ins with two cores each, which are one machine.
            assertThat(seen.hosts()).hasSize(2);
            assertThat(seen.machine().cores())
                    .isEqualTo(seen.hosts().getFirst().machine().cores());
            assertThat(seen.problems()).anyMatch(problem -> problem.contains("data1, app1 are one machine"));
            assertThat(seen.instances())
                    .filteredOn(use -> use.tier().equals("appServers"))
                    .singleElement()
                    .satisfies(use -> {
                        assertThat(use.processes()).isPositive();
                        assertThat(use.app()).isNotNull();
                    });
            assertThat(seen.instances())
                    .filteredOn(use -> use.tier().equals("services"))
                    .singleElement()
                    .extracting(InstanceUse::processes)
                    .isNotEqualTo(0);
        }
    }

    /** What was asked while the cable was out is answered when it is in again. */
    private static void surviveACut(RunningTopology running) throws Exception {
        machines.cut(2);
        Thread mender = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(5_000);
                machines.mend(2);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        long begun = System.nanoTime();
        assertThat(running.of("appServers").getFirst().alive()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(40));
        mender.join();
    }

    /** Every secret that was made for it, on every command line of the machines, whose processes this one sees. */
    private static void noSecretInSight(Deployment deployment) throws IOException {
        List<String> secrets = List.of(
                deployment.secrets().database(),
                deployment.secrets().broker(),
                deployment.secrets().documents(),
                deployment.secrets().management());
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    String command = Files.readString(process.resolve("cmdline"));
                    assertThat(secrets).noneMatch(command::contains);
                } catch (IOException ended) {
                    continue;
                }
            }
        }
    }

    /** Made on the first machine of application servers, and taken by the JVM of the second, which has never trained. */
    @Test
    void theStartCacheOfOneMachineServesAll() throws Exception {
        Configuration configuration = new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        new Configurations.Source(
                                "two.yaml", """
                                name: far
                                load: {users: 10}
                                appServers: {count: 2}
                                hosts:
                                  directory: /var/tmp/gavel-it
                                  machines:
                                  - {name: data1, address: %s, tiers: [services, appServers, drivers]}
                                  - {name: app1, address: %s, tiers: [appServers]}
                                """.formatted(machines.address(1), machines.address(2)), home),
                        List.of());
        Platforms platforms = platforms();
        try (Deployment deployment = create(platforms, configuration)) {
            RunningTopology first = new RunningTopology(deployment, platforms);
            first.platform().prepare(said::add);
            first.platform().startCache().forget();
            first.start(Stage.DATA);
            new AppCommands(deployment, first, said::add).load(10, 1, null);
            StartCache cache = new StartCache(first);
            assertThat(cache.missing()).isTrue();
            assertThat(first.context().locations().startCache()).isNull();
            assertThat(cache.make()).isTrue();
            assertThat(cache.missing()).isFalse();
            RunningTopology running = new RunningTopology(deployment, platforms);
            running.attach();
            new AppCommands(deployment, running, said::add).reset(null);
            assertThat(running.context().locations().startCache()).endsWith("/auction-app.aot");
            running.start(Stage.APPLICATION);
            assertThat(running.of("appServers")).hasSize(2).allSatisfy(server -> assertThat(
                            StartCache.refusal(server.log(100)))
                    .isEmpty());
            assertThat(running.started())
                    .filteredOn(process -> process.tier().equals("appServers"))
                    .hasSize(2)
                    .allSatisfy(process -> assertThat(process.line()).contains("-XX:AOTCache="));
            running.stop();
            running.platform().remove();
        }
    }

    @Test
    void whatAMachineHoldsIsToldWhileItIsOffAndRemovedWhenItIsOnAgain() throws Exception {
        Configuration configuration = configuration("");
        Platforms platforms = platforms();
        try (Deployment deployment = create(platforms, configuration)) {
            RunningTopology running = new RunningTopology(deployment, platforms);
            running.platform().prepare(said::add);
            running.start(Stage.DATA);
            machines.off(1);
            RunningTopology again = new RunningTopology(deployment, platforms());
            assertThat(again.platform().remains())
                    .filteredOn(host -> !host.reachable())
                    .singleElement()
                    .satisfies(host -> assertThat(host.line())
                            .contains("host data1 cannot be reached", "it still holds embedded-services (pid "));
            Removal first = again.platform().remove();
            assertThat(first.left()).extracting(HostRemains::host).containsExactly("data1");
            machines.on(1);
            assertThat(new RunningTopology(deployment, platforms())
                            .platform()
                            .remove()
                            .complete())
                    .isTrue();
        }
    }

    @Test
    void aMachineThatIsOffIsSwitchedOnAndOffAgain() throws Exception {
        machines.off(1);
        String script =
                Path.of("../bench/stand-ins.sh").toAbsolutePath().normalize().toString();
        Configuration configuration =
                configuration(", powerOn: " + script + " on si1, powerOff: " + script + " off si1");
        Platforms platforms = platforms();
        assertThat(platforms.machines(configuration).unreached())
                .singleElement()
                .satisfies(machine -> assertThat(machine.off()).isTrue());
        try (Deployment deployment = create(platforms, configuration)) {
            RunningTopology running = new RunningTopology(deployment, platforms);
            running.platform().prepare(said::add);
            assertThat(said).contains("data1: switched on, as it does not answer");
            Removal removal = running.platform().remove();
            assertThat(removal.remarks()).contains("host data1: switched off");
            assertThat(removal.complete()).isTrue();
        }
        assertThat(platforms().machines(configuration).reached()).hasSize(1);
        machines.on(1);
    }

    /** With what is on its disk; whoever removes that switches it on first, and leaves it on as it was. */
    @Test
    void aMachineThatIsTakenAwayIsSeenGoneAndComesBack() throws Exception {
        String script =
                Path.of("../bench/stand-ins.sh").toAbsolutePath().normalize().toString();
        Configuration configuration =
                configuration(", powerOn: " + script + " on si1, powerOff: " + script + " off si1");
        Platforms platforms = platforms();
        try (Deployment deployment = create(platforms, configuration)) {
            RunningTopology running = new RunningTopology(deployment, platforms);
            running.platform().prepare(said::add);
            running.start(Stage.DATA);
            running.platform().takeAway("data1");
            assertThat(running.instances()).isNotEmpty().noneMatch(RunningInstance::alive);
            assertThat(running.platform().remains())
                    .filteredOn(host -> !host.reachable())
                    .hasSize(1);

            running.platform().bringBack("data1");
            assertThat(running.platform().exists("data1", "logs/embedded-services.log"))
                    .isTrue();
            assertThat(running.instances()).noneMatch(RunningInstance::alive);

            running.platform().takeAway("data1");
            Removal removal =
                    new RunningTopology(deployment, platforms()).platform().remove();
            assertThat(removal.complete()).isTrue();
            assertThat(removal.remarks()).noneMatch(remark -> remark.contains("data1"));
        }
        assertThat(platforms().machines(configuration).reached()).hasSize(2);
    }

    @Test
    void aMachineThatNeverComesUpIsNamedWithinItsTime() throws Exception {
        machines.off(1);
        Configuration configuration = configuration(", powerOn: \"true\"");
        Platforms platforms = platforms();
        Configuration impatient = new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        new Configurations.Source(
                                "far.yaml",
                                RecordWriter.write(configuration).replaceAll("startWithin: .*", "startWithin: 5s"),
                                home),
                        List.of());
        try (Deployment deployment = create(platforms, impatient)) {
            RunningTopology running = new RunningTopology(deployment, platforms);
            long begun = System.nanoTime();
            assertThatThrownBy(() -> running.platform().prepare(said::add))
                    .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                            .singleElement()
                            .asString()
                            .startsWith("data1: was not ready within 5 s (hosts.startWithin): host data1"));
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun))
                    .isLessThan(40);
            running.platform().remove();
        } finally {
            machines.on(1);
        }
    }
}
