package gavel.harness.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One command at a time works on a deployment. */
@Timeout(60)
class DeploymentLockTest {
    @TempDir
    private Path home;

    private static void assumePython() throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException notThere) {
            there = false;
        }
        assumeTrue(there, "there is no python3: nobody knows what another process is told");
    }

    private Path mine() {
        return home.resolve("mine");
    }

    @Test
    void nobodyElseTakesWhatIsTakenUntilItIsGivenBack() {
        try (DeploymentLock _ = DeploymentLock.take(mine())) {
            assertThatThrownBy(() -> DeploymentLock.take(mine()))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessage("deployment mine is in use by another command; wait until it ends");
            DeploymentLock.take(home.resolve("another")).close();
        }
        DeploymentLock.take(mine()).close();
    }

    @Test
    void givingBackTwiceIsHarmless() {
        DeploymentLock lock = DeploymentLock.take(mine());
        lock.close();
        lock.close();
        DeploymentLock.take(mine()).close();
    }

    /** One that could not be taken leaves nothing behind that keeps it from being taken. */
    @Test
    void whoComesTooEarlyMayComeAgain() {
        DeploymentLock held = DeploymentLock.take(mine());
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> DeploymentLock.take(mine())).isInstanceOf(EnvironmentException.class);
        }
        held.close();
        DeploymentLock.take(mine()).close();
    }

    /** A process that closes a locked file gives its lock back, by whatever channel it does so. */
    @Test
    void whoIsRefusedHereDoesNotTakeItFromItsHolder() throws Exception {
        assumePython();
        Path another = Files.createSymbolicLink(home.resolve("link"), Files.createDirectories(mine()));
        try (DeploymentLock _ = DeploymentLock.take(mine())) {
            assertThatThrownBy(() -> DeploymentLock.take(mine())).isInstanceOf(EnvironmentException.class);
            assertThatThrownBy(() -> DeploymentLock.take(another)).isInstanceOf(EnvironmentException.class);
            assertThat(elsewhere()).isEqualTo("refused");
        }
        assertThat(elsewhere()).isEqualTo("taken");
    }

    /** What another process is told that wants it. */
    private String elsewhere() throws Exception {
        Process process = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import fcntl,sys\nf=open(sys.argv[1],'w')\ntry:\n  fcntl.lockf(f,fcntl.LOCK_EX|fcntl.LOCK_NB)\n  print('taken')\n"
                                + "except OSError:\n  print('refused')",
                        mine().resolve("lock").toString())
                .start();
        return process.inputReader().readLine();
    }

    /** The kernel gives it back however its holder ends; here another program holds it. */
    @Test
    void anotherProcessHoldsItUntilItIsKilled() throws Exception {
        assumePython();
        Path file = Files.createDirectories(mine()).resolve("lock");
        Process holder = new ProcessBuilder(List.of(
                        "python3",
                        "-c",
                        "import fcntl,sys,time\nf=open(sys.argv[1],'w')\nfcntl.lockf(f,fcntl.LOCK_EX)\nprint('held',flush=True)\ntime.sleep(60)",
                        file.toString()))
                .start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("held");
            assertThatThrownBy(() -> DeploymentLock.take(mine())).hasMessageContaining("in use by another command");
        } finally {
            holder.destroyForcibly();
        }
        assertThat(holder.waitFor(10, TimeUnit.SECONDS)).isTrue();
        DeploymentLock.take(mine()).close();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldWithWhatToDo() throws IOException {
        Files.writeString(mine(), "a file");
        assertThatThrownBy(() -> DeploymentLock.take(mine()))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("cannot use the directory " + mine())
                .hasMessageEndingWith("; choose a place that can be written and has space");
    }

    @Test
    void thatOfAnotherUserSaysWhose() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a directory to another user");
        Files.createDirectories(mine().resolve("lock"));
        Files.setAttribute(mine(), "unix:uid", 54_321);

        assertThatThrownBy(() -> DeploymentLock.attempt(mine()))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("cannot use the directory " + mine())
                .hasMessageEndingWith("; it belongs to 54321: give the command as that user");
    }
}
