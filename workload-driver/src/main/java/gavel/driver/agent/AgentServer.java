package gavel.driver.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentJson;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;

/** Serves the control API of an agent over HTTP/JSON to whoever has the token. Every request has a virtual thread of its own. */
public final class AgentServer implements AutoCloseable {
    private static final String BASE = "/v1/";
    private static final Object NOTHING = new Object();
    private static final Object ANSWERED = new Object();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AgentRun run;
    private final byte[] authorization;
    private final Map<String, Answering> routes = routes();

    /** Handles one request and tells its answer: a record, that there is none, or that it was given already. */
    private interface Answering {
        Object answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private AgentServer(HttpServer server, AgentRun run, String token) {
        this.server = server;
        this.run = run;
        this.authorization = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    }

    /** @param generators makes the generator of each run */
    public static AgentServer start(InetSocketAddress address, String token, Supplier<LoadAgent> generators)
            throws IOException {
        if (token.isBlank()) {
            throw new IllegalArgumentException("the agent's token must not be empty");
        }
        AgentServer agent = new AgentServer(HttpServer.create(address, 0), new AgentRun(generators), token);
        agent.server.setExecutor(agent.threads);
        agent.server.createContext("/", agent::handle);
        agent.server.start();
        return agent;
    }

    public URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        run.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String given = exchange.getRequestHeaders().getFirst("Authorization");
            if (given == null || !MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), authorization)) {
                problem(exchange, 401, "the bearer token of this agent is needed");
                return;
            }
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
            run.prepare(read(exchange, LoadSpec.class));
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
            begin(exchange, "application/x-ndjson", 0);
            feed.copyTo(exchange.getResponseBody());
            return ANSWERED;
        });
        all.put("GET /findings", _ -> orNothing(run.findings()));
        all.put("GET /report", _ -> {
            AgentFindings findings = run.findings();
            return findings == null ? NOTHING : run.prepared().judge(List.of(findings));
        });
        all.put("POST /judge", exchange -> run.prepared()
                .judge(read(exchange, AgentJson.All.class).findings()));
        all.put("GET /batches", _ -> run.running().batches());
        all.put("POST /known", exchange -> {
            AgentJson.Counted counted = read(exchange, AgentJson.Counted.class);
            return new AgentJson.Known(run.prepared().known(counted.batches(), counted.closed()));
        });
        all.put("POST /end", exchange -> {
            run.running().endMeasurement(read(exchange, AgentJson.End.class).seconds());
            return NOTHING;
        });
        all.put("GET /answered-bids", exchange -> {
            bids(exchange);
            return ANSWERED;
        });
        return all;
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

    private void bids(HttpExchange exchange) throws IOException, InterruptedException {
        Path csv = Files.createTempFile("answered-bids", ".csv");
        try {
            run.prepared().answeredBids(csv);
            begin(exchange, "text/csv", Files.size(csv));
            Files.copy(csv, exchange.getResponseBody());
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
        } catch (IllegalArgumentException | JacksonException wrong) {
            problem(exchange, 400, message(wrong));
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
    }

    private static void begin(HttpExchange exchange, String type, long length) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, length);
    }

    private static <T> T read(HttpExchange exchange, Class<T> type) {
        return AgentJson.MAPPER.readValue(exchange.getRequestBody(), type);
    }
}
