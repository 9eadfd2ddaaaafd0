package gavel.harness.tier;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** A deployment on a machine on which nothing really runs. */
public final class TierRig implements AutoCloseable {
    public final FakeHost host = new FakeHost();
    public final FakeTime time = new FakeTime();
    public final FakeApplication application = new FakeApplication();
    public final Installation installation;
    public final Deployment deployment;
    public final RunningTopology running;

    public TierRig(Path home, boolean temporary, String... settings) {
        installation = new Installation(home, Path.of("/jdk/bin/java"));
        deployment = new Deployments(home.resolve(".gavel"), new SplittableRandom(3))
                .create("mine", configuration(settings), temporary, Instant.EPOCH, host::portFree);
        running = again();
    }

    /** Another command works on the deployment. */
    public RunningTopology again() {
        return new RunningTopology(
                deployment, new LocalPlatforms(installation, host::in, time, application, instances -> null).alone());
    }

    public static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }

    /** What is to run under that name. */
    public InstanceSpec spec(String instance) {
        return running.topology().instance(instance).orElseThrow();
    }

    /** Program and arguments of that instance. */
    public List<String> command(String instance) {
        return ((Launch.Command) spec(instance).launch()).command();
    }

    /** A file of that instance below {@code settings/}; secrets are references. */
    public String file(String instance, String name) {
        return spec(instance).files().stream()
                .filter(file -> file.path().equals("settings/" + name))
                .findFirst()
                .orElseThrow()
                .content();
    }

    public Path directory() {
        return deployment.directory().path();
    }

    /** The value after an option on the command line of that process. */
    public String option(String process, String option) {
        List<String> command = host.command(process);
        return command.get(command.indexOf(option) + 1);
    }

    @java.lang.Override
    public void close() {
        deployment.close();
    }
}
