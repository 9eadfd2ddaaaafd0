package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesPlatformsTest {
    @TempDir
    Path home;

    private Installation installation(String harness, String app) throws IOException {
        Installation installation = new Installation(home, Path.of("java"));
        for (Map.Entry<Path, String> jar : Map.of(installation.harnessJar(), harness, installation.appJar(), app)
                .entrySet()) {
            Files.createDirectories(jar.getKey().getParent());
            Files.writeString(jar.getKey(), jar.getValue());
        }
        return installation;
    }

    /** The first letters of what {@code sha256sum} prints in the pod. */
    @Test
    void aBuildIsKnownByTheJarOfItsFarEnd() throws IOException {
        assertThat(KubernetesPlatforms.build(installation("abc", "x"), Image.NGINX))
                .isEqualTo("ba7816bf8f01cfea");
    }

    /** A node keeps an image of a tag that was given anew: what it runs would be measured as this build. */
    @Test
    void andByThatOfTheProgramInItsPod() throws IOException {
        assertThat(KubernetesPlatforms.build(installation("a", "bc"), Image.APP))
                .isEqualTo("ba7816bf8f01cfea");
        assertThat(KubernetesPlatforms.build(installation("a", "bd"), Image.APP))
                .as("another application")
                .isNotEqualTo("ba7816bf8f01cfea");
    }

    @Test
    void whereNothingWasBuiltTheReaderIsToldWhatBuilds() {
        assertThatThrownBy(() -> KubernetesPlatforms.build(new Installation(home, Path.of("java")), Image.APP))
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
