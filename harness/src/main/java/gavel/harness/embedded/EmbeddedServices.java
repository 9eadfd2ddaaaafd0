package gavel.harness.embedded;

import de.bwaldvogel.mongo.MongoServer;
import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

    private void start(EmbeddedSpec spec) throws IOException, SQLException, InterruptedException {
        Path file = Path.of(spec.stateFile());
        // Of an earlier process: this one is not ready yet.
        Files.deleteIfExists(file);
        EmbeddedState state;
        // The database is made by other processes; meanwhile this one loads the classes of the other two.
        try (ExecutorService beside = Executors.newCachedThreadPool()) {
            Future<Void> broker = beside.submit(() -> startBroker(spec));
            Future<Void> documents = beside.submit(() -> startDocuments(spec));
            state = startDatabase(spec);
            await(documents);
            await(broker);
        }
        WholeFile.put(file, new JsonMapper().writeValueAsString(state), false);
    }

    private Void startDocuments(EmbeddedSpec spec) throws IOException {
        if (spec.documents() == null) {
            return null;
        }
        SpillFile pictures = SpillFile.in(Path.of(spec.documents().directory()));
        toClose(pictures);
        MongoServer documents = new MongoServer(new GuardedBackend(
                new CompactBackend(pictures, StoreRoom.ofProcess(pictures::usableBytes)),
                new Scram(spec.documents().username(), spec.documents().password())));
        if (spec.identity() != null) {
            KeyMaterial material = KeyMaterial.of(spec.identity());
            documents.enableSsl(material.key(), null, material.certificates());
        }
        documents.bind(spec.address(), spec.documents().port());
        toClose(documents::shutdownNow);
        say("document store listens on " + spec.documents().port());
        return null;
    }

    private EmbeddedState startDatabase(EmbeddedSpec spec) throws IOException, SQLException {
        long pid = ProcessHandle.current().pid();
        if (spec.database() == null) {
            return new EmbeddedState(pid, 0, "");
        }
        EmbeddedDatabase database = EmbeddedDatabase.start(spec);
        toClose(database);
        say("database listens on " + spec.database().port());
        return new EmbeddedState(pid, database.pid(), database.version());
    }

    private Void startBroker(EmbeddedSpec spec) throws IOException {
        if (spec.broker() != null) {
            toClose(EmbeddedBroker.start(spec));
            say("broker listens on " + spec.broker().port());
        }
        return null;
    }

    private static void await(Future<Void> service) throws IOException, InterruptedException {
        try {
            service.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException known -> throw known;
                case RuntimeException known -> throw known;
                default -> throw new IOException(e.getCause());
            }
        }
    }

    private synchronized void toClose(AutoCloseable service) {
        started.push(service);
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
