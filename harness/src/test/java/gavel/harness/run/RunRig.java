package gavel.harness.run;

import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Drivers;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.report.SampleResults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A whole run in which nothing is real but the files. */
public final class RunRig {
    public final FakeHost host = new FakeHost();
    public final FakeApplication application = new FakeApplication();
    public final FakeTime time = new FakeTime();
    public final List<String> lines = new ArrayList<>();
    public final List<String> statuses = new ArrayList<>();
    public final List<String> details = new ArrayList<>();
    public final Interruption interruption = new Interruption(Thread.currentThread());
    public FakeLoadGenerator generator =
            new FakeLoadGenerator(host, SampleResults.passed().load());
    /** Takes the generator's place where it is not null. */
    public LoadGenerator another;

    /** What hosts that cannot be reached hold of every deployment. */
    public List<HostRemains> unreachable = List.of();

    /** Why machines cannot be reached, by their names. */
    public final Map<String, String> away = new HashMap<>();

    /** Sockets from which no machine gets an answer. */
    public Predicate<String> silent = _ -> false;

    /** Whom the load was asked of. */
    public List<Drivers.Contact> contacts = List.of();

    public Collected collected = Collected.NOTHING;

    /** The operation of the platform that fails; null for none. */
    public String failing;

    /** Where drivers write what is to be in a directory here; null for there. */
    public Function<Path, String> output;

    private final Path home;

    public RunRig(Path home) {
        this.home = home;
    }

    /** Those that whoever follows a run was told of. */
    public final List<Collector> watching = new ArrayList<>();

    public void driverReports(LoadReport report) {
        generator = new FakeLoadGenerator(host, report);
    }

    public Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs")).read("minimal", overrides(settings));
    }

    public static List<SettingOverride> overrides(String... settings) {
        return List.of(settings).stream().map(SettingOverride::parse).toList();
    }

    public RunOutcome run(String... settings) {
        return run(null, false, settings);
    }

    public RunOutcome run(String deployment, boolean keepData, String... settings) {
        return new RunExecutor(
                        environment(),
                        new RunRequest(configuration(settings), overrides(settings), deployment, keepData, "gavel run"))
                .run();
    }

    public Environment environment() {
        Console console = new Console() {
            @Override
            public void line(String text) {
                lines.add(text);
            }

            @Override
            public void detail(String text) {
                details.add(text);
            }

            @Override
            public void status(String text) {
                statuses.add(text);
            }

            @Override
            public void watched(Collector collector) {
                watching.add(collector);
            }

            @Override
            public int width() {
                return 0;
            }
        };
        Installation installation = new Installation(home, Path.of("java"));
        return new Environment(
                installation,
                deployments(),
                application,
                time,
                console,
                agents -> {
                    contacts = agents;
                    return another == null ? generator : another;
                },
                platforms(installation),
                interruption);
    }

    private Platforms platforms(Installation installation) {
        LocalPlatforms local = new LocalPlatforms(installation, host::in, time, application, instances -> collector());
        return local.with(Map.of(
                Configuration.Platform.LOCAL,
                provider(local),
                Configuration.Platform.KUBERNETES,
                provider(local),
                Configuration.Platform.SSH,
                new FakeMachines(local, this)));
    }

    private PlatformProvider provider(LocalPlatforms local) {
        return new PlatformProvider() {
            @Override
            public Machines machines(Configuration configuration) {
                return local.machines(configuration);
            }

            @Override
            public Platform platform(Path directory, Configuration configuration, UnaryOperator<String> secrets) {
                Platform made = Disguised.halfReachable(local.platform(directory, configuration, secrets), unreachable);
                return Disguised.failing(output == null ? made : Disguised.writing(made, output), failing);
            }

            @Override
            public void close() {}
        };
    }

    public Deployments deployments() {
        return new Deployments(home.resolve(".gavel"), new SplittableRandom(1));
    }

    private Collector collector() {
        return new Collector() {
            private boolean closed;

            @Override
            public void beginMeasurement() {
                host.note("begin measurement");
            }

            @Override
            public void endMeasurement() {
                host.note("end measurement");
            }

            @Override
            public void watch(Instance instance) {
                host.note("watch " + instance.name());
            }

            @Override
            public void expectEnd(String instance) {
                host.note("expect the end of " + instance);
            }

            @Override
            public Sample latest() {
                return Sample.NONE;
            }

            @Override
            public Collected collected() {
                return collected;
            }

            @Override
            public void close() {
                if (!closed) {
                    closed = true;
                    host.note("nobody watches");
                }
            }
        };
    }
}
