package gavel.driver.api;

import gavel.driver.api.key.AgentKey;
import gavel.driver.api.text.DurationWords;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLHandshakeException;
import tools.jackson.core.JacksonException;

/**
 * Drives an agent in another process, maybe on another machine. An agent that says nothing for three seconds of a run is lost. Safe
 * for one thread; intervals arrive on another.
 */
public final class AgentClient implements LoadAgent {
    /** An agent says something at least each second; this long without a word and it is lost. */
    static final Duration SILENCE = Duration.ofSeconds(3);

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration PREPARATION = Duration.ofMinutes(5);
    /** Whose findings are taken in at one time: those of a run of days are megabytes, as text and as records. */
    private static final Semaphore FINDINGS = new Semaphore(2);

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final int PIECE = 64 << 10;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int BAD_REQUEST = 400;

    private final URI agent;
    private final HttpClient http;
    private IntervalStream stream;

    /** @param agent such as {@code https://127.0.0.1:7500} */
    public AgentClient(URI agent, AgentKey key) {
        this.agent = agent;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(ANSWER)
                .sslContext(key.context())
                .sslParameters(AgentKey.parameters())
                .build();
    }

    /** What the agent says about itself; fails when it does not answer. */
    public AgentJson.Status status() throws IOException, InterruptedException {
        return read(
                send("GET", "status", BodyPublishers.noBody(), BodyHandlers.ofString(), ANSWER),
                AgentJson.Status.class);
    }

    @Override
    public void prepare(LoadSpec spec) throws IOException, InterruptedException {
        send("POST", "prepare", json(spec), BodyHandlers.ofString(), PREPARATION);
    }

    @Override
    public Map<String, Long> limitMillis() throws IOException, InterruptedException {
        return read(
                        send("GET", "limits", BodyPublishers.noBody(), BodyHandlers.ofString(), ANSWER),
                        AgentJson.Limits.class)
                .millis();
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> intervals) throws IOException, InterruptedException {
        send("POST", "start", json(new AgentJson.Start(micros(at))), BodyHandlers.ofString(), ANSWER);
        HttpResponse<InputStream> lines =
                send("GET", "intervals", BodyPublishers.noBody(), BodyHandlers.ofInputStream(), ANSWER);
        stream = IntervalStream.follow(lines.body(), intervals, System::nanoTime);
    }

    @Override
    public void users(int users, Duration ramp) throws IOException, InterruptedException {
        send("PUT", "users", json(new AgentJson.Users(users, ramp.toMillis())), BodyHandlers.ofString(), ANSWER);
    }

    @Override
    public void stop(boolean drain) throws IOException, InterruptedException {
        send("POST", "stop", json(new AgentJson.Stop(drain)), BodyHandlers.ofString(), ANSWER);
    }

    @Override
    public AgentClock.Reading clock() throws IOException, InterruptedException {
        return read(
                send("GET", "clock", BodyPublishers.noBody(), BodyHandlers.ofString(), ANSWER),
                AgentClock.Reading.class);
    }

    @Override
    public AgentFindings.Batches batches() throws IOException, InterruptedException {
        return read(
                send("GET", "batches", BodyPublishers.noBody(), BodyHandlers.ofString(), ANSWER),
                AgentFindings.Batches.class);
    }

    @Override
    public boolean known(List<AgentFindings.Batches> all, int closed) throws IOException, InterruptedException {
        return read(
                        send(
                                "POST",
                                "known",
                                json(new AgentJson.Counted(all, closed)),
                                BodyHandlers.ofString(),
                                ANSWER),
                        AgentJson.Known.class)
                .known();
    }

    @Override
    public void endMeasurement(int seconds) throws IOException, InterruptedException {
        send("POST", "end", json(new AgentJson.End(seconds)), BodyHandlers.ofString(), ANSWER);
    }

    @Override
    public LoadReport judge(List<AgentFindings> all) throws IOException, InterruptedException {
        return read(
                send("POST", "judge", json(new AgentJson.All(all)), BodyHandlers.ofString(), PREPARATION),
                LoadReport.class);
    }

