package gavel.auction.settings;

import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The {@code gavel} part of the settings file, the same for the server and for the data set's commands. Zero means "derive it" where
 * a component says so.
 *
 * @param node name of this node, unique in the deployment
 * @param authority file with its certificate in PEM: broker and document store must encrypt then and show a certificate that it signed for
 *     their address, and this node visits itself with the same trust; null for connections in plain text. The address of the database says
 *     itself what is checked
 * @param users simulated users the deployment is sized for; pools and caches follow from it
 */
@ConfigurationProperties("gavel")
public record Settings(
        @DefaultValue("app1") String node,
        @DefaultValue("100") int users,
        @DefaultValue Database database,
        @DefaultValue Documents documents,
        @DefaultValue Broker broker,
        Path authority,
        @DefaultValue Images images,
        @DefaultValue Management management,
        @DefaultValue Lots lots,
        @DefaultValue Accounts accounts,
        @DefaultValue Sessions sessions,
        @DefaultValue Bids bids,
        @DefaultValue Live live,
        @DefaultValue Requests requests,
        @DefaultValue Memory memory,
        @DefaultValue WarmUp warmUp) {

    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final Set<String> IMAGE_STORES = Set.of("documents", "directory");

    public Settings {
        SettingsRules rules = new SettingsRules();
        rules.require(NODE.matcher(node).matches(), "must be 1 to 80 of A-Z a-z 0-9 . _ -", node, "gavel.node");
        rules.require(users > 0, "must be > 0", users, "gavel.users");
        database.check(rules);
        broker.check(rules);
        rules.require(
                authority == null || Files.isReadable(authority),
                "must be a file that can be read",
                authority,
                "gavel.authority");
        images.check(rules);
        lots.check(rules);
        accounts.check(rules);
        sessions.check(rules);
        bids.check(rules);
        live.check(rules);
        requests.check(rules);
        memory.check(rules);
        warmUp.check(rules);
        rules.done();
    }

    /**
     * @param url JDBC address of the relational store
     * @param pool connections for requests; 0: eight for each core, 16 to 24. A request that holds one waits for a core too, so a pool
     *     near the number of cores makes others wait for it while the database is idle
     */
    public record Database(
            @DefaultValue("jdbc:postgresql://127.0.0.1:5432/gavel")
            String url,

            @DefaultValue("gavel") String username,
            @DefaultValue("") String password,
            @DefaultValue("0") int pool) {
        public int connections(int cores) {
            return pool > 0 ? pool : Math.clamp(8L * cores, 16, 24);
        }

        private void check(SettingsRules rules) {
            rules.require(
                    Dialect.isKnown(url),
                    "must begin with jdbc:postgresql: or jdbc:mariadb:",
                    url,
                    "gavel.database.url");
            rules.atLeast(pool, 0, "gavel.database.pool");
        }

        @Override
        public String toString() {
            return "Database[" + url + ", " + username + "]";
        }
    }

    /** @param uri address of the document store, with the name of the database */
    public record Documents(
            @DefaultValue("mongodb://127.0.0.1:27017/gavel") String uri) {
        @Override
        public String toString() {
            return "Documents[" + uri.replaceAll("//[^@/]*@", "//***@") + "]";
        }
    }

    /**
     * Address of the message broker, AMQP 0-9-1.
     *
     * @param others nodes of the same cluster, each {@code host:port}; a connection is made to any of them
     * @param queues what the durable ones are
     */
    public record Broker(
            @DefaultValue("127.0.0.1") String host,
            @DefaultValue("5672") int port,
            @DefaultValue List<String> others,
            @DefaultValue("/") String virtualHost,
            @DefaultValue("gavel") String username,
            @DefaultValue("") String password,
            @DefaultValue("classic") Queues queues) {
        private static final Pattern OTHER = Pattern.compile("[^:\\s]+:\\d{1,5}");

        /** Kinds of durable queues: {@code classic} ones every broker has; a cluster keeps {@code quorum} ones on several nodes. */
        public enum Queues {
            CLASSIC,
            QUORUM
        }

        public Broker {
            others = List.copyOf(others);
        }

        private void check(SettingsRules rules) {
            rules.between(port, 1, 65_535, "gavel.broker.port");
            for (String other : others) {
                rules.require(OTHER.matcher(other).matches(), "must be host:port", other, "gavel.broker.others");
            }
        }

        @Override
        public String toString() {
            return "Broker[" + host + ":" + port + others + virtualHost + "]";
        }
    }

    /**
     * @param store where image bytes are kept: {@code documents} or {@code directory}
     * @param directory of the image files; only with {@code store: directory}
     * @param mostOfAccount pictures that one account may upload in all
     * @param accountSize bytes that one account may upload in all
     * @param totalSize bytes that all accounts may upload in all, so that the store is not filled by them; 0: the larger of 64 GB and half a
     *     GB for each user, who uploads about 2 MB in an hour
     */
    public record Images(
            @DefaultValue("documents") String store,
            Path directory,
            @DefaultValue("2000") int mostOfAccount,
            @DefaultValue("1GB") DataSize accountSize,
            @DefaultValue("0") DataSize totalSize) {
        private static final DataSize USUAL = DataSize.ofGigabytes(64);
        private static final DataSize OF_A_USER = DataSize.ofMegabytes(512);

        private void check(SettingsRules rules) {
            rules.atLeast(mostOfAccount, 1, "gavel.images.most-of-account");
            rules.atLeast(accountSize.toBytes(), 1, "gavel.images.account-size");
            rules.atLeast(totalSize.toBytes(), 0, "gavel.images.total-size");
            rules.require(IMAGE_STORES.contains(store), "must be documents or directory", store, "gavel.images.store");
            rules.require(
                    !store.equals("directory")
                            || (directory != null && !directory.toString().isBlank()),
                    "must name a directory when gavel.images.store is directory",
                    directory,
                    "gavel.images.directory");
        }
    }

    /** @param token bearer token of the management port; without one it answers nothing but the probes */
    public record Management(@DefaultValue("") String token) {
        @Override
        public String toString() {
            return "Management[***]";
        }
    }

    /** The auctioneer's patience: quiet time until last call, and from last call until the hammer. */
    public record Lots(
            @DefaultValue("30s") Duration lastCallAfter,
            @DefaultValue("30s") Duration closeAfter) {
        private void check(SettingsRules rules) {
            rules.positive(lastCallAfter, "gavel.lots.last-call-after");
            rules.positive(closeAfter, "gavel.lots.close-after");
        }
    }

    /** @param creditLimit of an account that registers */
    public record Accounts(@DefaultValue("1000000.00") BigDecimal creditLimit) {
        private void check(SettingsRules rules) {
            rules.require(creditLimit.signum() >= 0, "must be >= 0", creditLimit, "gavel.accounts.credit-limit");
        }
    }

    /**
     * @param lifetime from login to expiry
     * @param bcryptCost of password hashes, 4 to 12; 5 was measured at 2.6 ms of one core, each step doubles it
     */
    public record Sessions(
            @DefaultValue("12h") Duration lifetime,
            @DefaultValue("5") int bcryptCost) {
        private void check(SettingsRules rules) {
            rules.positive(lifetime, "gavel.sessions.lifetime");
            rules.between(bcryptCost, 4, 12, "gavel.sessions.bcrypt-cost");
        }
    }

    /**
     * @param answerWithin how long a request waits for the decision before it is answered 202
     * @param outstanding bids that may wait at once on this node; 0: the larger of 1,000 and the number of users
     */
    public record Bids(
            @DefaultValue("5s") Duration answerWithin,
            @DefaultValue("0") int outstanding) {
        private void check(SettingsRules rules) {
            rules.positive(answerWithin, "gavel.bids.answer-within");
            rules.atLeast(outstanding, 0, "gavel.bids.outstanding");
        }
    }

    /**
     * @param hold how long a live request is held before 204
     * @param waiters live requests that may wait at once on this node
     */
    public record Live(
            @DefaultValue("30s") Duration hold,
            @DefaultValue("20000") int waiters) {
        private void check(SettingsRules rules) {
            rules.positive(hold, "gavel.live.hold");
            rules.atLeast(waiters, 1, "gavel.live.waiters");
        }
    }

    /**
     * @param atOnce requests a node works on at once; 0: the larger of 1,000 and twice the users. Held ones do not count
     * @param connections a node has at once; 0: as many as a third of the heap has buffers for, at most 20,000, and at least
     *     seven for each user: all of them may come to one server when the others are gone
     * @param connectionsPerAddress of one client; 0: any number. For a node that people speak with themselves
     */
    public record Requests(
            @DefaultValue("0") int atOnce,
            @DefaultValue("0") int connections,
            @DefaultValue("0") int connectionsPerAddress) {
        private static final int CONNECTION_BYTES = 27 * 1024;
        /** Of TLS: three buffers for a whole record each, and the engine. */
        private static final int ENCRYPTION_BYTES = 3 * 17 * 1024 + 8 * 1024;

        private static final int USUAL_CONNECTIONS = 20_000;
        private static final int CONNECTIONS_OF_A_PERSON = 7;

        private void check(SettingsRules rules) {
            rules.atLeast(connections, 0, "gavel.requests.connections");
            rules.atLeast(connectionsPerAddress, 0, "gavel.requests.connections-per-address");
            rules.atLeast(atOnce, 0, "gavel.requests.at-once");
        }
    }

    /**
     * What requests in progress may hold together, so that nothing that is sent ends the server. Zero means a part of the heap.
     *
     * @param bodies large bodies of JSON, each at most 64 KB; 0: a sixteenth
     * @param uploads pictures that arrive, wait for a decoder and are stored; 0: an eighth, and no less than one of the largest takes
     * @param decoding what decoders work on, in the heap and beside it; 0: a quarter. A picture that needs more is refused
     * @param pictures that are read and sent; 0: an eighth, and no less than one of the largest takes
     */
    public record Memory(
            @DefaultValue("0") DataSize bodies,
            @DefaultValue("0") DataSize uploads,
            @DefaultValue("0") DataSize decoding,
            @DefaultValue("0") DataSize pictures) {
        private static final DataSize LARGEST = DataSize.ofMegabytes(17);

        private void check(SettingsRules rules) {
            rules.atLeast(bodies.toBytes(), 0, "gavel.memory.bodies");
            rules.atLeast(decoding.toBytes(), 0, "gavel.memory.decoding");
            rules.require(fits(uploads), "must be 0 or at least 17MB", uploads, "gavel.memory.uploads");
            rules.require(fits(pictures), "must be 0 or at least 17MB", pictures, "gavel.memory.pictures");
        }

        private static boolean fits(DataSize size) {
            return size.toBytes() == 0 || size.compareTo(LARGEST) >= 0;
        }

        public long bodyBytes(long heap) {
            return bodies.toBytes() > 0 ? bodies.toBytes() : heap / 16;
        }

        public long uploadBytes(long heap) {
            return uploads.toBytes() > 0 ? uploads.toBytes() : Math.max(LARGEST.toBytes(), heap / 8);
        }

        public long decodingBytes(long heap) {
            return decoding.toBytes() > 0 ? decoding.toBytes() : heap / 4;
        }

        public long pictureBytes(long heap) {
            return pictures.toBytes() > 0 ? pictures.toBytes() : Math.max(LARGEST.toBytes(), heap / 8);
        }
    }

    /**
     * @param requests a node sends itself before it reports ready; 0: none
     * @param within it stops after this time, however many it has sent
     */
    public record WarmUp(
            @DefaultValue("0") int requests,
            @DefaultValue("500ms") Duration within) {
        private void check(SettingsRules rules) {
            rules.between(requests, 0, 1_000_000, "gavel.warm-up.requests");
            rules.positive(within, "gavel.warm-up.within");
        }
    }

    /** @param encrypted whether each connection has what TLS needs, too */
    public int connectionsAtOnce(long heap, boolean encrypted) {
        int each = Requests.CONNECTION_BYTES + (encrypted ? Requests.ENCRYPTION_BYTES : 0);
        int buffers = (int) Math.min(Requests.USUAL_CONNECTIONS, heap / 3 / each);
        return requests.connections() > 0
                ? requests.connections()
                : Math.max(buffers, Math.multiplyExact(Requests.CONNECTIONS_OF_A_PERSON, users));
    }

    /** Bytes that all accounts may upload in all. */
    public long totalUploads() {
        long said = images.totalSize().toBytes();
        return said > 0 ? said : Math.max(Images.USUAL.toBytes(), Images.OF_A_USER.toBytes() * users);
    }

    public int requestsAtOnce() {
        return requests.atOnce() > 0 ? requests.atOnce() : Math.max(1_000, 2 * users);
    }

    public int outstandingBids() {
        return bids.outstanding() > 0 ? bids.outstanding() : Math.max(1_000, users);
    }
}
