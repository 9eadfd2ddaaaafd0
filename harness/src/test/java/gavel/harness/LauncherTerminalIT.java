package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script {@code gavel} tells its JVM, which is a script, of the terminal it is called on. */
class LauncherTerminalIT {
    private static final Path TERMINAL = Path.of("/usr/bin/script");

    @TempDir
    Path home;

    /** {@code su -c} starts a session of its own: it has the caller's terminal, but cannot open it by its name. */
    @Test
    void aSessionOfItsOwnKnowsTheWidthOfItsTerminal() throws Exception {
        boolean there = Files.isExecutable(TERMINAL);
        if (!there) {
            System.err.println("NOT TESTED: the launcher on a terminal needs script (package bsdutils)");
        }
        assumeTrue(there, "script is not installed here");
        program("gavel", Files.readString(Path.of("../gavel")));
        program("runtime/bin/java", "#!/bin/sh\nprintf '[%s] ' \"$@\"\n");
        Files.createDirectories(home.resolve(".build/last"));
        Files.createFile(home.resolve(".build/last/built"));

        Process process = new ProcessBuilder(
                        TERMINAL.toString(),
                        "-qec",
                        "stty cols 99; exec setsid --wait bash '" + home.resolve("gavel") + "' status",
                        "/dev/null")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("[-Dgavel.columns=99] ").doesNotContain("/dev/tty");
    }

    private void program(String name, String text) throws Exception {
        Path program = home.resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
