import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import gavel.harness.elastic.ScalingRule;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands between a kube-controller-manager and its API server, and answers for the metrics API: each autoscaler there is follows one trace of
 * demand. Pods are objects that nobody runs; they become ready, and tell their use, when the trace says so. What the controller saw and what it
 * decided is written down, and held against {@link ScalingRule}.
 *
 * <p>Arguments: port to listen on, address of the API server, file with its authority's certificate, file with a token, seconds, file to write.
 */
public final class HpaDecisions {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern SCALE = Pattern.compile("/apis/apps/v1/namespaces/default/deployments/([a-z-]+)/scale");
    private static final Pattern METRICS =
            Pattern.compile("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods\\?labelSelector=app%3D([a-z-]+).*");
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String AUTOSCALERS = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final HttpClient http;
    private final URI server;
    private final String token;
    private final Map<String, Trace> traces = new TreeMap<>();

    /** One look of the controller: what it found, what it was told, what it did. */
    private record Look(long millis, int ordered, int ready, int starting, int silent) {}

    /** A pod, and how many looks ago it was created. */
    private static final class Pod {
        private final String name;
        private int age;

        Pod(String name, int age) {
            this.name = name;
            this.age = age;
        }
    }

    /** An autoscaler, its demand, and what came of it. */
    private final class Trace {
        private final String name;
        private final String rule;
        private final int first;
        private final int toStart;
        private final int toTell;
        private final IntToDoubleFunction demand;
        private final Map<Integer, Integer> byHand;
        private final List<Pod> pods = new ArrayList<>();
        private final List<String> lines = new ArrayList<>();
        private final ScalingRule own;
        private int looks;
        private int pod;
        private int equal;
        private int decisions;
        private int changes;
        private Look look;
        private double percent;
        private Integer put;

        Trace(
                String name,
                String rule,
                int first,
                int toStart,
                int toTell,
                Map<Integer, Integer> byHand,
                IntToDoubleFunction demand) {
            this.name = name;
            this.rule = rule;
            this.first = first;
            this.toStart = toStart;
            this.toTell = toTell;
            this.byHand = byHand;
            this.demand = demand;
            this.own = new ScalingRule(settings(rule));
        }

        /** The controller begins a look. */
        synchronized void scaleRead(int ordered) {
            close();
            int ready = (int) pods.stream().filter(each -> each.age >= toStart + toTell).count();
            int starting = (int) pods.stream().filter(each -> each.age < toStart).count();
            look = new Look(System.currentTimeMillis(), ordered, ready, starting, pods.size() - ready - starting);
            percent = 0;
            put = null;
            int number = looks++;
            Thread.ofVirtual().start(() -> after(number));
        }

        private void close() {
            if (look == null) {
                return;
            }
            int decided = put == null ? look.ordered() : put;
            double at = (look.millis() - BEGAN) / 1e3;
            int answer = own.decide(
                    at,
                    new ScalingRule.Observed(look.ordered(), look.ready(), look.starting(), look.silent(), percent));
            decisions++;
            changes += decided == look.ordered() ? 0 : 1;
            equal += answer == decided ? 1 : 0;
            String line = String.format(
                    Locale.ROOT,
                    "%.3f %d %d %d %d %.3f %d",
                    at,
                    look.ordered(),
                    look.ready(),
                    look.starting(),
                    look.silent(),
                    percent,
                    decided);
            if (answer != decided) {
                System.out.println("  " + name + ": " + line + ", and the rule says " + answer);
            }
            lines.add(line);
        }

        synchronized void scalePut(int replicas) {
            put = replicas;
        }

        /** What each pod that tells its use is said to use: together the demand, and not evenly. */
        synchronized String metrics() {
            List<Pod> telling = pods.stream().filter(each -> each.age >= toStart + toTell).toList();
            StringBuilder items = new StringBuilder();
            int total = 0;
            for (int i = 0; i < telling.size(); i++) {
                double each = Math.min(2_000, 1_000 * demand.applyAsDouble(looks) / telling.size());
                int millis = (int) Math.round(each * (telling.size() == 1 ? 1 : 1 + 0.2 * (i % 2 == 0 ? 1 : -1)));
                total += millis;
                items.append(i == 0 ? "" : ",")
                        .append("{\"metadata\":{\"name\":\"%s\",\"namespace\":\"default\"},\"timestamp\":\"%s\",\"window\":\"1s\","
                                        .formatted(telling.get(i).name, Instant.now())
                                + "\"containers\":[{\"name\":\"c\",\"usage\":{\"cpu\":\"%dm\",\"memory\":\"1Mi\"}}]}"
                                        .formatted(millis));
            }
            percent = telling.isEmpty() ? 0 : 100.0 * total / (1_000.0 * telling.size());
            return "{\"kind\":\"PodMetricsList\",\"apiVersion\":\"metrics.k8s.io/v1beta1\",\"metadata\":{},\"items\":[" + items + "]}";
        }

