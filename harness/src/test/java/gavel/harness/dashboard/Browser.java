package gavel.harness.dashboard;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Chromium without a window, told what to do by its DevTools protocol; what its pages complain about is kept. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int PATIENCE_SECONDS = 20;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private WebSocket socket;

    private Browser(Process process) {
        this.process = process;
    }

    /** Nothing where no browser is installed; that is said. */
    static Optional<Browser> start(Path scratch) throws Exception {
        Optional<Path> program = Stream.of(System.getenv("PATH").split(":"))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            System.out.println("NOT TESTED: the dashboard in a browser, as none of " + NAMES + " is installed");
            return Optional.empty();
        }
        Process process = new ProcessBuilder(
                        program.get().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + scratch,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        Browser browser = new Browser(process);
        try {
            browser.connect();
            return Optional.of(browser);
        } catch (Exception e) {
            browser.close();
            throw e;
        }
    }

    private void connect() throws Exception {
        String port = process.inputReader()
                .lines()
                .filter(line -> line.startsWith("DevTools listening on "))
                .map(line -> URI.create(line.substring("DevTools listening on ".length())))
                .map(uri -> Integer.toString(uri.getPort()))
                .findFirst()
                .orElseThrow(() -> new IOException("the browser ended at once"));
        URI made = URI.create("http://127.0.0.1:" + port + "/json/new?about:blank");
        JsonNode page = JSON.readTree(http.send(
                        HttpRequest.newBuilder(made)
                                .PUT(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .body());
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(page.get("webSocketDebuggerUrl").asString()), new Listener())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        call("Runtime.enable", Map.of());
        call("Log.enable", Map.of());
        call("Page.enable", Map.of());
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                heard(JSON.readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void heard(JsonNode message) {
        if (message.has("id")) {
            open.remove(message.get("id").asInt()).complete(message);
            return;
        }
        String method = message.get("method").asString();
        if (method.equals("Runtime.exceptionThrown") || method.equals("Log.entryAdded")) {
            complaints.add(message.get("params").toString());
        }
    }

    private JsonNode call(String method, Map<String, Object> parameters) throws Exception {
        int id = calls.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        open.put(id, answer);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true);
        JsonNode message = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (message.has("error")) {
            throw new IOException(method + ": " + message.get("error"));
        }
        return message.get("result");
    }

    void visit(URI page, int width) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", width < 600));
        call("Page.navigate", Map.of("url", page.toString()));
    }

    /** Waits until the condition holds within the page. */
    void await(String condition) throws Exception {
        evaluate("new Promise((done) => { const look = () => { let holds = false; try { holds = (" + condition
                + "); } catch { } if (holds) done(true); else setTimeout(look, 20); }; look(); })");
    }

    String evaluate(String expression) throws Exception {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        return result.get("result").path("value").asString("");
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
