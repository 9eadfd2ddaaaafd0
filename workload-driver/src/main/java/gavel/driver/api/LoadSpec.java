package gavel.driver.api;

import gavel.driver.api.shape.LoadShape;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Everything a workload driver needs to know about a run before it starts. Immutable; the same description goes to every agent.
 *
 * @param name of the run, for logs and files
 * @param targets front-door addresses; users spread over them
 * @param caCertificate PEM text the server certificates are verified against; null for the JVM's trust store
 * @param profile name of a built-in profile or path of a YAML file
 * @param users number of simulated users at full load, above 0; along a path the most of it, with arrivals as many as are expected at once
 * @param accounts the loaded accounts that may log in
 * @param seed of every random stream
 * @param phases lengths of the phases
 * @param agent which of how many agents this one is; users, accounts and seeds are divided by it
 * @param engine sizes and time-outs
 * @param outputDirectory where {@code *.hlog} and {@code answered-bids.csv} go; null for none
 * @param earliestEndSeconds of the measurement, after which it ends as soon as its answer is beyond doubt; 0 to measure to the end
 * @param shape how the number of users goes over time
 * @param auctionsFromMillis epoch milliseconds at which the auctions began to go on, with lots in mid-life as the data set has them; 0 when
 *     the age of their lots is unknown
 */
