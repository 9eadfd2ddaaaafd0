package gavel.harness.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.report.SampleResults;
import gavel.harness.run.Console;
import gavel.harness.run.Environment;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeLoadGenerator;
import gavel.harness.run.FakeTime;
import gavel.harness.run.Interruption;
import gavel.harness.run.RunRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.topology.Tiers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Two tenants on machines on which nothing really runs. */
abstract class IsolateRig {
    static final int USERS = 100;

    @TempDir
    Path home;

    final Map<Path, FakeHost> hosts = new ConcurrentHashMap<>();
    final List<FakeLoadGenerator> generators = new CopyOnWriteArrayList<>();
    final List<String> lines = new CopyOnWriteArrayList<>();
    final List<String> statuses = new CopyOnWriteArrayList<>();
    private final FakeTime time = new FakeTime();
    private final FakeApplication application = new FakeApplication();
    Interruption interruption = new Interruption(Thread.currentThread());
    volatile LoadReport report = SampleResults.passed().load();
    HostFacts facts = new FakeHost().facts();
    /** Done to the machine of a tenant, by the end of its run directory's name. */
    final Map<String, Consumer<FakeHost>> prepared = new ConcurrentHashMap<>();

    Collected seen = Collected.NOTHING;
    /** A broker that the tenants share has settings on top; none where each has all of its own. */
    private List<SettingOverride> sharing = List.of();

    /** Happens within each load. */
    Runnable meanwhile = () -> {};

    @AfterEach
    void nothingIsLeft() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
        assertThat(home.resolve(".gavel"))
                .satisfiesAnyOf(directory -> assertThat(directory).doesNotExist(), directory -> assertThat(directory)
                        .isEmptyDirectory());
    }

    private FakeHost host(Path directory) {
        return hosts.computeIfAbsent(directory, _ -> {
            FakeHost host = new FakeHost().in(directory);
            host.facts(facts);
            prepared.forEach((end, what) -> {
                if (directory.toString().endsWith(end)) {
                    what.accept(host);
                }
            });
            return host;
        });
    }

    final FakeHost host(String tenant) {
        return hosts.entrySet().stream()
                .filter(host -> host.getKey().toString().endsWith(tenant))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private Environment environment() {
        Installation installation = new Installation(home, Path.of("java"));
        return new Environment(
                installation,
                new Deployments(home.resolve(".gavel"), new SplittableRandom(1)),
                application,
                time,
                new Console() {
                    @Override
                    public void line(String text) {
                        lines.add(text);
                    }

                    @Override
                    public void status(String text) {
                        statuses.add(text);
                    }

                    @Override
                    public int width() {
                        return 0;
                    }
                },
                _ -> generator(),
                new LocalPlatforms(installation, this::host, time, application, _ -> new Blind()).with(Map.of()),
                interruption);
    }

    private FakeLoadGenerator generator() {
        FakeLoadGenerator generator = new FakeLoadGenerator(new FakeHost(), () -> report);
        generator.meanwhile(() -> meanwhile.run());
        generators.add(generator);
        return generator;
    }

    /** Sees what the test says. */
    private final class Blind implements Collector {
        @Override
        public void beginMeasurement() {}

        @Override
        public void endMeasurement() {}

        @Override
        public void watch(Instance instance) {}

        @Override
        public void expectEnd(String instance) {}

        @Override
        public Sample latest() {
            return Sample.NONE;
        }

        @Override
        public Collected collected() {
            return seen;
        }

        @Override
        public void close() {}
    }

    /** RabbitMQ, which the machine of {@code -shared} has. */
    final void shareABroker() {
        sharing = List.of(SettingOverride.parse("broker.implementation=rabbitmq"));
        prepared.put("-shared", host -> {
            host.installed("rabbitmq-server", Path.of("/usr/lib/rabbitmq/sbin/rabbitmq-server"));
            host.installed("epmd", Path.of("/usr/bin/epmd"));
        });
    }

    private RunRequest deployed(int tenant, List<SettingOverride> access) {
        List<SettingOverride> overrides = new ArrayList<>(sharing);
        overrides.add(SettingOverride.parse("load.users=" + 2 * USERS));
        overrides.add(SettingOverride.parse("load.seed=" + (7 + tenant)));
        overrides.addAll(access);
        Configuration configuration = new Configurations(Path.of("../deploy/configs")).read("minimal", overrides);
        return new RunRequest(configuration, overrides, null, false, "gavel isolate");
    }

    final ExperimentOutcome<IsolateResult> measured(String resume, double... factors) {
        return repeated(resume, 1, factors);
    }

    final ExperimentOutcome<IsolateResult> repeated(String resume, int repeats, double... factors) {
        return new IsolateExperiment(
                        environment(),
                        new IsolateRequest(
                                IntStream.range(0, 2)
                                        .mapToObj(tenant -> deployed(tenant, List.of()))
                                        .toList(),
                                new IsolateScript(
                                        2,
                                        USERS,
                                        DoubleStream.of(factors).boxed().toList(),
                                        false,
                                        repeats,
                                        false),
                                sharing.isEmpty()
                                        ? null
                                        : new IsolateRequest.Sharing(
                                                deployed(0, List.of()), List.of(Tiers.BROKER), this::deployed),
                                resume))
                .run();
    }

    /** Of the command, which stops at once what it can. */
    final void interrupted() {
        interruption.request();
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }

    /** As another command would begin. */
    final void anew() {
        meanwhile = () -> {};
        interruption = new Interruption(Thread.currentThread());
        hosts.clear();
        prepared.clear();
    }
}
