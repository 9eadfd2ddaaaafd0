package gavel.driver.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsServer;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentJson;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.http.ServerBounds;
import gavel.driver.api.http.TimedOutput;
import gavel.driver.api.key.AgentKey;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Serves the control API of an agent over HTTP/JSON in TLS to every client that proves to have its key. Every request has a virtual thread of its own.
 * What others may hold of this process is bounded: connections and the time of a request, the handshake included ({@link ServerBounds}),
 * bodies, and answers that no client takes.
 */
public final class AgentServer implements AutoCloseable {
    private static final String BASE = "/v1/";
    private static final Object NOTHING = new Object();
    private static final Object ANSWERED = new Object();
    /** Of what a controller asks; a plan may hold a path of a hundred thousand points and certificates. */
    private static final long ORDER_BYTES = 8 << 20;
    /** Of what all agents have measured: as much as can be taken in without endangering the process. */
    private static final long MEASURED_BYTES =
            Math.max(32 << 20, Runtime.getRuntime().maxMemory() / 4);
    /** Most clients that follow the seconds or fetch the bids of a run at one time. */
    private static final int READERS = 8;

    private static final Duration LONGEST_WRITE = Duration.ofSeconds(20);

    private final HttpsServer server;
    private final Semaphore readers = new Semaphore(READERS);
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("agent-watch").factory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AgentRun run;
    private final AllowedTargets allowed;
    private final Map<String, Answering> routes = routes();

    /** Handles one request and tells its answer: a record, that there is none, or that it was given already. */
    private interface Answering {
        Object answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private AgentServer(HttpsServer server, AgentRun run, AllowedTargets allowed) {
        this.server = server;
        this.run = run;
        this.allowed = allowed;
    }

    /**
     * @param allowed where it may put load
     * @param generators makes the generator of each run
     */
    public static AgentServer start(
            InetSocketAddress address, AgentKey key, AllowedTargets allowed, Supplier<LoadAgent> generators)
            throws IOException {
        HttpsServer server = ServerBounds.create(address, key.context(), AgentKey.parameters());
        AgentServer agent = new AgentServer(server, new AgentRun(generators, System::nanoTime), allowed);
        agent.server.setExecutor(agent.threads);
        agent.server.createContext("/", agent::handle);
        agent.server.start();
        return agent;
    }

    public URI uri() {
        return uri(server.getAddress());
    }

    /** An address of IPv6 stands in brackets. */
    static URI uri(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        watch.shutdownNow();
        run.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String route = exchange.getRequestMethod() + " " + (path.startsWith(BASE) ? path.substring(3) : path);
            Answering answering = routes.get(route);
            if (answering == null) {
                problem(exchange, 404, "there is no " + route + " here");
            } else {
                answer(exchange, answering);
            }
        }
    }

    private Map<String, Answering> routes() {
        Map<String, Answering> all = new HashMap<>();
        all.put("GET /status", _ -> status());
        all.put("GET /clock", _ -> run.prepared().clock());
        all.put("POST /prepare", exchange -> {
            LoadSpec spec = read(exchange, LoadSpec.class);
            requireAllowed(spec.targets());
            run.prepare(spec);
            return NOTHING;
        });
        all.put("GET /limits", _ -> new AgentJson.Limits(run.prepared().limitMillis()));
        all.put("POST /start", exchange -> {
            run.start(Instant.EPOCH.plus(read(exchange, AgentJson.Start.class).atMicros(), ChronoUnit.MICROS));
            return NOTHING;
        });
        all.put("PUT /users", exchange -> {
            AgentJson.Users users = read(exchange, AgentJson.Users.class);
            run.running().users(users.users(), Duration.ofMillis(users.rampMillis()));
            return NOTHING;
        });
        all.put("POST /stop", exchange -> {
            run.stop(read(exchange, AgentJson.Stop.class).drain());
            return NOTHING;
        });
        all.put("GET /intervals", exchange -> {
            IntervalFeed feed = run.feed();
            return toReader(() -> feed.copyTo(body(exchange, "application/x-ndjson", 0)));
        });
        all.put("GET /findings", _ -> orNothing(run.findings()));
        all.put("GET /report", _ -> {
            AgentFindings findings = run.findings();
            return findings == null ? NOTHING : run.prepared().judge(List.of(findings));
        });
        all.put("POST /judge", exchange -> run.prepared()
                .judge(readMeasured(exchange, AgentJson.All.class).findings()));
        all.put("GET /batches", _ -> run.running().batches());
        all.put("POST /known", exchange -> {
            AgentJson.Counted counted = readMeasured(exchange, AgentJson.Counted.class);
            return new AgentJson.Known(run.prepared().known(counted.batches(), counted.closed()));
        });
        all.put("POST /end", exchange -> {
            run.running().endMeasurement(read(exchange, AgentJson.End.class).seconds());
            return NOTHING;
        });
        all.put("GET /answered-bids", exchange -> toReader(() -> bids(exchange)));
        return all;
    }

