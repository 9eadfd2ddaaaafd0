package gavel.harness.platform.ssh.far;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.deployment.Installation;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.container.ContainerCollector;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.platform.ssh.protocol.Answerer;
import gavel.harness.platform.ssh.protocol.Frames;
import gavel.harness.time.Timekeeper;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The process at the far end of a connection: this machine's own platform, which does what the near end asks for on its standard streams. It
 * ends when the near end does, or is silent for too long; what it has started goes on, unless it was started to end with the harness.
 */
public final class FarEnd {
    /** Of its JVM, but for the heap. What that says goes where it disturbs no message. */
    public static final String FLAGS =
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:+ExitOnOutOfMemoryError"
                    + " -XX:+DisplayVMOutputToStderr --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
                    + " -Dfile.encoding=UTF-8";

    private static final long LONGEST_SILENCE_MILLIS = 240_000;

    private FarEnd() {}

    /** Arguments: the directory on this machine, the name of the build, and {@code container} where the machine is one. */
    public static void main(String[] arguments) throws InterruptedException {
        Locale.setDefault(Locale.US);
        System.setProperty("mariadb.logging.disable", "true");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Path directory = Path.of(arguments[0]);
        String build = arguments[1];
        boolean container = arguments.length > 2;
        Frames frames = new Frames(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        // Whatever some library prints is no message.
        System.setOut(System.err);
        Installation installation = new Installation(
                directory,
                directory.resolve("builds").resolve(build),
                Path.of(System.getProperty("java.home"), "bin/java"));
        Timekeeper time = Timekeeper.system();
        LocalPlatforms here = new LocalPlatforms(
                installation, LocalHost::new, time, new JdkHttp(), instances -> watching(instances, container, time));
        Answerer answerer = new Answerer(build, frames, FarHost.class, new FarOperations(directory, here, time));
        Thread.ofPlatform().daemon().name("silence").start(() -> endWhenSilent(answerer));
        int code = 0;
        try {
            answerer.serve();
        } catch (IOException e) {
            System.err.println("gavel: " + e.getMessage());
            code = 3;
        }
        // Not an orderly end: calls without a caller are not waited for.
        Runtime.getRuntime().halt(code);
    }

    private static Collector watching(List<Instance> instances, boolean container, Timekeeper time) {
        Collector processes = ProcCollector.start(instances, time, System::nanoTime);
        return container
                ? ContainerCollector.within(
                        processes,
                        instances,
                        new Proc(),
                        ProcessHandle.current().pid(),
                        time)
                : processes;
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
