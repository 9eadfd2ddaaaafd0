package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import gavel.harness.dashboard.state.DashboardState;
import gavel.harness.report.html.PageHead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** What is where: the page and its files, its events, the time lines so far, figures for Prometheus, finished runs. */
final class Pages implements HttpHandler {
    static final String LIVE = "/live";
    private static final String JSON_TYPE = "application/json; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** A report brings its style and script along, and may do nothing but show itself. */
    private static final String OF_REPORTS =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'; sandbox allow-scripts";

    /** What this page and the reports have in common. */
    private static final String LOOK = "look.css";

    private static final Map<String, String> FILES = Map.of(
            "index.html",
            HTML,
            LOOK,
            "text/css; charset=utf-8",
            "dashboard.css",
            "text/css; charset=utf-8",
            "lines.js",
            "text/javascript; charset=utf-8",
            "main.js",
            "text/javascript; charset=utf-8",
            "live.js",
            "text/javascript; charset=utf-8",
            "finished.js",
            "text/javascript; charset=utf-8",
            "chart.js",
            "text/javascript; charset=utf-8",
            "words.js",
            "text/javascript; charset=utf-8",
            "icon.svg",
            "image/svg+xml");

    private final DashboardState state;
    private final EventStreams streams;
    private final FinishedRuns finished;
    private final StopRequest stop;
    private final Map<String, byte[]> files = new HashMap<>();

    Pages(DashboardState state, EventStreams streams, FinishedRuns finished, StopRequest stop) {
        this.state = state;
        this.streams = streams;
        this.finished = finished;
        this.stop = stop;
        FILES.keySet().stream().filter(name -> !name.equals(LOOK)).forEach(name -> files.put("/" + name, read(name)));
        files.put("/" + LOOK, PageHead.look().getBytes(StandardCharsets.UTF_8));
        files.put("/", files.get("/index.html"));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        switch (path) {
            case LIVE -> streams.handle(exchange);
            case StopRequest.PATH -> stop.handle(exchange);
            case "/lines" -> Answers.send(exchange, JSON_TYPE, JSON.writeValueAsBytes(state.lines()));
            case "/finished" -> Answers.send(exchange, JSON_TYPE, JSON.writeValueAsBytes(finished.newest()));
            case "/metrics" ->
                Answers.send(
                        exchange,
                        MetricsPage.TYPE,
                        MetricsPage.of(state.frame()).getBytes(StandardCharsets.UTF_8));
            default -> file(exchange, path);
        }
    }

    private void file(HttpExchange exchange, String path) throws IOException {
        byte[] known = files.get(path);
        if (known != null) {
            Answers.send(exchange, FILES.getOrDefault(path.substring(1), HTML), known);
            return;
        }
        Optional<Path> report = finished.report(path);
        if (report.isEmpty()) {
            Answers.refuse(exchange, Answers.NOT_FOUND, "nothing there");
            return;
        }
        exchange.getResponseHeaders().set("Content-Security-Policy", OF_REPORTS);
        Answers.send(exchange, HTML, report.get());
    }

    private static byte[] read(String name) {
        try (InputStream in = Pages.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + name + " of the dashboard", e);
        }
    }
}
