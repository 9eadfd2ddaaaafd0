package gavel.harness.run;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.deployment.Deployment;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * People on application servers that are about to get a CPU quota, while they have none: with a tenth of a core a server would need a
 * quarter of an hour until what people use is compiled, and would seem to be overloaded by twenty of them until then. The people stay for
 * the load that follows. What they meet is not judged.
 */
final class WarmUpLoad {
    private static final int USERS_OF_A_SERVER = 200;
    private static final int RAMP_DOWN = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private WarmUpLoad() {}

    /** Whether any application server will be held to a quota. */
    static boolean needed(Deployment deployment) {
        int servers = deployment.configuration().appServers().count();
        return IntStream.range(0, servers)
                .anyMatch(index -> deployment.placement().cpu(Tiers.APP_SERVERS, index) > 0);
    }

    static void run(Work.Site site, Deployment deployment, Surroundings surroundings)
            throws IOException, InterruptedException {
        int users = Math.min(
                deployment.loaded().users(),
                USERS_OF_A_SERVER * deployment.configuration().appServers().count());
        site.used().run();
        // A load that is not constant counts its users by itself, so it begins with none.
        Phases phases = new Phases(20, 70, 1, site.spec().shape().constant() ? Phases.STAY : RAMP_DOWN);
        site.prepare(site.spec().with(users, phases, null, 0));
        site.generator().start(surroundings.time().instant().plusSeconds(1), _ -> {});
        site.generator().awaitReport(Duration.ofSeconds(phases.totalSeconds()).plus(PATIENCE));
    }
}
