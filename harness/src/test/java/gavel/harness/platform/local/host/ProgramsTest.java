package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
    @TempDir
    Path root;

    private void install(String path, String permissions) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    }

    private String find(String... patterns) {
        return Programs.find(root, List.of(patterns))
                .map(path -> root.relativize(path).toString())
                .orElse("none");
    }

    @Test
    void ofSeveralVersionsTheNewestIsTakenAsANumber() throws IOException {
        install("lib/server/9/bin/run", "rwxr-xr-x");
        install("lib/server/15/bin/run", "rwxr-xr-x");

        assertThat(find("lib/server/*/bin/run")).isEqualTo("lib/server/15/bin/run");
    }

    @Test
    void theFirstPlaceThatHasItWins() throws IOException {
        install("opt/run-2/run", "rwxr-xr-x");
        install("usr/run-1/run", "rwxr-xr-x");

        assertThat(find("usr/run-*/run", "opt/run-*/run")).isEqualTo("usr/run-1/run");
        assertThat(find("nowhere/*/run", "opt/run-*/run")).isEqualTo("opt/run-2/run");
    }

    @Test
    void whatCannotBeExecutedIsNoProgram() throws IOException {
        install("usr/bin/run", "rw-r--r--");

        assertThat(find("usr/bin/run", "usr/*")).isEqualTo("none");
    }
}
