package gavel.harness.run;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * People on application servers that have just been started, whose compilers are busy for minutes: near the peak the queues of those minutes
 * would reach far into the measurement. They stay for the load that follows. What they meet is not judged.
 */
final class WarmUpLoad {
    /**
     * So few users of a server never queue, even while it compiles. A new node answered 99 % of 100 requests a second within 0.12 s in its
     * first second, and so many users send 75. The load's own ramp warms it up.
     */
    private static final int FEW_USERS_OF_A_SERVER = 100;

    private static final int USERS_OF_A_SERVER = 200;
    private static final int RAMP_SECONDS_OF_LIMITED = 20;
    private static final int WARM_UP_SECONDS_OF_LIMITED = 70;
    private static final int RAMP_DOWN = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private WarmUpLoad() {}

    /** Whether any application server will be held to a quota. */
    static boolean limited(Configuration configuration, Placement placement) {
        return IntStream.range(0, configuration.appServers().count())
                .anyMatch(index -> placement.cpu(Tiers.APP_SERVERS, index) > 0);
    }

    /** Whether there are so few users that servers without a quota need none of it. */
    static boolean few(Configuration configuration) {
        return configuration.load().users()
                <= FEW_USERS_OF_A_SERVER * configuration.appServers().count();
    }

    /** How long it takes. */
    static int seconds(Configuration configuration, Placement placement) {
        if (limited(configuration, placement)) {
            return RAMP_SECONDS_OF_LIMITED + WARM_UP_SECONDS_OF_LIMITED;
        }
        Phases load = configuration.load().phases();
        return few(configuration) ? 0 : half(load.rampSeconds()) + half(load.warmUpSeconds());
    }

    /**
     * Before the servers get their quota. With a tenth of a core a server would need a quarter of an hour until what people use is
     * compiled. Until then twenty people would seem to overload it.
     */
    static void beforeQuota(Experiment.Stage stage, Deployment deployment, Environment environment)
            throws IOException, InterruptedException {
        int users = Math.min(
                deployment.loaded().users(),
                USERS_OF_A_SERVER * deployment.configuration().appServers().count());
        run(stage, users, RAMP_SECONDS_OF_LIMITED, WARM_UP_SECONDS_OF_LIMITED, environment);
    }

    /** Half the users of a load for half the time: they come as fast as all of them will, and the load's own warm-up follows. */
    static void half(Experiment.Stage stage, Deployment deployment, Environment environment)
            throws IOException, InterruptedException {
        int users = Math.max(
                deployment.configuration().drivers().count(), stage.spec().users() / 2);
        Phases load = stage.spec().phases();
        run(stage, users, half(load.rampSeconds()), half(load.warmUpSeconds()), environment);
    }

    private static int half(int seconds) {
        return (seconds + 1) / 2;
    }

    private static void run(Experiment.Stage stage, int users, int ramp, int warmUp, Environment environment)
            throws IOException, InterruptedException {
        environment
                .console()
                .status("  %s: %,d users for %d s …".formatted(Phase.WARM_SERVERS.title(), users, ramp + warmUp));
        stage.used().run();
        // A load that is not constant counts its users by itself, so it begins with none.
        Phases phases = new Phases(ramp, warmUp, 0, stage.spec().shape().constant() ? Phases.STAY : RAMP_DOWN);
        stage.prepare(stage.spec().with(users, phases, null, 0));
        try {
            stage.generator().start(environment.time().instant().plusSeconds(1), _ -> {});
            stage.generator()
                    .awaitReport(Duration.ofSeconds(phases.totalSeconds()).plus(PATIENCE));
        } catch (AgentLostException e) {
            throw new EnvironmentException(
                    "a driver was lost while the application servers were warmed up: " + e.getMessage(), e);
        }
    }
}
