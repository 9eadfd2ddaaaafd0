package gavel.auction.chaos;

import gavel.auction.settings.Settings;
import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.RabbitServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Data services of their own, a loaded data set with a running auction in every partition, and the application's command line for it. */
public final class Site implements AutoCloseable {
    static final String MANAGEMENT_TOKEN = "chaos";
    public static final String PASSWORD = "correct horse";
    static final int USERS = 20;
    /** How long a lot waits for a bid in each of its two phases: short, so that many are sold. */
    static final Duration PHASE = Duration.ofSeconds(4);

    static final Duration HOLD = Duration.ofSeconds(3);

    /** Small heaps and the quick compiler only: several nodes start at once on few cores. */
    private static final List<String> JVM = List.of(
            "-Xmx192m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private static final String AUCTION_IN_EVERY_PARTITION = """
            with added as (
                insert into auction (name, category, owner_id, starts_at, state, recurring, revision, changed_at, lot_count)
                select 'Chaos ' || n, 'CLOCKS', 1, now(), 'RUNNING', true, 1, now(), 2 from generate_series(1, 64) n
                returning id),
            items as (
                insert into item (seller_id, title, condition, category, starting_price, state)
                select 1, 'Clock ' || n, 'GOOD', 'CLOCKS', 100, 'CONSIGNED' from generate_series(1, 128) n
                returning id),
            paired as (
                select a.id as auction_id, i.id as item_id, (i.rank - 1) / 64 + 1 as position
                  from (select id, row_number() over (order by id) as rank from items) i
                  join (select id, row_number() over (order by id) as rank from added) a on a.rank = (i.rank - 1) % 64 + 1),
            lots as (
                insert into lot (auction_id, item_id, position, round, starting_price, state, opened_at, closes_at)
                select auction_id, item_id, position, 1, 100, case position when 1 then 'OPEN' else 'QUEUED' end,
                       case position when 1 then now() end, case position when 1 then now() + interval '4 s' end
                  from paired),
            attending as (
                insert into attendance (account_id, auction_id, joined_at)
                select account.id, added.id, now() from account, added where account.id > 1
                on conflict do nothing
                returning account_id, auction_id, joined_at)
            insert into attendance_event (account_id, auction_id, joined_at) select * from attending""";

    private final Path directory;
    private final CrashingDatabase database;
    private final DocumentStore documents;
    private final RabbitServer rabbit;
    private final Path jar;
    private volatile List<String> startCache = List.of();
    private volatile List<String> moreFlags = List.of();

    /**
     * @param rabbit the broker; null for the one inside this process, which cannot be restarted
     */
    public Site(Path directory, RabbitServer rabbit) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.rabbit = rabbit;
        this.jar = Path.of("target", "auction-app.jar").toAbsolutePath();
        if (!Files.exists(jar)) {
            throw new IllegalStateException("the application is not packaged: " + jar + "; run mvn package");
        }
        this.database = CrashingDatabase.start(directory);
        this.documents = new DocumentStore();
    }

    /** Later nodes are started with these flags, too. */
    public void flags(String... flags) {
        moreFlags = List.of(flags);
    }

    /** Loads the data set. */
    public void loadSet() throws IOException, InterruptedException {
        Path settings = write("tools.yaml", settings("tools"));
        Path password = write("password", PASSWORD + "\n");
        command("load", "--config=" + settings, "--users=" + USERS, "--seed=3", "--password-file=" + password);
    }

    /** Loads the data set and adds what it lacks. */
    void load() throws IOException, InterruptedException {
        loadSet();
        sql().sql(AUCTION_IN_EVERY_PARTITION).update();
    }

    /** Starts a node once to learn what makes later starts shorter. */
    void train(NodeProcess node) throws IOException, InterruptedException {
        Path cache = directory.toAbsolutePath().resolve("app.aot");
        startCache = List.of("-XX:AOTCacheOutput=" + cache);
        node.start();
        node.awaitReady();
        node.end();
        startCache = Files.exists(cache) ? List.of("-XX:AOTCache=" + cache) : List.of();
    }

    /**
     * Proves that nothing was lost or invented.
     *
     * @return the invariants with their counts
     */
    public String audit(Path answered) throws IOException, InterruptedException {
        return command("audit", "--config=" + directory.resolve("tools.yaml"), "--answered=" + answered);
    }

    /** Runs one of the application's commands; returns what it says. */
    private String command(String name, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(name));
        arguments.addAll(List.of(options));
        Path log = directory.resolve(name + ".log");
        Files.deleteIfExists(log);
        int code = java(name + ".log", arguments.toArray(String[]::new)).waitFor();
        String said = Files.readString(log);
        if (code != 0) {
            throw new AssertionError(name + " ended with exit code " + code + ":\n" + said);
        }
        return said;
    }

    /** Starts the application with a command; what it says goes to a file. */
    Process java(String log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(startCache);
        command.addAll(moreFlags);
        command.addAll(List.of("-Djava.io.tmpdir=" + directory, "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(directory.resolve(log).toFile()))
                .start();
    }

    /** The part of a settings file that says where everything is. */
    String settings(String node) {
        Settings.Broker broker = broker();
        return """
                gavel:
                  node: %s
                  users: %s
                  database: {url: "%s", username: %s, password: ""}
                  documents: {uri: "%s"}
                  broker: {host: %s, port: %s, virtual-host: "%s", username: %s, password: "%s"}
                  management: {token: %s}
                  lots: {last-call-after: %sms, close-after: %sms}
                  live: {hold: %sms}
                """.formatted(
                        node,
                        USERS,
                        database.address().url(),
                        database.address().username(),
                        documents.uri(),
                        broker.host(),
                        broker.port(),
                        broker.virtualHost(),
                        broker.username(),
                        broker.password(),
                        MANAGEMENT_TOKEN,
                        PHASE.toMillis(),
                        PHASE.toMillis(),
                        HOLD.toMillis());
    }

    private Settings.Broker broker() {
        return rabbit == null
                ? new Settings.Broker(
                        "127.0.0.1",
                        EmbeddedServices.brokerPort(),
                        List.of(),
                        EmbeddedServices.broker().getVirtualHost(),
                        EmbeddedServices.USER,
                        EmbeddedServices.PASSWORD,
                        Settings.Broker.Queues.CLASSIC)
                : rabbit.settings();
    }

    public Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    public Path directory() {
        return directory;
    }

    public JdbcClient sql() {
        return JdbcClient.create(database.address().dataSource());
    }

    CrashingDatabase database() {
        return database;
    }

    DocumentStore documents() {
        return documents;
    }

    RabbitServer rabbit() {
        return rabbit;
    }

    @Override
    public void close() throws IOException {
        documents.close();
        database.close();
    }
}