public record LoadSpec(
        String name,
        List<URI> targets,
        String caCertificate,
        String profile,
        int users,
        Accounts accounts,
        long seed,
        Phases phases,
        AgentShare agent,
        EngineSpec engine,
        String outputDirectory,
        int earliestEndSeconds,
        LoadShape shape,
        long auctionsFromMillis) {

    /** Of a whole load; one driver carries less. */
    public static final int MOST_USERS = 10_000_000;

    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PATH = 4_096;
    private static final int LONGEST_CERTIFICATES = 1 << 20;
    private static final int MOST_TARGETS = 256;

    /**
     * The same people in another load, of a constant number of users.
     *
     * @param directory for its files; null for none
     * @param earliestEnd seconds of the measurement after which it may end early; 0 for not at all
     */
    public LoadSpec with(int number, Phases timing, String directory, int earliestEnd) {
        return new LoadSpec(
                name,
                targets,
                caCertificate,
                profile,
                number,
                accounts,
                seed,
                timing,
                agent,
                engine,
                directory,
                earliestEnd,
                LoadShape.CONSTANT,
                auctionsFromMillis);
    }

    public LoadSpec {
        new Bounds()
                .given("name", name)
                .given("targets", targets)
                .given("profile", profile)
                .given("accounts", accounts)
                .given("phases", phases)
                .given("agent", agent)
                .given("engine", engine)
                .check();
        targets = List.copyOf(targets);
        shape = shape == null ? LoadShape.CONSTANT : shape;
        Bounds bounds = new Bounds()
                .line("name", LONGEST_NAME, name)
                .that(!targets.isEmpty(), "targets must name at least one address: []")
                .within("the number of targets", 0, MOST_TARGETS, targets.size())
                .text("caCertificate", LONGEST_CERTIFICATES, caCertificate)
                .line("profile", LONGEST_PATH, profile)
                .line("outputDirectory", LONGEST_PATH, outputDirectory)
                .within("users", 1, MOST_USERS, users)
                .within("earliestEndSeconds", 0, Phases.LONGEST_SECONDS, earliestEndSeconds)
                .that(auctionsFromMillis >= 0, "auctionsFromMillis must be >= 0: " + auctionsFromMillis)
                .that(
                        shape.path() == null || shape.path().most() == users,
                        "users must be the most of the path, "
                                + (shape.path() == null ? "" : shape.path().most()) + ": " + users)
                .that(
                        !phases.staying() || shape.constant(),
                        "users stay only where their number is constant: rampDownSeconds must be >= 0: "
                                + phases.rampDownSeconds())
                .that(
                        !shape.varying() || earliestEndSeconds == 0,
                        "a load that follows a path is measured to its end: earliestEndSeconds must be 0: "
                                + earliestEndSeconds);
        targets.forEach(target -> requireAddress(bounds, target));
        bounds.check();
    }

    /** What stands behind the address would be dropped: people's pages begin at the root. */
    private static void requireAddress(Bounds bounds, URI target) {
        boolean http = "http".equals(target.getScheme()) || "https".equals(target.getScheme());
        bounds.line("a target", LONGEST_NAME, target.toString())
                .that(
                        http
                                && target.getHost() != null
                                && List.of("", "/").contains(target.getPath())
                                && target.getUserInfo() == null
                                && target.getQuery() == null
                                && target.getFragment() == null,
                        "a target must be http://host:port or https://host:port and nothing else: "
                                + Bounds.shown(target.toString()));
    }

    /**
     * Accounts {@code first..last} of the loaded set log in as {@code emailPattern} (one {@code %d}) with the one password of the set.
     * Accounts {@code first..first+users-1} are used first.
     */
    public record Accounts(String emailPattern, long first, long last, String password) {
        private static final String NUMBER = "%d";
        private static final int LONGEST_TEXT = 255;
        private static final long MOST = 1L << 40;

        public Accounts {
            new Bounds()
                    .given("emailPattern", emailPattern)
                    .given("password", password)
                    .line("emailPattern", LONGEST_TEXT, emailPattern)
                    .that(
                            emailPattern == null
                                    || emailPattern.contains(NUMBER)
                                            && !emailPattern
                                                    .replaceFirst(NUMBER, "")
                                                    .contains("%"),
                            "emailPattern must have one " + NUMBER + " and no other %: " + Bounds.shown(emailPattern))
                    .text("password", LONGEST_TEXT, password)
                    .within("first of the accounts", 0, MOST, first)
                    .within("last of the accounts", 0, MOST, last)
                    .check();
        }

        @Override
        public String toString() {
            return "Accounts[" + emailPattern + ", " + first + ".." + last + "]";
        }
    }

    /**
     * Lengths in seconds. After the measurement the load is held for the largest limit of the profile, that of the news included, and a
     * second; then it ramps down. Without a measurement nothing is judged, and so nothing is held.
     *
     * @param rampSeconds in which people come
     * @param warmUpSeconds at full load, before anything is judged
     * @param measureSeconds that are judged; 0 for a load that only warms servers up
     * @param rampDownSeconds -1 when all users stay: the same users go on, and the next load begins with them
     */
    public record Phases(int rampSeconds, int warmUpSeconds, int measureSeconds, int rampDownSeconds) {
        public static final int STAY = -1;
        /** A week, as a path. */
        static final int LONGEST_SECONDS = 7 * 24 * 3600;

        public static final Phases SMOKE = new Phases(15, 15, 60, 10);
        public static final Phases STANDARD = new Phases(60, 60, 180, 20);
        public static final Phases OFFICIAL = new Phases(240, 300, 300, 120);

        public Phases {
            new Bounds()
                    .within("rampSeconds", 0, LONGEST_SECONDS, rampSeconds)
                    .within("warmUpSeconds", 0, LONGEST_SECONDS, warmUpSeconds)
                    .within("measureSeconds", 0, LONGEST_SECONDS, measureSeconds)
                    .within("rampDownSeconds", STAY, LONGEST_SECONDS, rampDownSeconds)
                    .check();
        }

        /** All of it but the hold, in seconds. */
        public long totalSeconds() {
            return (long) rampSeconds + warmUpSeconds + measureSeconds + Math.max(0, rampDownSeconds);
        }

        /** How long a load is held after its measurement, by the limits of its operations in milliseconds. */
        public static Duration hold(Map<String, Long> limitMillis) {
            return Duration.ofMillis(limitMillis.values().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElse(0))
                    .plusSeconds(1);
        }

        /** Whether the users go on when the load is over. */
        public boolean staying() {
            return rampDownSeconds == STAY;
        }
    }

    /** The same run measured to its end, for one of several agents: connections are divided as users are. */
    public LoadSpec shareOf(AgentShare share) {
        int most = engine.maxConnections();
        if (most > 0 && most < share.count()) {
            throw new IllegalArgumentException(
                    "maxConnections must be 0 or at least the number of drivers, " + share.count() + ": " + most);
        }
        return new LoadSpec(
                name,
                targets,
                caCertificate,
                profile,
                users,
                accounts,
                seed,
                phases,
                share,
                new EngineSpec(
                        engine.loops(),
                        share.own(most),
                        engine.connectTimeoutMillis(),
                        engine.acquireTimeoutMillis(),
                        engine.responseTimeoutMillis(),
                        engine.idleTimeoutMillis(),
                        engine.http()),
                outputDirectory,
                0,
                shape,
                auctionsFromMillis);
    }

    /** Agent {@code index} (from 0) of {@code count}. */
    public record AgentShare(int index, int count) {
        public static final AgentShare ALONE = new AgentShare(0, 1);
        private static final int MOST = 1_024;

        public AgentShare {
            new Bounds()
                    .within("the number of agents", 1, MOST, count)
                    .within("an agent's index", 0, Math.max(0, count - 1), index)
                    .check();
        }

        /** How many of so many users are its own: user u is with the agent u modulo their number. */
        public int own(int users) {
            return users / count + (index < users % count ? 1 : 0);
        }

        /** Its name in reports, such as {@code driver2}; a single one is just the driver. */
        public String name() {
            return count == 1 ? "driver" : "driver" + (index + 1);
        }
    }

    /**
     * @param loops event loops, 0 for the default: half the cores, at least 1
     * @param maxConnections over all users, 0 for no cap but the descriptors
     * @param idleTimeoutMillis after which a connection that carries nothing is closed; 0 to keep it as long as its session
     * @param http which one the users speak
     */
    public record EngineSpec(
            int loops,
            int maxConnections,
            int connectTimeoutMillis,
            int acquireTimeoutMillis,
            int responseTimeoutMillis,
            int idleTimeoutMillis,
            HttpVersion http) {
        public static final EngineSpec DEFAULT = new EngineSpec(0, 0, 5_000, 10_000, 60_000);
        /** A loop is a thread with three descriptors; more of them than cores are of no use. */
        public static final int MOST_LOOPS = 1_024;

        private static final int MOST_CONNECTIONS = 100_000_000;
        private static final int LONGEST_MILLIS = 3_600_000;

        public EngineSpec {
            new Bounds()
                    .within("loops", 0, MOST_LOOPS, loops)
                    .within("maxConnections", 0, MOST_CONNECTIONS, maxConnections)
                    .within("connectTimeoutMillis", 1, LONGEST_MILLIS, connectTimeoutMillis)
                    .within("acquireTimeoutMillis", 1, LONGEST_MILLIS, acquireTimeoutMillis)
                    .within("responseTimeoutMillis", 1, LONGEST_MILLIS, responseTimeoutMillis)
                    .within("idleTimeoutMillis", 0, LONGEST_MILLIS, idleTimeoutMillis)
                    .that(http != null, "http must be auto, 1.1 or 2: null")
                    .check();
        }

        /** Over HTTP/1.1, and idle connections are kept. */
        public EngineSpec(
                int loops,
                int maxConnections,
                int connectTimeoutMillis,
                int acquireTimeoutMillis,
                int responseTimeoutMillis) {
            this(
                    loops,
                    maxConnections,
                    connectTimeoutMillis,
                    acquireTimeoutMillis,
                    responseTimeoutMillis,
                    0,
                    HttpVersion.HTTP_1);
        }
    }
}
