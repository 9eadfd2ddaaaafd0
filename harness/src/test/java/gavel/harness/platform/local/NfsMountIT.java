package gavel.harness.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.host.Mounts;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounts of this machine: one that cannot be made, and, with a file system in memory in the place of NFS, how they are taken away. */
class NfsMountIT {
    @TempDir
    Path home;

    private Path real;

    @BeforeEach
    void onlyRoot() throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        if (!root) {
            System.err.println("NOT TESTED: only root can mount");
        }
        Assumptions.assumeTrue(root, "only root can mount");
        real = home.toRealPath();
    }

    private static boolean succeeds(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Test
    void anExportThatCannotBeMountedIsToldWithWhatMountSaid() {
        Configuration configuration = TierRig.configuration(
                "imageStore.implementation=directory",
                "imageStore.nfs=127.0.0.1:/no/such/export",
                "imageStore.nfsOptions=soft,nfsvers=4.2,retry=0");
        RealServers.require(home, configuration);
        try (Deployment deployment = RealServers.deploy(home, configuration)) {
            Launch launch = RealServers.running(deployment)
                    .topology()
                    .of(Tiers.IMAGE_STORE)
                    .getFirst()
                    .launch();
            ImageDirectory directory =
                    new ImageDirectory(deployment.directory(), RealServers.host(deployment), (Launch.Storage) launch);
            assertThatThrownBy(() -> directory.prepare()).isInstanceOfSatisfying(EnvironmentException.class, e -> {
                assertThat(e)
                        .hasMessageContaining("127.0.0.1:/no/such/export could not be mounted")
                        .hasMessageContaining("imageStore.directory instead");
                assertThat(String.join("\n", e.evidence())).contains("mount");
            });
            assertThat(deployment.directory().delete()).isEmpty();
        }
    }

    @Test
    void whatIsMountedInARunDirectoryGoesBeforeAnythingIsDeletedAndTakesItsOwnPicturesAlong() throws Exception {
        Path run = Files.createDirectories(real.resolve("run"));
        Path export = Files.createDirectories(real.resolve("export"));
        Path ofAnother = Files.writeString(export.resolve("precious"), "of another");
        Path point = Files.createDirectories(run.resolve("nfs"));
        Assumptions.assumeTrue(succeeds("mount", "--bind", export.toString(), point.toString()), "mounting");
        Path pictures = Files.createDirectories(point.resolve("gavel-run-1"));
        Files.writeString(pictures.resolve("picture"), "bytes");
        Files.createDirectories(run.resolve("data"));
        Files.createSymbolicLink(run.resolve("data/images"), pictures);

        assertThat(new RunDirectory(run).delete()).isEmpty();

        assertThat(run).doesNotExist();
        assertThat(Mounts.now().below(run)).isEmpty();
        assertThat(ofAnother).hasContent("of another");
        assertThat(export.resolve("gavel-run-1")).doesNotExist();
    }

    @Test
    void aMountThatIsInUseIsTakenAwayLazilyAndThatIsSaid() throws Exception {
        Path point = Files.createDirectories(real.resolve("run/nfs"));
        Assumptions.assumeTrue(succeeds("mount", "-t", "tmpfs", "none", point.toString()), "mounting");
        Process user =
                new ProcessBuilder("sleep", "60").directory(point.toFile()).start();
        try {
            assertThat(new RunDirectory(real.resolve("run")).delete())
                    .singleElement()
                    .asString()
                    .contains("lazily");
            assertThat(real.resolve("run")).doesNotExist();
        } finally {
            user.destroyForcibly();
        }
    }
}
