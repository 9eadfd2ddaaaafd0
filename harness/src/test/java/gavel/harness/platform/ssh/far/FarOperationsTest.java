package gavel.harness.platform.ssh.far;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Sample;
import gavel.harness.config.placement.Partition;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeProcess;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Secret;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a machine far away does when it is asked, without a connection between. */
class FarOperationsTest {
    @TempDir
    private Path directory;

    private final FakeHost machine = new FakeHost();
    private final List<Watching> watching = new ArrayList<>();
    private FarOperations far;

    /** A collector that saw what it is told. */
    private static final class Watching implements Collector {
        private final List<Instance> instances;
        private final List<String> diary = new ArrayList<>();
        private List<Sample> samples = List.of();

        Watching(List<Instance> instances) {
            this.instances = new ArrayList<>(instances);
        }

        @Override
        public void beginMeasurement() {
            diary.add("begin");
        }

        @Override
        public void endMeasurement() {
            diary.add("end");
        }

        @Override
        public Sample latest() {
            return samples.isEmpty() ? Sample.NONE : samples.getLast();
        }

        @Override
        public Collected collected() {
            return new Collected(1, 2, MachineUse.UNKNOWN, List.of(), samples, List.of(), List.of("a problem"));
        }

        @Override
        public void watch(Instance instance) {
            instances.add(instance);
        }

        @Override
        public void expectEnd(String instance) {
            diary.add("expect the end of " + instance);
        }

        @Override
        public void close() {
            diary.add("closed");
        }
    }

    @BeforeEach
    void here() {
        far = connected();
    }

    private FarOperations connected() {
        LocalPlatforms here = new LocalPlatforms(
                new Installation(directory, Path.of("java")), machine::in, new FakeTime(), null, instances -> {
                    watching.add(new Watching(instances));
                    return watching.getLast();
                });
        return new FarOperations(directory, here, new FakeTime());
    }

    /** The one that this connection has started has ended, and over another one it was started again. */
    @Test
    void whatTookThePlaceOfAProcessIsActedOn() throws Exception {
        InstanceSpec app = InstanceSpec.of("appServers", "app1", Launch.Command.java(List.of("java"), false))
                .build();
        far.prepare(order(), _ -> {});
        far.start(order(), app);
        machine.process("app1").die();
        connected().start(order(), app);
        FakeProcess other = machine.process("app1");
        assertThat(other.alive()).isTrue();

        far.freeze(order(), app);
        assertThat(other.stopped()).isTrue();
        assertThat(far.attach(order(), List.of(app))).singleElement().matches(FarInstance::frozen);
        far.thaw(order(), app);
        assertThat(other.stopped()).isFalse();
        assertThat(far.attach(order(), List.of(app))).singleElement().matches(seen -> !seen.frozen());
        far.kill(order(), app);
        assertThat(other.alive()).isFalse();
    }

    /** The machine could not be reached when everything was asked to end. */
    @Test
    void nothingGoesOnOfADeploymentThatIsRemoved() throws Exception {
        InstanceSpec app = InstanceSpec.of("appServers", "app1", Launch.Command.java(List.of("java"), false))
                .build();
        far.prepare(order(), _ -> {});
        far.start(order(), app);
        FakeProcess process = machine.process("app1");

        connected().remove(order());

        assertThat(process.alive()).isFalse();
        assertThat(directory.resolve("deployments/d1")).doesNotExist();
    }

    private static Order order(String deployment, Map<String, String> secrets) {
        return new Order(deployment, List.of(), secrets);
    }

