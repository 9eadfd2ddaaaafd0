package gavel.harness.embedded;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Admits only logged-in clients to a backend, as MongoDB does with {@code security.authorization}. Its owner's account may do everything,
 * and may make others ({@code createUser}), each for the one database that is called as it is. A connection logs in with SCRAM-SHA-256 at the
 * database {@code admin}.
 */
final class GuardedBackend implements MongoBackend {
    private static final AttributeKey<Scram> KNOWN = AttributeKey.valueOf("gavel.known");
    private static final AttributeKey<Scram.Conversation> LOGGING_IN = AttributeKey.valueOf("gavel.logging-in");
    private static final String CREATE_USER = "createUser";
    private static final int MOST_ACCOUNTS = 100;
    private static final int UNAUTHORIZED = 13;
    private static final int BAD_VALUE = 2;
    private static final int EXISTS_ALREADY = 51_003;
    private static final int FAILED = 18;
    private static final Pattern NAME = Pattern.compile("n,,n=([^,]+),");
    private static final Set<String> GREETINGS = Set.of("hello", "ismaster");
    private static final Set<String> FOR_ANYBODY = Set.of("hello", "ismaster", "ping", "endsessions");

    private final MongoBackend inner;
    private final Scram owner;
    private final Map<String, Scram> guests = new ConcurrentHashMap<>();

    GuardedBackend(MongoBackend inner, Scram owner) {
        this.inner = inner;
        this.owner = owner;
    }

    @Override
    public Document handleMessage(MongoMessage message) {
        Document document = message.getDocument();
        String command = document.keySet().iterator().next();
        return guarded(message.getChannel(), message.getDatabaseName(), command, document)
                .orElseGet(() -> greeted(command, inner.handleMessage(message)));
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        return guarded(channel, database, command, query)
                .orElseGet(() -> greeted(command, inner.handleCommand(channel, database, command, query)));
    }

    @Override
    public QueryResult handleQuery(MongoQuery query) {
        demandRight(query.getChannel(), query.getDatabaseName(), "query");
        return inner.handleQuery(query);
    }

    @Override
    public Collection<Document> getCurrentOperations(MongoQuery query) {
        demandRight(query.getChannel(), query.getDatabaseName(), "currentOp");
        return inner.getCurrentOperations(query);
    }

    /** Asked for directly by an old kind of message only, which does not say whose it is. */
    @Override
    public Document getServerStatus() {
        throw unauthorized("serverStatus");
    }

    /** The answer to a step of logging in; empty where the backend may answer. @throws MongoServerError where it may not */
    private Optional<Document> guarded(Channel channel, String database, String command, Document document) {
        switch (command) {
            case "saslStart" -> {
                return Optional.of(begun(channel, database, document));
            }
            case "saslContinue" -> {
                return Optional.of(continued(channel, document));
            }
            case "logout" -> {
                channel.attr(KNOWN).set(null);
                return Optional.of(new Document("ok", 1.0));
            }
            case CREATE_USER -> {
                return Optional.of(created(channel, document));
            }
            default -> {
                if (!FOR_ANYBODY.contains(command.toLowerCase(Locale.ROOT))) {
                    demandRight(channel, database, command);
                }
                return Optional.empty();
            }
        }
    }

    /** A guest has its own database, and asks for figures at {@code admin}. */
    private void demandRight(Channel channel, String database, String command) {
        Scram account = channel.attr(KNOWN).get();
        if (account == null) {
            throw unauthorized(command);
        }
        if (account != owner && !database.equals(account.username()) && !command.equals("serverStatus")) {
            throw refused(account, command + " of database " + database);
        }
    }

    private static MongoServerError unauthorized(String command) {
        return new MongoServerError(UNAUTHORIZED, "Unauthorized", "command " + command + " requires authentication");
    }

    private static MongoServerError refused(Scram account, String what) {
        return new MongoServerError(UNAUTHORIZED, "Unauthorized", account.username() + " has no right to " + what);
    }

