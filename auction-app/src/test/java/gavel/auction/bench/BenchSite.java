package gavel.auction.bench;

import gavel.auction.bench.BidStream.OpenLot;
import gavel.auction.bid.BidIds;
import gavel.auction.broker.Topology;
import gavel.auction.settings.Settings;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import gavel.auction.testing.RabbitServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/** What one node needs, each a process of its own on this machine: RabbitMQ, a relational store that waits for its disk, a document server; and the node. */
final class BenchSite implements AutoCloseable {
    private static final String TOKEN = "bench";
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final List<String> NODE_FLAGS = List.of("-Xms768m", "-Xmx768m");
    private static final List<String> COMMAND_FLAGS = List.of("-Xmx512m");

    final RabbitServer rabbit;
    private final Path home;
    private final Path directory = Files.createTempDirectory("gavel-bench");
    final BenchDatabase relational;
    private final Process documents;
    private final String documentsUri;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = freePort();
    private final int managementPort = freePort();
    private Process node;

    /**
     * @param home of the project, whose application has been packaged
     * @param database {@code postgresql} or {@code mariadb}
     */
    BenchSite(Path home, String database) throws IOException, InterruptedException {
        this.home = home;
        rabbit = RabbitServer.launch();
        relational = BenchDatabase.of(database);
        documents = new ProcessBuilder(java(
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DocumentServer.class.getName()))
                .redirectError(directory.resolve("documents.log").toFile())
                .start();
        BufferedReader said = documents.inputReader();
        documentsUri = "mongodb://127.0.0.1:" + said.readLine() + "/gavel";
    }

    DataSource database() {
        return address().dataSource();
    }

    private TestDatabase address() {
        return relational.address();
    }

    JdbcClient sql() {
        return JdbcClient.create(database());
    }

    /** Loads a data set, gives everyone credit for a whole run, and adds auctions: some over all partitions, as many in one. */
    void load(int users, int auctions) throws IOException, InterruptedException {
        Path password = Files.writeString(directory.resolve("password"), "correct horse\n");
        command("load", "--users=" + users, "--seed=1", "--password-file=" + password);
        sql().sql("update credit set credit_limit = 9000000000").update();
        forgetTheSet();
        for (int step : new int[] {1, Topology.PARTITIONS}) {
            for (int n = 0; n < auctions; n++) {
                addAuction(first(step) + (long) n * step);
            }
        }
    }

    /** With other limits it is no longer what was loaded, so the audit shall not compare it with that. */
    private void forgetTheSet() {
        sql().sql("delete from data_set").update();
        sql().sql("delete from load_progress").update();
        sql().sql("insert into shared_secret (name, value) values (?, ?)")
                .params(BidIds.SECRET, BidStream.SECRET)
                .update();
    }

    /** A running auction with one open lot, which nobody has bid on. */
    private void addAuction(long id) {
        sql().sql(
                        "insert into auction (id, name, category, owner_id, starts_at, state, recurring, revision, changed_at, lot_count)"
                                + " values (?, 'Bench', 'CLOCKS', 1, now(), 'RUNNING', true, 1, now(), 1)")
                .param(id)
                .update();
        long item = sql().sql("insert into item (seller_id, title, \"condition\", category, starting_price, state)"
                        + " values (1, 'Clock', 'GOOD', 'CLOCKS', 100, 'CONSIGNED') returning id")
                .query(Long.class)
                .single();
        sql().sql("insert into lot (auction_id, item_id, position, round, starting_price, state, opened_at, closes_at)"
                        + " values (?, ?, 1, 1, 100, 'OPEN', now(), now() + interval '1' hour)")
                .params(id, item)
                .update();
    }

    private static long first(int step) {
        return 1_000_000L * step;
    }

    /** The lots of the added auctions. */
    List<OpenLot> lots(boolean onePartition, int auctions) {
        int step = onePartition ? Topology.PARTITIONS : 1;
        return sql().sql(
                        "select auction_id, id, starting_price from lot where auction_id between ? and ? order by auction_id")
                .params(first(step), first(step) + (long) step * (auctions - 1))
                .query((row, _) -> new OpenLot(row.getLong(1), row.getLong(2), row.getBigDecimal(3)))
                .list();
    }