        /** Between two looks: replicas get their pods, and pods grow older. */
        private void after(int number) {
            try {
                Thread.sleep(250);
                synchronized (this) {
                    if (byHand.containsKey(number)) {
                        patch(DEPLOYMENTS + "/" + name + "/scale", "{\"spec\":{\"replicas\":" + byHand.get(number) + "}}");
                    }
                    int replicas = JSON.readTree(call("GET", DEPLOYMENTS + "/" + name + "/scale", null))
                            .path("spec").path("replicas").asInt();
                    for (Pod each : pods) {
                        each.age++;
                        if (each.age == toStart) {
                            run(each);
                        }
                    }
                    while (pods.size() > replicas) {
                        call("DELETE", PODS + "/" + pods.removeLast().name, null);
                    }
                    while (pods.size() < replicas) {
                        add(0);
                    }
                }
            } catch (Exception e) {
                System.out.println("  " + name + ": " + e);
            }
        }

        void add(int age) throws Exception {
            Pod made = new Pod(name + "-" + pod++, age);
            call("POST", PODS, """
                    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"%s"}},"spec":{"terminationGracePeriodSeconds":0,
                     "containers":[{"name":"c","image":"none","resources":{"requests":{"cpu":"1"}}}]}}""".formatted(made.name, name));
            pods.add(made);
            if (age >= toStart) {
                run(made);
            }
        }

        private void run(Pod made) throws Exception {
            Instant before = Instant.now().minusSeconds(100);
            patch(PODS + "/" + made.name + "/status", """
                    {"status":{"phase":"Running","startTime":"%s","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"%s"}]}}"""
                    .formatted(before, before));
        }

        void create() throws Exception {
            call("POST", DEPLOYMENTS, """
                    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"%s"},"spec":{"replicas":%d,
                     "selector":{"matchLabels":{"app":"%s"}},"template":{"metadata":{"labels":{"app":"%s"}},
                     "spec":{"containers":[{"name":"c","image":"none"}]}}}}""".formatted(name, first, name, name));
            for (int i = 0; i < first; i++) {
                add(toStart + toTell);
            }
        }

        void scale() throws Exception {
            ScalingRule.Settings settings = settings(rule);
            call("POST", AUTOSCALERS, """
                    {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"%s"},"spec":{
                     "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"%s"},"minReplicas":%d,"maxReplicas":%d,
                     "metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":%d}}}],
                     "behavior":{"scaleUp":%s,"scaleDown":%s}}}""".formatted(
                    name, name, settings.least(), settings.most(), settings.target(), direction(settings.up()),
                    direction(settings.down())));
        }
    }

    private static final long BEGAN = System.currentTimeMillis();

    private static String direction(ScalingRule.Direction direction) {
        List<String> policies = direction.policies().stream()
                .map(policy -> "{\"type\":\"%s\",\"value\":%d,\"periodSeconds\":%d}"
                        .formatted(policy.percent() ? "Percent" : "Pods", policy.value(), (int) policy.seconds()))
                .toList();
        String select = Map.of("MAX", "Max", "MIN", "Min", "DISABLED", "Disabled").get(direction.select().name());
        return "{\"stabilizationWindowSeconds\":%d,\"selectPolicy\":\"%s\",\"policies\":%s}"
                .formatted((int) direction.windowSeconds(), select, policies);
    }

    /** Such as {@code 1 10 60 up 0 MAX 100%/15 4/15 down 30 MAX 100%/15}: bounds, target, and each direction. */
    private static ScalingRule.Settings settings(String text) {
        String[] parts = text.split(" (up|down) ");
        String[] numbers = parts[0].split(" ");
        return new ScalingRule.Settings(
                Integer.parseInt(numbers[0]),
                Integer.parseInt(numbers[1]),
                Integer.parseInt(numbers[2]),
                0.1,
                way(parts[1]),
                way(parts[2]));
    }

