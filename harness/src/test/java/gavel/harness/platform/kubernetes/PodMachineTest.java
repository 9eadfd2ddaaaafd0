package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.images.Image;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the far end is started, by the shell of a container. */
class PodMachineTest {
    @TempDir
    private Path directory;

    /** A cluster may put a tracer into every pod. */
    @Test
    void whatAClusterTellsEveryProgramIsForNoneOfOurs() throws Exception {
        Path java = directory.resolve("java/bin/java");
        Files.createDirectories(java.getParent());
        Files.createDirectory(directory.resolve("gavel"));
        Files.createFile(directory.resolve("gavel/harness.jar"));
        Files.writeString(
                java,
                "#!/bin/sh\necho ${JAVA_TOOL_OPTIONS:-none} ${JDK_JAVA_OPTIONS:-none} ${_JAVA_OPTIONS:-none} ${LD_PRELOAD:-none} $LC_ALL\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        String script = PodMachine.command(new Kubectl(null, "prod", "bench"), "gavel-1-web1", Image.NGINX)
                .getLast();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", script.replace(PodObjects.AGENT, directory.toString()));
        for (String name : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            shell.environment().put(name, "-javaagent:/tracer.jar");
        }
        shell.environment().put("LD_PRELOAD", "/tracer.so");
        Process started = shell.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertThat(new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("none none none none C.UTF-8\n");
        assertThat(started.waitFor()).isZero();
    }
}