    /** Before anything is opened or looked up. */
    private void requireAllowed(List<URI> targets) {
        List<URI> refused = allowed.refused(targets);
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException("this agent may put load on " + String.join(", ", allowed.entries())
                    + " only (--allow-target): " + refused);
        }
    }

    private static Object orNothing(Object answer) {
        return answer == null ? NOTHING : answer;
    }

    private AgentJson.Status status() {
        long limit = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : 0;
        return new AgentJson.Status(
                run.state().name(),
                ProcessHandle.current().pid(),
                Runtime.getRuntime().availableProcessors(),
                limit,
                Runtime.version().toString());
    }

    /** Writes an answer with its body. */
    private interface Answer {
        void write() throws IOException, InterruptedException;
    }

    /** For answers that take as long as their clients. */
    private Object toReader(Answer answer) throws IOException, InterruptedException {
        if (!readers.tryAcquire()) {
            throw new IllegalStateException(READERS + " readers follow this agent already");
        }
        try {
            answer.write();
            return ANSWERED;
        } finally {
            readers.release();
        }
    }

    /**
     * For clients that take it as long as it comes; others lose the connection.
     *
     * @param length 0 where it is not known
     */
    private OutputStream body(HttpExchange exchange, String type, long length) throws IOException {
        begin(exchange, type, length);
        return new TimedOutput(exchange.getResponseBody(), watch, LONGEST_WRITE);
    }

    /** Why they cannot be had is told in place of them. A client knows by the length that it has all of them. */
    private void bids(HttpExchange exchange) throws IOException, InterruptedException {
        Path csv = Files.createTempFile("answered-bids", ".csv");
        try {
            run.prepared().answeredBids(csv);
            OutputStream out = body(exchange, "text/csv", Files.size(csv));
            Files.copy(csv, out);
            out.flush();
        } finally {
            Files.deleteIfExists(csv);
        }
    }

    private static void answer(HttpExchange exchange, Answering answering) throws IOException {
        try {
            Object answer = answering.answer(exchange);
            if (answer == NOTHING) {
                exchange.sendResponseHeaders(204, -1);
            } else if (answer != ANSWERED) {
                byte[] bytes = AgentJson.MAPPER.writeValueAsBytes(answer);
                begin(exchange, "application/json", bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        } catch (IllegalArgumentException wrong) {
            problem(exchange, 400, message(wrong));
        } catch (RequestBody.TooLargeException large) {
            problem(exchange, 413, message(large));
        } catch (IllegalStateException untimely) {
            problem(exchange, 409, message(untimely));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            problem(exchange, 503, "the agent is stopping");
        } catch (IOException | RuntimeException failed) {
            problem(exchange, 500, message(failed));
        }
    }

    private static String message(Exception failed) {
        return failed.getMessage() == null ? failed.toString() : failed.getMessage();
    }

    private static void problem(HttpExchange exchange, int status, String detail) throws IOException {
        if (exchange.getResponseCode() != -1) {
            return;
        }
        byte[] body = AgentJson.MAPPER.writeValueAsBytes(new AgentJson.Problem(status, "refused", detail));
        exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        // Before the rest of a request is waited for that may never come.
        exchange.getResponseBody().flush();
    }

    private static void begin(HttpExchange exchange, String type, long length) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, length);
    }

    private static <T> T read(HttpExchange exchange, Class<T> type) throws IOException {
        return RequestBody.read(exchange, type, ORDER_BYTES);
    }

    private static <T> T readMeasured(HttpExchange exchange, Class<T> type) throws IOException {
        return RequestBody.read(exchange, type, MEASURED_BYTES);
    }
}
