package gavel.harness.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.ImageStoreSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.host.Mounts;
import gavel.harness.platform.local.host.Mounts.Mount;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Launch;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NfsMountTest {
    private static final String[] SETTINGS = {"imageStore.implementation=directory", "imageStore.nfs=files:/export"};
    /** As Linux shows a mount with the usual options. */
    private static final String SHOWN =
            "rw,relatime,vers=4.2,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp,timeo=600,retrans=2,"
                    + "sec=sys,clientaddr=10.0.0.2,lookupcache=pos,local_lock=none,addr=10.0.0.1";

    @TempDir
    Path home;

    private static Launch.Storage asked(String options) {
        ImageStoreSettings settings =
                new ImageStoreSettings(ImageStoreSettings.Implementation.DIRECTORY, null, "files:/export", options);
        return new Launch.Storage("data/images", null, settings.nfs(), settings.mountOptions(), null, List.of());
    }

    private static Mount mounted(String options) {
        return new Mount(Path.of("/run/nfs"), "nfs4", "files:/export", List.of(options.split(",")));
    }

    @Test
    void theUsualOptionsAreFoundAgainInWhatTheKernelShows() {
        assertThat(NfsMount.wrong(asked(null), mounted(SHOWN))).isEmpty();
        assertThat(NfsMount.wrong(asked("nfsvers=4,soft,lookupcache=all,bg,_netdev"), mounted("rw,vers=4.1,soft")))
                .isEmpty();
    }

    @Test
    void whatTheServerOrTheKernelMadeOfItInsteadIsTold() {
        assertThat(NfsMount.wrong(asked("nfsvers=4.2,rsize=4194304"), mounted("rw,vers=4.1,rsize=1048576,hard")))
                .containsExactly(
                        "asked for nfsvers=4.2, mounted with vers=4.1",
                        "asked for rsize=4194304, mounted with rsize=1048576");
        assertThat(NfsMount.wrong(asked("noac"), mounted(SHOWN)))
                .containsExactly("asked for noac, mounted with none such");
        assertThat(NfsMount.wrong(asked("hard"), new Mount(Path.of("/run/nfs"), "tmpfs", "none", List.of("hard"))))
                .containsExactly("asked for nfs of files:/export, mounted is tmpfs of none");
        assertThat(NfsMount.wrong(asked("hard"), null)).containsExactly("nothing is mounted there");
    }

    @Test
    void itIsMountedOnceAndTriedFromEveryHostOfApplicationServers() throws Exception {
        try (TierRig rig = new TierRig(home, false, SETTINGS)) {
            rig.host.installed("mount.nfs", Path.of("/usr/sbin/mount.nfs"));
            Path point = rig.deployment.directory().mount();
            AtomicBoolean mounted = new AtomicBoolean();
            rig.host.when("nfs-mount", () -> mounted.set(true));
            NfsMount mount = new NfsMount(
                    rig.deployment.directory(),
                    rig.host,
                    ImageDirectoryTest.storage(rig),
                    () -> Mounts.parse(
                            mounted.get()
                                    ? List.of("61 22 0:44 / " + point + " rw - nfs4 files:/export " + SHOWN)
                                    : List.of()));

            mount.make();
            mount.make();
            mount.probe(point);

            assertThat(rig.host.diary()).containsExactly("run nfs-mount", "run nfs-probe-fake");
            assertThat(rig.host.command("nfs-mount"))
                    .containsExactly(
                            "mount",
                            "-t",
                            "nfs",
                            "-o",
                            "hard,nfsvers=4.2,proto=tcp,timeo=600,retrans=2,lookupcache=positive",
                            "files:/export",
                            point.toString());
        }
    }

    @Test
    void aMountThatIsNotWhatWasAskedStopsTheDeployment() throws Exception {
        try (TierRig rig = new TierRig(home, false, SETTINGS)) {
            Path point = rig.deployment.directory().mount();
            NfsMount mount = new NfsMount(
                    rig.deployment.directory(),
                    rig.host,
                    ImageDirectoryTest.storage(rig),
                    () -> Mounts.parse(
                            List.of("61 22 0:44 / " + point + " rw - nfs4 files:/export rw,vers=3,soft,proto=tcp")));

            assertThatThrownBy(mount::make)
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("is not what was asked for (imageStore.nfs, imageStore.nfsOptions)");
            assertThat(rig.host.diary()).isEmpty();
        }
    }

    @Test
    void whoCannotKeepAPictureThereIsTold() throws Exception {
        try (TierRig rig = new TierRig(home, false, SETTINGS)) {
            rig.host.exitCode("nfs-probe-fake", 1);

            assertThatThrownBy(() -> new NfsMount(
                                    rig.deployment.directory(), rig.host, ImageDirectoryTest.storage(rig), Mounts::now)
                            .probe(home))
                    .hasMessageContaining("host fake cannot keep a picture on files:/export (imageStore.nfs; log: ");
        }
    }
}
