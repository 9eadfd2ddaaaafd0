package gavel.harness.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageDirectoryTest {
    @TempDir
    Path home;

    private TierRig rig(String... settings) {
        return new TierRig(home, false, settings);
    }

    static ImageDirectory directory(TierRig rig) {
        return new ImageDirectory(rig.deployment.directory(), rig.host, storage(rig));
    }

    static Launch.Storage storage(TierRig rig) {
        return (Launch.Storage)
                rig.running.topology().of(Tiers.IMAGE_STORE).getFirst().launch();
    }

    @Test
    void withoutAPlaceOfItsOwnItIsPartOfTheRunDirectory() throws Exception {
        try (TierRig rig = rig("imageStore.implementation=directory")) {
            directory(rig).prepare();

            assertThat(rig.deployment.directory().data("images")).isDirectory().isEmptyDirectory();
            assertThat(directory(rig).description()).startsWith("directory on ");
        }
    }

    @Test
    void inASharedPlaceEachDeploymentHasOneOfItsOwnWhichGoesWithIt() throws Exception {
        Path shared = Files.createDirectory(home.resolve("shared"));
        Path ofAnother = Files.writeString(shared.resolve("precious"), "of another");
        try (TierRig rig = rig("imageStore.implementation=directory", "imageStore.directory=" + shared)) {
            directory(rig).prepare();
            Path file =
                    Files.writeString(rig.deployment.directory().data("images").resolve("picture"), "bytes");
            directory(rig).prepare();

            assertThat(file).as("made once").exists();
            assertThat(file.toRealPath()).startsWithRaw(shared.toRealPath());

            rig.deployment.directory().delete();
            try (Stream<Path> left = Files.list(shared)) {
                assertThat(left).containsExactly(ofAnother);
            }
        }
    }

    @Test
    void aPlaceThatIsNotThereIsNamedWithItsSetting() throws Exception {
        try (TierRig rig = rig("imageStore.implementation=directory", "imageStore.directory=" + home.resolve("none"))) {
            assertThatThrownBy(() -> directory(rig).prepare())
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining(home.resolve("none") + " (imageStore.directory)")
                    .hasMessageContaining("must exist and be writable");
        }
    }
}
