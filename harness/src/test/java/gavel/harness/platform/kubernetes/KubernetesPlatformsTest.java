package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesPlatformsTest {
    @TempDir
    Path home;

    /** The first letters of what {@code sha256sum} prints in the pod. */
    @Test
    void aBuildIsKnownByTheJarOfItsFarEnd() throws IOException {
        Installation installation = new Installation(home, Path.of("java"));
        Files.createDirectories(installation.harnessJar().getParent());
        Files.writeString(installation.harnessJar(), "abc");

        assertThat(KubernetesPlatforms.build(installation)).isEqualTo("ba7816bf8f01cfea");
    }

    @Test
    void whereNothingWasBuiltTheReaderIsToldWhatBuilds() {
        assertThatThrownBy(() -> KubernetesPlatforms.build(new Installation(home, Path.of("java"))))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("start it with the launcher `gavel`, which builds first");
    }

    @Test
    void aDeploymentInAClusterIsKnownByItsMemory() throws IOException {
        KubernetesPlatforms kubernetes = new KubernetesPlatforms(null, null, null);
        assertThat(kubernetes.holds(home)).isFalse();

        Files.writeString(home.resolve("kubernetes.json"), "{}");
        assertThat(kubernetes.holds(home)).isTrue();
    }
}
