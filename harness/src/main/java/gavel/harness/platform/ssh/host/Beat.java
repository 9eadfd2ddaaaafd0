package gavel.harness.platform.ssh.host;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.ssh.far.FarHost;
import java.util.concurrent.TimeUnit;

/** A far end that hears nothing takes the harness for dead, so it is asked something now and then. */
public final class Beat {
    private static final long EVERY_SECONDS = 20;

    private Beat() {}

    /** Goes on while the far end's process lives; ends the process when there is no answer, or when the thread is interrupted. */
    public static Thread start(String host, FarHost far, Process process) {
        return Thread.ofVirtual().name("beat-" + host).start(() -> {
            try {
                while (process.isAlive()) {
                    TimeUnit.SECONDS.sleep(EVERY_SECONDS);
                    far.clock();
                }
            } catch (EnvironmentException | InterruptedException ended) {
                process.destroy();
            }
        });
    }
}
