package gavel.harness.platform.ssh.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildTest {
    @TempDir
    private Path home;

    private void file(String path, String content) throws IOException {
        Path file = home.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void made() throws IOException {
        for (String module : new String[] {"auction-app", "workload-driver", "harness"}) {
            file(module + "/target/" + module + ".jar", module);
            file(module + "/target/lib/same.jar", "the same everywhere");
            file(module + "/target/classes/Not.class", "left aside");
        }
    }

    @Test
    void aBuildIsNamedByWhatIsInIt() throws IOException {
        made();
        Build first = Build.of(home);
        assertThat(first.blobs())
                .extracting(Blob::path)
                .containsExactly(
                        "auction-app/target/auction-app.jar",
                        "auction-app/target/lib/same.jar",
                        "harness/target/harness.jar",
                        "harness/target/lib/same.jar",
                        "workload-driver/target/lib/same.jar",
                        "workload-driver/target/workload-driver.jar");
        assertThat(first.blobs().stream().map(Blob::sha256).distinct()).hasSize(4);
        assertThat(Build.of(home).id()).isEqualTo(first.id()).matches("[0-9a-f]{16}");
        file("harness/target/harness.jar", "changed");
        assertThat(Build.of(home).id()).isNotEqualTo(first.id());
    }

    @Test
    void theSameContentUnderAnotherNameIsAnotherBuild() throws IOException {
        made();
        String id = Build.of(home).id();
        Files.move(home.resolve("harness/target/lib/same.jar"), home.resolve("harness/target/lib/other.jar"));
        assertThat(Build.of(home).id()).isNotEqualTo(id);
    }

    @Test
    void whatWasNotBuiltIsTold() {
        assertThatThrownBy(() -> Build.of(home))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("the programs of this build cannot be read");
    }

    @Test
    void aNameThatAShellWouldReadOtherwiseIsRefused() throws IOException {
        made();
        file("harness/target/lib/a b;rm.jar", "");
        assertThatThrownBy(() -> Build.of(home)).isInstanceOf(IllegalArgumentException.class);
    }
}
