package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageDirectoryTest {
    @TempDir
    Path home;

    private TierRig rig(String... settings) {
        return new TierRig(home, false, settings);
    }

    @Test
    void withoutAPlaceOfItsOwnItIsPartOfTheRunDirectory() throws Exception {
        try (TierRig rig = rig("imageStore.implementation=directory")) {
            ImageDirectory.prepare(rig.deployment);

            assertThat(rig.deployment.directory().data("images")).isDirectory().isEmptyDirectory();
            assertThat(ImageDirectory.description(rig.deployment)).startsWith("directory on ");
        }
    }

    @Test
    void inASharedPlaceEachDeploymentHasOneOfItsOwnWhichGoesWithIt() throws Exception {
        Path shared = Files.createDirectory(home.resolve("shared"));
        Path ofAnother = Files.writeString(shared.resolve("precious"), "of another");
        try (TierRig rig = rig("imageStore.implementation=directory", "imageStore.directory=" + shared)) {
            ImageDirectory.prepare(rig.deployment);
            Path file =
                    Files.writeString(rig.deployment.directory().data("images").resolve("picture"), "bytes");
            ImageDirectory.prepare(rig.deployment);

            assertThat(file).as("made once").exists();
            assertThat(file.toRealPath()).startsWithRaw(shared.toRealPath());
            assertThat(AppSettings.content(rig.deployment, 0).get("gavel").toString())
                    .contains(Map.of("store", "directory").toString().replaceAll("[{}]", ""))
                    .contains(rig.deployment.directory().data("images").toString());

            rig.deployment.directory().delete();
            try (Stream<Path> left = Files.list(shared)) {
                assertThat(left).containsExactly(ofAnother);
            }
        }
    }

    @Test
    void aPlaceThatIsNotThereIsNamedWithItsSetting() throws Exception {
        try (TierRig rig = rig("imageStore.implementation=directory", "imageStore.directory=" + home.resolve("none"))) {
            assertThatThrownBy(() -> ImageDirectory.prepare(rig.deployment))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining(home.resolve("none") + " (imageStore.directory)")
                    .hasMessageContaining("must exist and be writable");
        }
    }
}