    private static Order order() {
        return order("d1", Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "../x", "a/b", "/etc", "-rf", ".hidden", "a b", "a\nb", "a\u0000", "é", "${x}"})
    void aDeploymentIsADirectoryBelowAndNothingElse(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> order(name, Map.of()))
                .withMessage("no deployment has such a name: " + name);
    }

    @Test
    void aNameIsAsLongAsThoseOfHarnessAndDeploymentTogether() {
        String longest = "a".repeat(121);
        assertThat(order(longest, Map.of()).deployment()).isEqualTo(longest);
        assertThatIllegalArgumentException().isThrownBy(() -> order(longest + "a", Map.of()));
    }

    @Test
    void anOrderPrintsNoSecret() {
        assertThat(order("d1", Map.of("database", "hush"))).hasToString("Order[d1]");
    }

    @Test
    void eachDeploymentHasADirectoryOfItsOwn() throws IOException {
        List<String> lines = new ArrayList<>();
        assertThat(far.prepare(order(), lines::add))
                .isEqualTo(directory.resolve("deployments/d1").toString());
        assertThat(directory.resolve("deployments/d1")).isDirectory();
        assertThat(far.prepare(order("d2", Map.of()), lines::add))
                .isEqualTo(directory.resolve("deployments/d2").toString());
        far.write(order(), FileSpec.open("settings/a.conf", "one"));
        assertThat(far.exists(order("d2", Map.of()), "settings/a.conf")).isFalse();
    }

    @Test
    void theMachineIsDividedIntoThePartsOfTheOrder() {
        far.prepare(new Order("d1", List.of(new Partition("app1", true, 0.5, 0)), Map.of()), _ -> {});
        assertThat(machine.diary()).contains("divide app1");
        assertThat(machine.limited()).as("until all are ready").isFalse();
        far.limitCpu(order(), true);
        assertThat(machine.limited()).isTrue();
    }

    /** Each call carries the secrets it needs: those of the ones before are still known. */
    @Test
    void secretsComeWithTheOrdersThatNeedThemAndStay() throws IOException {
        far.write(order("d1", Map.of("database", "one")), FileSpec.secret("a", "db=" + Secret.DATABASE.reference()));
        far.write(
                order("d1", Map.of("broker", "two")),
                FileSpec.secret("b", Secret.DATABASE.reference() + Secret.BROKER.reference()));
        assertThat(far.read(order(), "a")).isEqualTo("db=one");
        assertThat(far.read(order(), "b")).isEqualTo("onetwo");
    }

    @Test
    void filesAreWrittenReadAndDeletedBelowTheDeployment() throws IOException {
        assertThat(far.read(order(), "settings/x")).isNull();
        far.write(order(), FileSpec.open("settings/x", "ünï\n"));
        assertThat(far.read(order(), "settings/x")).isEqualTo("ünï\n");
        assertThat(far.exists(order(), "settings/x")).isTrue();
        far.delete(order(), "settings/x");
        far.delete(order(), "settings/x");
        assertThat(far.exists(order(), "settings/x")).isFalse();
        far.makeDirectory(order(), "data/deep/er");
        assertThat(directory.resolve("deployments/d1/data/deep/er")).isDirectory();
    }

    @Test
    void whatADirectoryKeepsIsToldWithItsSizeThreeLevelsDeep() throws IOException {
        assertThat(far.files(order(), "logs")).isEmpty();
        Path logs = Files.createDirectories(directory.resolve("deployments/d1/logs/a/b/c"));
        Files.writeString(directory.resolve("deployments/d1/logs/app1.log"), "four");
        Files.writeString(directory.resolve("deployments/d1/logs/a/b/x.log"), "");
        Files.writeString(logs.resolve("deep.log"), "too deep");
        assertThat(far.files(order(), "logs"))
                .containsExactlyInAnyOrder(
                        new FarHost.KeptFile("logs/app1.log", 4), new FarHost.KeptFile("logs/a/b/x.log", 0));
    }

    /** 2026-01-02T03:04:05Z, with fractions of a millisecond. */
    @Test
    void theClockIsThatOfTheMachine() {
        assertThat(far.clock()).isCloseTo(1_767_323_045_000.0, within(1.0));
    }

    @Test
    void factsAndPortsAreThoseOfTheMachine() throws IOException {
        try (ServerSocket listening = new ServerSocket(0)) {
            assertThat(far.takenPorts()).contains(listening.getLocalPort());
        }
        assertThat(far.facts().cores()).isEqualTo(2);
    }

    private static FarHost.Watched watched(String name, long pid) {
        return new FarHost.Watched("appServers", name, pid, 0.5, "a part");
    }

    @Test
    void eachCollectionHasANumberAndItsOwnProcesses() throws InterruptedException {
        int first = far.collect(List.of(watched("app1", 10)));
        int second = far.collect(List.of());
        assertThat(second).isNotEqualTo(first);
        far.watch(second, watched("app2", 20));
        far.beginMeasurement(first);
        far.expectEnd(first, "app1");
        far.endMeasurement(first);

        assertThat(watching.getFirst().instances)
                .containsExactly(Instance.of("appServers", "app1", 10).limitedTo(0.5, "a part"));
        assertThat(watching.getLast().instances)
                .containsExactly(Instance.of("appServers", "app2", 20).limitedTo(0.5, "a part"));
        assertThat(watching.getFirst().diary).containsExactly("begin", "expect the end of app1", "end");
        assertThat(watching.getLast().diary).isEmpty();
    }

    @Test
    void aCollectionThatIsNotThereOrHasEndedIsTold() {
        assertThatThrownBy(() -> far.latest(7))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("nothing is watched here under the number 7");
        int number = far.collect(List.of());
        far.endCollection(number);
        far.endCollection(number);
        assertThat(watching.getFirst().diary).containsExactly("closed");
        assertThatThrownBy(() -> far.collected(number)).isInstanceOf(EnvironmentException.class);
        assertThatThrownBy(() -> far.beginMeasurement(number)).isInstanceOf(EnvironmentException.class);
    }

    private static List<Sample> samples(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample(1_000 * i, 0.5, 0, 1, 50, List.of()))
                .toList();
    }

    /** Samples of hours travel in parts, as a message has a longest length. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0",
        "5, 0, 0, 5",
        "5, 5, 5, 0",
        "5, 9, 5, 0",
        "5, -3, 0, 5",
        "600, 0, 0, 600",
        "601, 0, 0, 600",
        "601, 600, 600, 1",
        "1500, 601, 601, 600",
        "1500, 2147483647, 1500, 0"
    })
    void samplesComeInPartsFromTheOneThatIsAskedFor(int seen, int from, int first, int count) {
        int number = far.collect(List.of());
        watching.getFirst().samples = samples(seen);
        assertThat(far.samples(number, from)).isEqualTo(samples(seen).subList(first, first + count));
    }

    @Test
    void allPartsTogetherAreAllSamplesAndWhatWasCollectedHasNone() {
        int number = far.collect(List.of());
        watching.getFirst().samples = samples(1_777);
        List<Sample> all = new ArrayList<>();
        for (List<Sample> part = far.samples(number, 0); !part.isEmpty(); part = far.samples(number, all.size())) {
            all.addAll(part);
        }
        assertThat(all).isEqualTo(samples(1_777));
        assertThat(far.collected(number).samples()).isEmpty();
        assertThat(far.collected(number).problems()).containsExactly("a problem");
        assertThat(far.latest(number).atMillis()).isEqualTo(1_776_000);
    }
}