    private Document created(Channel channel, Document command) {
        Scram account = channel.attr(KNOWN).get();
        if (account == null) {
            throw unauthorized(CREATE_USER);
        }
        if (account != owner) {
            throw refused(account, CREATE_USER);
        }
        if (!(command.get(CREATE_USER) instanceof String name)
                || !name.matches("[a-z0-9-]{1,40}")
                || !(command.get("pwd") instanceof String password)
                || password.isEmpty()
                || guests.size() >= MOST_ACCOUNTS) {
            throw new MongoServerError(
                    BAD_VALUE,
                    "BadValue",
                    "an account needs a name of letters, digits and -, and a password, and there may be "
                            + MOST_ACCOUNTS);
        }
        if (name.equals(owner.username()) || guests.putIfAbsent(name, new Scram(name, password)) != null) {
            throw new MongoServerError(EXISTS_ALREADY, "Location51003", "user " + name + " exists already");
        }
        return new Document("ok", 1.0);
    }

    /** Does not reveal which names have accounts: for a name that has none, the owner's challenge is given. */
    private Scram named(String clientFirst) {
        Matcher name = NAME.matcher(clientFirst);
        return name.lookingAt() ? guests.getOrDefault(name.group(1), owner) : owner;
    }

    private static MongoServerError failed() {
        return new MongoServerError(FAILED, "AuthenticationFailed", "Authentication failed.");
    }

    /** Drivers ask which mechanisms there are, for their account, before they log in. */
    private static Document greeted(String command, Document answer) {
        return GREETINGS.contains(command.toLowerCase(Locale.ROOT))
                ? answer.append("saslSupportedMechs", List.of(Scram.MECHANISM))
                : answer;
    }

    private Document begun(Channel channel, String database, Document command) {
        channel.attr(KNOWN).set(null);
        Scram.Conversation conversation = Optional.of(command)
                .filter(start -> database.equals("admin") && Scram.MECHANISM.equals(start.get("mechanism")))
                .map(GuardedBackend::payload)
                .flatMap(first -> named(first).begin(first))
                .orElseThrow(GuardedBackend::failed);
        channel.attr(LOGGING_IN).set(conversation);
        return step(conversation.challenge(), false);
    }

    /** A client that wants an empty exchange at the end has shown what it knows before. */
    private static Document continued(Channel channel, Document command) {
        if (channel.attr(KNOWN).get() != null && payload(command).isEmpty()) {
            return step("", true);
        }
        // Each challenge is for one attempt.
        Scram.Conversation conversation = channel.attr(LOGGING_IN).getAndSet(null);
        String signature = Optional.ofNullable(conversation)
                .flatMap(begun -> begun.answer(payload(command)))
                .orElseThrow(GuardedBackend::failed);
        channel.attr(KNOWN).set(conversation.account());
        return step(signature, false);
    }

    private static Document step(String payload, boolean done) {
        return new Document("conversationId", 1)
                .append("done", done)
                .append("payload", new BinData(payload.getBytes(StandardCharsets.UTF_8)))
                .append("ok", 1.0);
    }

    private static String payload(Document command) {
        return command.get("payload") instanceof BinData data ? new String(data.getData(), StandardCharsets.UTF_8) : "";
    }

    @Override
    public void handleClose(Channel channel) {
        inner.handleClose(channel);
    }

    @Override
    public void dropDatabase(String name) {
        inner.dropDatabase(name);
    }

    @Override
    public void closeCursors(List<Long> cursors) {
        inner.closeCursors(cursors);
    }

    @Override
    public MongoDatabase resolveDatabase(String name) {
        return inner.resolveDatabase(name);
    }

    @Override
    public Clock getClock() {
        return inner.getClock();
    }

    @Override
    public void enableOplog() {
        inner.enableOplog();
    }

    @Override
    public void disableOplog() {
        inner.disableOplog();
    }

    @Override
    public MongoBackend version(MongoVersion version) {
        inner.version(version);
        return this;
    }

    @Override
    public void close() {
        inner.close();
    }
}
