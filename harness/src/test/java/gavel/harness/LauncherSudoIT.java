package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code gavel} says where sudo has left out what it would find a JDK by. */
class LauncherSudoIT {
    @TempDir
    Path directory;

    private String said(Map<String, String> more) throws Exception {
        Path tools = directory.resolve("tools");
        if (!Files.exists(tools)) {
            Files.createDirectory(tools);
            for (String tool : List.of("bash", "cat", "dirname", "readlink", "sed", "tail")) {
                Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
            }
        }
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", "../gavel", "run").redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("GAVEL_JDKS", directory.resolve("nowhere").toString());
        builder.environment().putAll(more);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
        return said;
    }

    @Test
    void aJdkOfTheUserIsToBeNamedAgain() throws Exception {
        assertThat(said(Map.of("SUDO_USER", "ann")))
                .startsWith("gavel: a JDK 25 or later is needed, found: none; ")
                .endsWith("; sudo hides it: type it again, as in sudo JAVA_HOME=DIRECTORY ./gavel run\n");
        assertThat(said(Map.of())).endsWith(" and set JAVA_HOME\n");
    }
}
