package gavel.harness.platform.power;

import gavel.harness.config.machine.MachineSettings;
import java.time.Duration;

/** Runs the commands of the user's that switch machines. */
@FunctionalInterface
public interface Hooks {
    /**
     * Runs one to its end, or to the end of its time.
     *
     * @param name of the hook, such as {@code powerOn}
     * @param command for a shell of this machine
     */
    Outcome run(MachineSettings machine, String name, String command, Duration limit) throws InterruptedException;

    /**
     * How it ended.
     *
     * @param code null where it did not end in its time
     * @param last line it printed; empty for none
     */
    record Outcome(Integer code, Duration limit, String last) {
        public boolean good() {
            return code != null && code == 0;
        }

        String words() {
            String end = code == null
                    ? "did not end within " + Math.max(1, limit.toSeconds()) + " s"
                    : "ended with exit code " + code;
            return last.isEmpty() ? end : end + ": " + last;
        }
    }
}
