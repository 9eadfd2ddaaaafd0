package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/prose} says where its tools are out of reach; the programs that would bring them are stand-ins. */
class ProseIT {
    private static void program(Path place, String name, String text) throws IOException {
        Path program = Files.writeString(place.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A registry that cannot be reached says nothing about a document. */
    @Test
    void withoutItsToolsNothingIsFoundAndThatIsSaid(@TempDir Path place) throws Exception {
        program(place, "node", "exit 0");
        program(place, "npm", "echo npm cannot reach its registry; exit 1");
        ProcessBuilder builder = new ProcessBuilder("bash", "../.ci/prose").redirectErrorStream(true);
        builder.environment().put("PATH", place + ":" + System.getenv("PATH"));
        builder.environment().put("CACHE", place.resolve("cache").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said)
                .contains("npm cannot reach its registry")
                .contains("THE LANGUAGE OF THE DOCUMENTS WAS NOT CHECKED: the tools could not be brought");
    }
}
