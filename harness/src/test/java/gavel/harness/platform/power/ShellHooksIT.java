package gavel.harness.platform.power;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.machine.MachineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that really run. */
class ShellHooksIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final MachineSettings MACHINE =
            new MachineSettings("db1", "10.0.0.5", null, null, null, null, List.of("services"), "on", null, null);

    @TempDir
    Path logs;

    private Hooks.Outcome run(String command, Duration limit) throws InterruptedException {
        return new ShellHooks(logs).run(MACHINE, "powerOn", command, limit);
    }

    @Test
    void theyKnowTheirMachineAndWhatTheySayIsInItsLog() throws Exception {
        assertThat(run("echo first; echo $GAVEL_HOST at $GAVEL_ADDRESS; echo", LIMIT))
                .isEqualTo(new Hooks.Outcome(0, LIMIT, "db1 at 10.0.0.5"));
        assertThat(run("exit 3", LIMIT)).isEqualTo(new Hooks.Outcome(3, LIMIT, ""));
        assertThat(logs.resolve("power-db1.log")).content().startsWith("first\ndb1 at");
    }

    @Test
    void oneThatDoesNotEndIsEndedWithEverythingBelowIt() throws Exception {
        Duration limit = Duration.ofMillis(500);
        Path pid = logs.resolve("pid");

        assertThat(run("sleep 300 & echo $! > " + pid + "; wait", limit).code()).isNull();

        long child = Long.parseLong(Files.readString(pid).strip());
        assertThat(gone(child)).isTrue();
    }

    private static boolean gone(long pid) throws IOException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
                return true;
            }
            Thread.sleep(20);
        }
        return false;
    }
}