    @Override
    public AgentFindings awaitFindings(Duration timeout) throws IOException, InterruptedException {
        if (stream == null) {
            throw new IllegalStateException("the run was not started");
        }
        if (!stream.awaitEnd(timeout, SILENCE)) {
            throw new IOException("the run of " + name() + " is not over after " + DurationWords.of(timeout));
        }
        if (stream.broken() != null) {
            throw lost(stream.broken());
        }
        FINDINGS.acquire();
        try {
            HttpResponse<String> findings =
                    send("GET", "findings", BodyPublishers.noBody(), BodyHandlers.ofString(), PREPARATION);
            if (findings.statusCode() == NO_CONTENT) {
                throw new IOException(name() + " ended its intervals but has found nothing");
            }
            return read(findings, AgentFindings.class);
        } finally {
            FINDINGS.release();
        }
    }

    /** @throws IOException about the file when that is what fails: the driver has nothing to do with it */
    @Override
    public void answeredBids(Path csv) throws IOException, InterruptedException {
        HttpResponse<InputStream> lines =
                send("GET", "answered-bids", BodyPublishers.noBody(), BodyHandlers.ofInputStream(), PREPARATION);
        try (InputStream from = lines.body();
                AnsweredBidsFile file = new AnsweredBidsFile(csv)) {
            for (byte[] piece = received(from); piece.length > 0; piece = received(from)) {
                file.write(piece);
            }
        }
    }

    /** Nothing at the end. The time-out of a request is over when its answer has begun, so each piece of it has one of its own. */
    private byte[] received(InputStream from) throws IOException, InterruptedException {
        FutureTask<byte[]> piece = new FutureTask<>(() -> from.readNBytes(PIECE));
        Thread.ofVirtual().name("agent-bids").start(piece);
        try {
            return piece.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException gone) {
            throw lost(gone.getCause());
        } catch (TimeoutException silent) {
            throw lost(new IOException("nothing came for " + DurationWords.of(ANSWER), silent));
        }
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
        http.shutdownNow();
    }

    private <T> HttpResponse<T> send(
            String verb, String path, BodyPublisher body, BodyHandler<T> answer, Duration timeout)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(agent.resolve("/v1/" + path))
                .method(verb, body)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .build();
        HttpResponse<T> response;
        try {
            response = http.send(request, answer);
        } catch (IOException gone) {
            throw lost(gone);
        }
        if (response.statusCode() != OK && response.statusCode() != NO_CONTENT) {
            throw refused(path, response);
        }
        return response;
    }

    /** A mistake in what was asked is the caller's to mend, as it would be in this process. */
    private IOException refused(String path, HttpResponse<?> response) {
        String detail = text(response.body());
        try {
            detail = AgentJson.MAPPER.readValue(detail, AgentJson.Problem.class).detail();
        } catch (JacksonException ignored) {
            // Not one of the agent's own answers: shown as it came.
        }
        if (response.statusCode() == BAD_REQUEST) {
            throw new IllegalArgumentException(detail);
        }
        return new IOException(name() + " refused " + path + " (" + response.statusCode() + "): " + detail);
    }

    private static String text(Object body) {
        if (!(body instanceof InputStream stream)) {
            return String.valueOf(body);
        }
        try (stream) {
            return new String(stream.readNBytes(PIECE), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "no reason came: " + gone.getMessage();
        }
    }

    /** An address within this machine tells a reader nothing; which of several drivers it is, the ensemble says. */
    private String name() {
        boolean here = agent.getHost() == null || LOOPBACK.contains(agent.getHost());
        return "the workload driver" + (here ? "" : " at " + agent.getAuthority());
    }

    private AgentLostException lost(Throwable cause) {
        if (cause instanceof SSLHandshakeException) {
            return new AgentLostException(
                    name() + " has another key, or is none of Gavel's (" + cause.getMessage() + ")", cause);
        }
        return new AgentLostException(name() + " does not answer any more: " + cause.getMessage(), cause);
    }

    private <T> T read(HttpResponse<String> response, Class<T> type) throws IOException {
        try {
            return AgentJson.MAPPER.readValue(response.body(), type);
        } catch (JacksonException wrong) {
            throw new IOException(
                    name() + " sent what is no " + type.getSimpleName() + ": " + wrong.getOriginalMessage(), wrong);
        }
    }

    private static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    private static BodyPublisher json(Object body) {
        return BodyPublishers.ofByteArray(AgentJson.MAPPER.writeValueAsBytes(body));
    }
}
