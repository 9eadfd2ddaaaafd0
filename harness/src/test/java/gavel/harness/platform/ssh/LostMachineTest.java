package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;

import gavel.harness.action.ActionSettings;
import gavel.harness.action.ActionSettings.Kind;
import gavel.harness.action.Levers.Condition;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.InstanceWatch;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.deploy.DeploymentLevers;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.Removal;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.Stage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that is switched off by its hook while people use what is there, and whose connection never tells. */
class LostMachineTest {
    @TempDir
    Path home;

    /** What runs on machines, which is gone when they are off. */
    private final Map<String, SimulatedFar> fars = new ConcurrentHashMap<>();

    private final Set<String> silent = ConcurrentHashMap.newKeySet();

    private Configuration configuration;
    private Platforms platforms;
    private Deployment deployment;
    private RunningTopology running;
    private DeploymentLevers levers;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        for (String module : List.of("auction-app", "workload-driver", "harness")) {
            Path target = home.resolve(module).resolve("target");
            Files.createDirectories(target.resolve("lib"));
            Files.writeString(target.resolve(module + ".jar"), module);
        }
        String text = """
                name: lost
                load: {users: 10}
                webServers: {implementation: nginx}
                hosts:
                  appServers: {cpu: 0.5}
                  machines:
                  - {name: data1, address: 10.1.0.1, tiers: [services]}
                  - {name: one, address: 10.1.0.2, tiers: [appServers], powerOn: 'rm "%1$s/$GAVEL_HOST"', powerOff: 'touch "%1$s/$GAVEL_HOST"'}
                  - {name: rest, address: 10.1.0.3, tiers: [webServers, drivers]}
                """.formatted(home);
        configuration = new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(new Configurations.Source("lost.yaml", text, home), List.of());
        LocalPlatforms here = new LocalPlatforms(
                new Installation(home, Path.of("java")),
                new FakeHost()::in,
                new FakeTime(),
                new FakeApplication(),
                _ -> new SampleCollector());
        platforms = here.with(Map.of(Configuration.Platform.SSH, new SshPlatforms(here, this::open, _ -> {})));
        deployment = new Deployments(home.resolve(".gavel"), new SplittableRandom(3))
                .create("lost", configuration, false, Instant.EPOCH, _ -> true);
        running = new RunningTopology(deployment, platforms);
        running.platform().prepare(_ -> {});
        for (Stage stage : List.of(Stage.DATA, Stage.APPLICATION, Stage.FRONT)) {
            running.start(stage);
        }
        running.platform().limitCpu(true);
        levers = new DeploymentLevers(running, InstanceWatch.NOBODY);
    }

    private SimulatedMachine open(MachineSettings settings, String directory) {
        if (off(settings.name())) {
            fars.remove(settings.name());
            throw new EnvironmentException("host " + settings.name() + " does not answer");
        }
        SimulatedFar far = fars.computeIfAbsent(settings.name(), name -> new SimulatedFar(name, 0, 0));
        return new SimulatedMachine(settings, answering(settings.name(), far), new AtomicLong());
    }

    private FarHost answering(String machine, FarHost far) {
        return (FarHost) Proxy.newProxyInstance(
                FarHost.class.getClassLoader(), new Class<?>[] {FarHost.class}, (_, method, arguments) -> {
                    if (silent.contains(machine) || silent.contains(machine + " " + method.getName())) {
                        throw new EnvironmentException("no answer within 200 s");
                    }
                    try {
                        return method.invoke(far, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private boolean off(String machine) {
        return Files.exists(home.resolve(machine));
    }

    @AfterEach
    void end() {
        platforms.close();
        deployment.close();
    }

    private void apply(Kind kind) throws IOException, InterruptedException {
        levers.apply(new ActionSettings(Duration.ZERO, kind, null, null, "app1"), (_, _) -> {});
    }

    @Test
    void itIsSeenAwayAndComesBackWithItsLimits() throws Exception {
        apply(Kind.AWAY);

        assertThat(off("one")).isTrue();
        assertThat(levers.condition("app1")).isEqualTo(Condition.GONE);
        assertThat(levers.condition("nginx1")).isEqualTo(Condition.RUNNING);

        apply(Kind.BACK);

        assertThat(off("one")).isFalse();
        assertThat(levers.condition("app1")).isEqualTo(Condition.RUNNING);
        assertThat(fars.get("one").limited()).isTrue();
    }

    @Test
    void thatItsInstanceEndsIsNoIncident() throws Exception {
        try (Collector collector = running.platform().collector(running.watched())) {
            levers = new DeploymentLevers(running, collector);
            for (int i = 0; i < 2; i++) {
                apply(Kind.AWAY);
                Thread.sleep(1_500);
                apply(Kind.BACK);
                Thread.sleep(1_500);
                Collected seen = collector.collected();
                assertThat(seen.events()).isEmpty();
                assertThat(seen.problems()).noneMatch(problem -> problem.contains("connect"));
            }
        }
    }

    /** The harness was killed meanwhile. */
    @Test
    void whoeverRemovesWhatItHoldsSwitchesItOnAndLeavesItOn() throws Exception {
        apply(Kind.AWAY);

        RunningTopology next = new RunningTopology(deployment, platforms);
        assertThat(next.platform().remains())
                .filteredOn(host -> !host.reachable())
                .extracting(HostRemains::host)
                .containsExactly("one");
        Removal removal = next.platform().remove();

        assertThat(removal.complete()).isTrue();
        assertThat(removal.remarks()).isEmpty();
        assertThat(off("one")).isFalse();
    }

    @Test
    void whoeverGoesOnStartsWhatIsMissing() throws Exception {
        apply(Kind.AWAY);

        RunningTopology next = new RunningTopology(deployment, platforms);
        next.attach();
        assertThat(next.of("appServers")).isEmpty();
        next.platform().prepare(_ -> {});
        next.start(Stage.APPLICATION);

        assertThat(next.of("appServers")).hasSize(1);
        assertThat(next.platform().remove().remarks())
                .as("it was on before, and stays on")
                .isEmpty();
        assertThat(off("one")).isFalse();
    }

    /** What this machine keeps of the deployment is what the disk is full of. */
    @Test
    void aFullDiskDoesNotKeepItFromBeingRemoved() throws Exception {
        Path full = Files.createDirectories(deployment.directory().path().resolve("machines.json.new"));
        Files.writeString(full.resolve("in the way"), "");

        Removal removal = new RunningTopology(deployment, platforms).platform().remove();

        assertThat(removal.left()).isEmpty();
        assertThat(deployment.directory().path()).doesNotExist();
    }

    /** Its connection stands and no answer comes, as where its disk hangs. */
    @Test
    void oneThatStopsAnsweringKeepsNoOtherFromBeingToldOfAndRemoved() throws Exception {
        silent.add("one");
        Platform platform = new RunningTopology(deployment, platforms).platform();

        assertThat(platform.remains())
                .extracting(HostRemains::host, HostRemains::reachable)
                .containsExactlyInAnyOrder(tuple("data1", true), tuple("one", false), tuple("rest", true));
        assertThat(platform.remains())
                .filteredOn(host -> !host.reachable())
                .singleElement()
                .extracting(HostRemains::line)
                .asString()
                .contains("no answer within 200 s", "app1");
        assertThatCode(() -> platform.others(List.of())).doesNotThrowAnyException();
        assertThat(platform.locations().hosts()).as("as status asks for them").containsKeys("data1", "one", "rest");

        assertThat(platform.remove().left()).extracting(HostRemains::host).containsExactly("one");
    }

    /** Such as two commands that remove them at the same time. */
    @Test
    void oldProgramsThatStayAreNothingOfTheDeployment() throws Exception {
        silent.add("one forgetOldBuilds");

        Removal removal = new RunningTopology(deployment, platforms).platform().remove();

        assertThat(removal.complete()).isTrue();
        assertThat(removal.remarks())
                .singleElement()
                .asString()
                .startsWith("host one: old programs of Gavel stay: ")
                .contains("no answer within 200 s");
    }

    @Test
    void whatItHoldsIsToldWhereNobodyKnowsItsAddressAnyMore() throws IOException {
        Files.writeString(deployment.directory().configuration(), "nonsense: 1");
        Deployments deployments = new Deployments(home.resolve(".gavel"), new SplittableRandom(3));
        List<String> said = new ArrayList<>();

        new AbandonedDeployments(deployments, platforms, said::add).remove("lost");

        assertThat(said)
                .anyMatch(line -> line.startsWith("! host one cannot be reached (its address is not known any more): ")
                        && line.contains("deployments/lost-"));
    }
}
