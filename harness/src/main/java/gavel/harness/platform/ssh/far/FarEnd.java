package gavel.harness.platform.ssh.far;

import gavel.harness.deployment.Installation;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.platform.ssh.protocol.Answerer;
import gavel.harness.platform.ssh.protocol.Frames;
import gavel.harness.time.Timekeeper;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The process at the far end of a connection: this machine's own platform, which does what the near end asks for on its standard streams. It
 * ends when the near end does, or is silent for too long; what it has started goes on, unless it was started to end with the harness.
 */
public final class FarEnd {
    private static final long LONGEST_SILENCE_MILLIS = 240_000;

    private FarEnd() {}

    /** Arguments: the directory on this machine, and the name of the build. */
    public static void main(String[] arguments) throws InterruptedException {
        Locale.setDefault(Locale.US);
        System.setProperty("mariadb.logging.disable", "true");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Path directory = Path.of(arguments[0]);
        String build = arguments[1];
        Frames frames = new Frames(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        // Whatever some library prints is no message.
        System.setOut(System.err);
        Installation installation = new Installation(
                directory,
                directory.resolve("builds").resolve(build),
                Path.of(System.getProperty("java.home"), "bin/java"));
        Timekeeper time = Timekeeper.system();
        LocalPlatforms here = new LocalPlatforms(
                installation,
                LocalHost::new,
                time,
                new JdkHttp(),
                instances -> ProcCollector.start(instances, time, System::nanoTime));
        Answerer answerer = new Answerer(build, frames, FarHost.class, new FarOperations(directory, here, time));
        Thread.ofPlatform().daemon().name("silence").start(() -> endWhenSilent(answerer));
        int code = 0;
        try {
            answerer.serve();
        } catch (IOException e) {
            System.err.println("gavel: " + e.getMessage());
            code = 3;
        }
        // Not an orderly end: nobody waits for calls that nobody waits for.
        Runtime.getRuntime().halt(code);
    }

    private static void endWhenSilent(Answerer answerer) {
        try {
            while (answerer.silentMillis() < LONGEST_SILENCE_MILLIS) {
                Thread.sleep(1_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(3);
    }
}