    private static ScalingRule.Direction way(String text) {
        String[] words = text.split(" ");
        List<ScalingRule.Policy> policies = new ArrayList<>();
        for (int i = 2; i < words.length; i++) {
            String[] sides = words[i].split("/");
            policies.add(new ScalingRule.Policy(
                    sides[0].endsWith("%"), Integer.parseInt(sides[0].replace("%", "")), Integer.parseInt(sides[1])));
        }
        return new ScalingRule.Direction(Integer.parseInt(words[0]), ScalingRule.Select.valueOf(words[1]), policies);
    }

    private HpaDecisions(URI server, Path authority, String token) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream certificate = Files.newInputStream(authority)) {
            trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        this.http = HttpClient.newBuilder().sslContext(tls).version(HttpClient.Version.HTTP_1_1).build();
        this.server = server;
        this.token = token;
    }

    private String call(String method, String path, String body) throws Exception {
        HttpRequest request = request(method, path)
                .header("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(method + " " + path + ": " + answer.body());
        }
        return answer.body();
    }

    private void patch(String path, String body) throws Exception {
        call("PATCH", path, body);
    }

    private HttpRequest.Builder request(String method, String path) {
        return HttpRequest.newBuilder(server.resolve(path)).header("Authorization", "Bearer " + token);
    }

    private void handle(HttpExchange exchange) {
        String path = exchange.getRequestURI().toString();
        String method = exchange.getRequestMethod();
        try (exchange) {
            Matcher metrics = METRICS.matcher(path);
            if (metrics.matches()) {
                byte[] answer = traces.get(metrics.group(1)).metrics().getBytes();
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder request = request(method, path);
            for (String name : List.of("Accept", "Content-Type", "User-Agent")) {
                exchange.getRequestHeaders().getOrDefault(name, List.of()).forEach(value -> request.header(name, value));
            }
            request.method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            HttpResponse<InputStream> answer = http.send(request.build(), BodyHandlers.ofInputStream());
            answer.headers().firstValue("Content-Type").ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            Matcher scale = SCALE.matcher(path);
            if (scale.matches() && answer.statusCode() < 300 && traces.containsKey(scale.group(1))) {
                byte[] all = answer.body().readAllBytes();
                JsonNode replicas = JSON.readTree(all).path("spec").path("replicas");
                Trace trace = traces.get(scale.group(1));
                if (method.equals("GET")) {
                    trace.scaleRead(replicas.asInt());
                } else {
                    trace.scalePut(replicas.asInt());
                }
                exchange.sendResponseHeaders(answer.statusCode(), all.length);
                exchange.getResponseBody().write(all);
                return;
            }
            exchange.sendResponseHeaders(answer.statusCode(), 0);
            try (InputStream in = answer.body(); OutputStream out = exchange.getResponseBody()) {
                byte[] some = new byte[65_536];
                for (int count = in.read(some); count >= 0; count = in.read(some)) {
                    out.write(some, 0, count);
                    out.flush();
                }
            }
        } catch (Exception ended) {
            // A watch that the controller gives up.
        }
    }

    private void trace(String name, int first, int toStart, int toTell, String rule, IntToDoubleFunction demand) {
        traces.put(name, new Trace(name, rule, first, toStart, toTell, Map.of(), demand));
    }

    private static IntToDoubleFunction steps(double... levels) {
        return look -> levels[Math.min(levels.length - 1, look / 18)];
    }

    /**
     * Twenty: shapes of demand, kinds of limits, pods that start slowly or tell nothing, and people who change replicas by hand. Looks are 2 s
     * apart, and windows and periods odd, so that no look is where one ends: there it is chance whether the controller still counts what was
     * before.
     */
    private void traces() {
        String usual = " up 0 MAX 100%/15 4/15 down 31 MAX 100%/15";
        Random noise = new Random(7);
        double[] noisy = noise.doubles(2_000, 0.3, 4).toArray();
        trace("step", 1, 0, 0, "1 10 60" + usual, steps(0.4, 3.5, 3.5, 0.6, 0.6, 0.6));
        trace("ramp", 2, 0, 0, "1 20 50" + usual, look -> 0.5 + Math.min(look, 150 - look) * 0.08);
        trace("sine", 3, 0, 0, "2 12 70" + usual, look -> 4 - 3 * Math.cos(look / 12.0));
        trace("spike", 1, 0, 0, "1 30 60" + usual, look -> look % 60 > 30 && look % 60 < 35 ? 9 : 0.5);
        trace("noise", 4, 0, 0, "1 10 60" + usual, look -> noisy[look]);
        trace("within-tolerance", 5, 0, 0, "1 10 60" + usual, look -> 3.0 + 0.35 * Math.sin(look / 3.0));
        trace("idle", 6, 0, 0, "1 10 60" + usual, _ -> 0);
        trace("overload", 1, 0, 0, "1 50 40" + usual, _ -> 100);
        trace("pods-a-period", 1, 0, 0, "1 40 50 up 0 MAX 2/11 down 0 MAX 1/9", steps(0.3, 9, 9, 9, 0.5, 0.5));
        trace("percent-a-period", 10, 0, 0, "1 40 50 up 0 MAX 50%/9 down 0 MAX 10%/7", steps(9, 20, 20, 0.5, 0.5, 0.5));
        trace("least-change", 5, 0, 0, "1 40 50 up 0 MIN 30%/7 5/13 down 11 MIN 2/9 25%/5", steps(4, 15, 15, 1, 1, 8));
        trace("never-down", 2, 0, 0, "1 20 60 up 0 MAX 100%/15 down 0 DISABLED 100%/15", look -> 2 + 2 * Math.sin(look / 9.0));
        trace("never-up", 8, 0, 0, "1 20 60 up 0 DISABLED 100%/15 down 13 MAX 100%/15", look -> 4 - look * 0.03);
        trace("careful-up", 2, 0, 0, "1 20 60 up 21 MAX 100%/15 4/15 down 0 MAX 100%/15", look -> look % 35 < 10 ? 1 : 5);
        trace("both-windows", 4, 0, 0, "2 20 60 up 9 MAX 4/5 down 17 MAX 3/11", look -> noisy[look / 7 + 900]);
        trace("slow-start", 1, 12, 0, "1 15 60" + usual, steps(0.4, 4, 6, 6, 1, 0.4));
        trace("slow-to-tell", 2, 2, 9, "1 15 60" + usual, steps(0.8, 4, 6, 2, 0.5, 6));
        trace("slow-and-noisy", 3, 6, 5, "1 15 60 up 0 MAX 100%/15 4/15 down 5 MAX 100%/3", look -> noisy[look + 500] * 2);
        traces.put("by-hand", new Trace("by-hand", "3 8 60" + usual, 4, 0, 0, Map.of(20, 15, 45, 1, 80, 6, 110, 3), look -> 2.5 + Math.sin(look / 7.0)));
        trace("high-target", 3, 0, 4, "1 12 130" + usual, look -> 4 + 3 * Math.sin(look / 11.0));
    }

    public static void main(String[] arguments) throws Exception {
        HpaDecisions decisions =
                new HpaDecisions(URI.create(arguments[1]), Path.of(arguments[2]), Files.readString(Path.of(arguments[3])).strip());
        decisions.traces();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 200);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", decisions::handle);
        for (Trace trace : decisions.traces.values()) {
            trace.create();
        }
        server.start();
        for (Trace trace : decisions.traces.values()) {
            trace.scale();
        }
        Thread.sleep(1_000L * Integer.parseInt(arguments[4]));
        StringBuilder recorded = new StringBuilder();
        int unequal = 0;
        System.out.printf("%-20s %10s %8s %8s%n", "trace", "decisions", "changes", "equal");
        for (Trace trace : decisions.traces.values()) {
            synchronized (trace) {
                System.out.printf("%-20s %10d %8d %8d%n", trace.name, trace.decisions, trace.changes, trace.equal);
                unequal += trace.decisions - trace.equal + (trace.decisions < 60 ? 1 : 0);
                recorded.append("trace ").append(trace.name).append(": ").append(trace.rule).append('\n');
                trace.lines.forEach(line -> recorded.append(line).append('\n'));
            }
        }
        Files.writeString(Path.of(arguments[5]), recorded.toString());
        System.exit(unequal == 0 ? 0 : 1);
    }
}