    void startNode() throws IOException {
        List<String> flags = new ArrayList<>(NODE_FLAGS);
        flags.addAll(List.of(System.getProperty("gavel.bench.flags", "").trim().split("\\s+")));
        flags.removeIf(String::isEmpty);
        node = launch("node.log", flags, "serve", List.of());
        Runtime.getRuntime().addShutdownHook(new Thread(node::destroy, "node-at-exit"));
        Awaitility.await("the node is ready")
                .atMost(LONGEST_START)
                .pollInterval(Duration.ofMillis(200))
                .until(this::isReady);
    }

    private boolean isReady() throws IOException, InterruptedException {
        if (!node.isAlive()) {
            throw new IllegalStateException("the node ended with exit code " + node.exitValue() + ":\n"
                    + Files.readString(directory.resolve("node.log")));
        }
        try {
            return get("/actuator/health/readiness").statusCode() == 200;
        } catch (ConnectException notYet) {
            return false;
        }
    }

    /** The node's; empty while there is none. */
    Meters meters() throws IOException, InterruptedException {
        if (node == null) {
            return new Meters(Map.of());
        }
        return Meters.parse(get("/actuator/prometheus").body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Proves that every answer the witness saw was decided so, and the rest of what the audit proves; returns its table. */
    String audit(Path witness) throws IOException, InterruptedException {
        return command("audit", "--answered=" + witness, "--wait=120s");
    }

    /** The processes whose processor time is told apart. */
    Map<String, Long> pids() {
        Map<String, Long> pids = new LinkedHashMap<>();
        if (node != null) {
            pids.put("node", node.pid());
        }
        pids.put("RabbitMQ", rabbit.pid());
        pids.put(relational.name(), relational.pid());
        pids.put("documents", documents.pid());
        pids.put("bench", ProcessHandle.current().pid());
        return pids;
    }

    private String command(String name, String... options) throws IOException, InterruptedException {
        Process process = launch(name + ".log", COMMAND_FLAGS, name, List.of(options));
        int code = process.waitFor();
        String said = Files.readString(directory.resolve(name + ".log"));
        if (code != 0) {
            throw new IllegalStateException(name + " ended with exit code " + code + ":\n" + said);
        }
        return said;
    }

    private Process launch(String log, List<String> flags, String command, List<String> options) throws IOException {
        List<String> arguments = new ArrayList<>(flags);
        arguments.addAll(List.of(
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-jar",
                home.resolve("auction-app/target/auction-app.jar").toString(),
                command,
                "--config=" + settings()));
        arguments.addAll(options);
        return new ProcessBuilder(java(arguments.toArray(String[]::new)))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(log).toFile())
                .start();
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private Path settings() throws IOException {
        Settings.Broker broker = rabbit.settings();
        return Files.writeString(directory.resolve("settings.yaml"), """
                server: {address: 127.0.0.1, port: %d}
                management: {server: {address: 127.0.0.1, port: %d}}
                gavel:
                  node: app1
                  users: 1000
                  database: {url: "%s", username: %s, password: "%s"}
                  documents: {uri: "%s"}
                  broker: {host: %s, port: %d, virtual-host: "%s", username: %s, password: "%s"}
                  management: {token: %s}
                  lots: {last-call-after: 1h, close-after: 1h}
                """.formatted(
                        port,
                        managementPort,
                        address().url(),
                        address().username(),
                        address().password(),
                        documentsUri,
                        broker.host(),
                        broker.port(),
                        broker.virtualHost(),
                        broker.username(),
                        broker.password(),
                        TOKEN));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    @Override
    public void close() throws IOException {
        if (node != null) {
            end(node);
        }
        end(documents);
        relational.close();
        rabbit.close();
        FileSystemUtils.deleteRecursively(directory);
    }

    private static void end(Process process) {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
