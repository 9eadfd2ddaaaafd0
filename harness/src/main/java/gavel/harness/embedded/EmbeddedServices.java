package gavel.harness.embedded;

import de.bwaldvogel.mongo.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.json.JsonMapper;

/**
 * Main class of the child process that holds the embedded data services, so that an application server can be killed alone. It lives
 * until it is told to end, or, when it follows its input, until the process that started it is gone.
 */
public final class EmbeddedServices implements AutoCloseable {
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private EmbeddedServices() {}

    /** The one argument is the file of the {@link EmbeddedSpec}. */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedSpec spec = new JsonMapper().readValue(Path.of(arguments[0]).toFile(), EmbeddedSpec.class);
        EmbeddedServices services = new EmbeddedServices();
        // A hook, because SIGTERM is how it is told to end; halt, because the broker's threads are not daemons.
        Runtime.getRuntime().addShutdownHook(new Thread(services::close, "stop-services"));
        try {
            services.start(spec);
        } catch (Throwable e) { // an Error too: threads of the others would keep a process without a main thread
            services.say("cannot start: " + (e instanceof Error ? e : e.getMessage()) + cause(e));
            services.close();
            Runtime.getRuntime().halt(3);
        }
        if (spec.followInput()) {
            services.awaitEndOfInput();
        } else {
            services.ended.await();
        }
        services.close();
        Runtime.getRuntime().halt(0);
    }

    private void start(EmbeddedSpec spec) throws IOException, SQLException {
        Path file = Path.of(spec.stateFile());
        Files.createDirectories(file.getParent());
        // Of an earlier process: this one is not ready yet.
        Files.deleteIfExists(file);
        long databasePid = 0;
        String databaseVersion = "";
        if (spec.documents() != null) {
            SpillFile pictures = SpillFile.in(Path.of(spec.documents().directory()));
            started.push(pictures);
            MongoServer documents = new MongoServer(new GuardedBackend(
                    new CompactBackend(pictures, StoreRoom.ofProcess(pictures::usableBytes)),
                    new Scram(spec.documents().username(), spec.documents().password())));
            if (spec.identity() != null) {
                KeyMaterial material = KeyMaterial.of(spec.identity());
                documents.enableSsl(material.key(), null, material.certificates());
            }
            documents.bind(spec.address(), spec.documents().port());
            started.push(documents::shutdownNow);
            say("document store listens on " + spec.documents().port());
        }
        if (spec.database() != null) {
            EmbeddedDatabase database = EmbeddedDatabase.start(spec);
            started.push(database);
            databasePid = database.pid();
            databaseVersion = database.version();
            say("database listens on " + spec.database().port());
        }
        if (spec.broker() != null) {
            started.push(EmbeddedBroker.start(spec));
            say("broker listens on " + spec.broker().port());
        }
        EmbeddedState state = new EmbeddedState(ProcessHandle.current().pid(), databasePid, databaseVersion);
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(temporary, new JsonMapper().writeValueAsString(state));
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
            say("standard input ended: the process that started this is gone");
        } catch (IOException e) {
            say("standard input failed: " + e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                say("did not stop cleanly: " + e.getMessage());
            }
        }
        ended.countDown();
    }

    private static String cause(Throwable error) {
        return error.getCause() == null ? "" : ": " + error.getCause().getMessage();
    }

    private void say(String line) {
        System.out.println(line);
    }
}
