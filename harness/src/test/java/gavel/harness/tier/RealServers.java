package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.host.LocalHost;
import gavel.harness.host.Timekeeper;
import gavel.harness.http.JdkHttp;
import gavel.harness.tier.server.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;

/** Deployments of tests whose servers really run on this machine, where they are installed. */
public final class RealServers {
    private RealServers() {}

    /** Whether it is installed; says so loudly when it is not, for then something is not tested. */
    public static boolean installed(Path home, Program program) {
        boolean installed = program.find(new LocalHost(home)).isPresent();
        if (!installed) {
            System.err.println("NOT TESTED: " + program.title() + " is not installed here; " + program.advice());
        }
        return installed;
    }

    /** Without it the test is skipped. */
    public static void require(Path home, Program program) {
        Assumptions.assumeTrue(installed(home, program), program.title() + " is not installed here");
    }

    /** One that outlives the harness, so that its servers may be stopped and started again. */
    public static Deployment deploy(Path home, Configuration configuration) {
        return new Deployments(home.resolve(".gavel"), LocalHost::new, new SplittableRandom(System.nanoTime()))
                .create("mine", configuration, false, Timekeeper.system().instant());
    }

    /**
     * Without the right token nobody reads the figures of a server, nor anything else at their port; its file of settings, which holds the
     * token, is for its owner.
     */
    public static void guarded(URI figures, Path settings) throws IOException, InterruptedException {
        try (JdkHttp http = new JdkHttp()) {
            for (URI page : List.of(figures, figures.resolve("/"), figures.resolve("/metrics"))) {
                for (String token : new String[] {null, "wrong"}) {
                    assertThat(http.get(page, token).status())
                            .as(page + " with " + token)
                            .isIn(401, 403, 404);
                }
            }
        }
        assertThat(Files.getPosixFilePermissions(settings))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    /** Ends what is left of it; nothing for one that was never made. */
    public static void stop(Deployment deployment, Duration grace) {
        if (deployment != null) {
            deployment.host().recorded().forEach(process -> process.stop(grace));
            deployment.close();
        }
    }
}
