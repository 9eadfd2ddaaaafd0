package gavel.harness.platform.ssh.host;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.ssh.push.Build;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the far end is started, by the shell that a far machine runs. */
class SshHostTest {
    @TempDir
    private Path directory;

    @Test
    void whatALoginTellsEveryJvmIsForNoneOfOurs() throws Exception {
        Path java = directory.resolve("builds/b1/java/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(
                java,
                "#!/bin/sh\necho ${JAVA_TOOL_OPTIONS:-none} ${JDK_JAVA_OPTIONS:-none} ${_JAVA_OPTIONS:-none} $LC_ALL $#\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder shell =
                new ProcessBuilder("sh", "-c", SshHost.starting(directory.toString(), new Build("b1", List.of())));
        for (String name : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            shell.environment().put(name, "-Xmx1m");
        }
        Process started = shell.start();
        assertThat(new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("none none none C.UTF-8 ");
        assertThat(started.waitFor()).isZero();
    }
}
