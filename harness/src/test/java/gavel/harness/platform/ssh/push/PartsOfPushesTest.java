package gavel.harness.platform.ssh.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a push that was broken off, by the shell that a far machine runs. */
class PartsOfPushesTest {
    @TempDir
    private Path directory;

    private static Process shell(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        shell.waitFor();
        return shell;
    }

    private static String said(String script) throws IOException, InterruptedException {
        return new String(shell(script).getInputStream().readAllBytes()).strip();
    }

    private List<String> in(String place) {
        return Arrays.asList(directory.resolve(place).toFile().list());
    }

    @Test
    void partsWhoseShellHasEndedGoBeforeRoomIsLookedFor() throws Exception {
        long ended = shell("exit 0").pid();
        String machine = said("uname -n");
        String part = "ab12." + machine + "." + ended;
        String going = "ab12." + machine + "." + ProcessHandle.current().pid();
        String elsewhere = "ab12.another-" + machine + "." + ended;
        for (String place : List.of("store", "builds", "runtimes")) {
            for (String name : List.of("ab12", part, going, elsewhere)) {
                Files.createDirectories(directory.resolve(place).resolve(name).resolve("bin"));
            }
        }

        assertThat(Probe.read(said(Probe.script(directory.toString())))).isPresent();

        for (String place : List.of("store", "builds", "runtimes")) {
            assertThat(in(place)).as(place).containsExactlyInAnyOrder("ab12", going, elsewhere);
        }
    }

    /** A deployment that has filled it can be removed, when all programs are there. */
    @Test
    void aMachineWithAFullDiskStillTellsWhatItIs() throws Exception {
        // As on a full disk, a file can be made and nothing written to it.
        String full = "ulimit -f 0; " + Probe.script(directory.toString());
        assertThat(Probe.read(said(full))).isPresent();
        assertThat(directory.resolve(".probe")).doesNotExist();
    }

    /** Another command may start a server by it, and a full disk would not take another. */
    @Test
    void aLinkToJavaThatIsRightStays() throws Exception {
        Path build = Files.createDirectories(directory.resolve("builds/b1"));
        Path link = build.resolve("java");
        String right = Push.linking(directory.toString(), "b1", "/opt/java-25");
        assertThat(shell(right).exitValue()).isZero();
        assertThat(Files.readSymbolicLink(link)).hasToString("/opt/java-25");
        shell("touch -h -t 202601010000 %1$s/java && touch -t 202601010000 %1$s".formatted(build));
        FileTime made = Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS);

        assertThat(shell(right).exitValue()).isZero();
        assertThat(Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS)).isEqualTo(made);
        assertThat(Files.getLastModifiedTime(build)).as("in use now").isNotEqualTo(made);

        assertThat(shell(Push.linking(directory.toString(), "b1", "/opt/java-26"))
                        .exitValue())
                .isZero();
        assertThat(Files.readSymbolicLink(link)).hasToString("/opt/java-26");
    }

    @Test
    void javaIsUnpackedCompletelyOrNotAtAll() throws Exception {
        shell(
                "cd %s && mkdir store runtimes java && head -c 300000 /dev/urandom > java/modules && tar -czf store/ab12 java"
                        .formatted(directory));
        Path archive = directory.resolve("store/ab12");
        byte[] whole = Files.readAllBytes(archive);

        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        assertThat(shell(Push.unpacking(directory.toString(), "ab12")).exitValue())
                .isNotZero();
        assertThat(in("runtimes")).as("as on a disk that is full").isEmpty();

        Files.write(archive, whole);
        assertThat(shell(Push.unpacking(directory.toString(), "ab12")).exitValue())
                .isZero();
        assertThat(in("runtimes")).containsExactly("ab12");
        assertThat(directory.resolve("runtimes/ab12/java/modules")).hasSize(300_000);
        assertThat(in("store")).isEmpty();
    }

    private Process shell(String script, String input) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("input"), input);
        Process shell = new ProcessBuilder("sh", "-c", script)
                .redirectInput(file.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        shell.waitFor();
        return shell;
    }

    private String lacking() throws IOException, InterruptedException {
        Process look = shell(Push.lacking(directory.toString(), "b1"), "app/target/app.jar\napp/target/lib/one.jar\n");
        assertThat(look.exitValue()).isZero();
        return new String(look.getInputStream().readAllBytes()).strip();
    }

    /** As systemd-tmpfiles does below /var/tmp. */
    @Test
    void aBuildWhoseFilesWereTidiedAwayGetsThemAgain() throws Exception {
        Path store = Files.createDirectories(directory.resolve("store"));
        Files.createDirectories(directory.resolve("builds"));
        Files.writeString(store.resolve("ab"), "app");
        Files.writeString(store.resolve("cd"), "one");
        String lines = "ab app/target/app.jar\ncd app/target/lib/one.jar\n";
        assertThat(lacking()).isEqualTo("lacking");
        assertThat(shell(Push.assembling(directory.toString(), "b1"), lines).exitValue())
                .isZero();
        assertThat(in("builds")).containsExactly("b1");
        assertThat(lacking()).isEmpty();
        FileTime time = Files.getLastModifiedTime(directory.resolve("builds/b1/app/target/app.jar"));

        Files.delete(directory.resolve("builds/b1/app/target/app.jar"));
        assertThat(lacking()).isEqualTo("lacking");
        assertThat(shell(Push.assembling(directory.toString(), "b1"), lines).exitValue())
                .isZero();

        assertThat(in("builds")).containsExactly("b1");
        assertThat(directory.resolve("builds/b1/app/target/app.jar")).hasContent("app");
        assertThat(Files.getLastModifiedTime(directory.resolve("builds/b1/app/target/app.jar")))
                .isEqualTo(time);
        assertThat(lacking()).isEmpty();
    }

    @Test
    void javaWhoseFilesWereTidiedAwayIsUnpackedAgain() throws Exception {
        shell(("cd %s && mkdir -p store runtimes/ab12/bin j/bin j/lib && echo m > j/lib/modules && echo j > j/bin/java"
                        + " && chmod +x j/bin/java && tar -czf store/ab12 -C j .")
                .formatted(directory));
        assertThat(shell(Push.unpacking(directory.toString(), "ab12")).exitValue())
                .isZero();
        assertThat(in("runtimes")).containsExactly("ab12");
        assertThat(directory.resolve("runtimes/ab12/lib/modules")).hasContent("m");
    }
}
