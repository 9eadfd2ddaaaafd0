package gavel.harness.platform.local.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts every process from one thread that lives as long as the harness. The kernel sends the parent-death signal when the thread that
 * started a process ends, not when its process does.
 */
final class Launcher {
    /**
     * How root's rights are left behind, the best way first. In a user namespace of its own they stay outside, while its files still belong
     * to the deployment. A JVM answers jcmd there through a file that it gives to its own user. For that the user needs a number, which an
     * older unshare cannot give. Some containers permit no user namespaces.
     */
    private static final List<List<String>> WITHOUT_RIGHTS = List.of(
            List.of("unshare", "--user", "--map-user=65534", "--map-group=65534", "--"),
            List.of("unshare", "--user", "--"),
            List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"));

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("process-launcher").daemon().factory());
    private List<String> withoutRights;

    Process start(ProcessBuilder builder) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> started(builder), thread).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CompletionException wrapped
                    && wrapped.getCause() instanceof IOException cause) {
                throw cause;
            }
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** What a command begins with that is to have no rights of root. Asked of the machine once: every start needs it. */
    synchronized List<String> withoutRights() {
        if (withoutRights == null) {
            withoutRights =
                    WITHOUT_RIGHTS.stream().filter(this::works).findFirst().orElse(WITHOUT_RIGHTS.getLast());
        }
        return withoutRights;
    }

    private boolean works(List<String> way) {
        List<String> command = new ArrayList<>(way);
        command.add("true");
        try {
            Process tried = start(new ProcessBuilder(command).redirectErrorStream(true));
            tried.getInputStream().readAllBytes();
            return tried.onExit().join().exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
