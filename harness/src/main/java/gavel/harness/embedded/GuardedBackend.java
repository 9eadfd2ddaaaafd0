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
import java.util.Optional;
import java.util.Set;

/**
 * Lets nobody at a backend who has not logged in, as MongoDB does with {@code security.authorization}; its one account may do everything. A
 * connection logs in with SCRAM-SHA-256 at the database {@code admin}.
 */
final class GuardedBackend implements MongoBackend {
    private static final AttributeKey<Boolean> KNOWN = AttributeKey.valueOf("gavel.known");
    private static final AttributeKey<Scram.Conversation> LOGGING_IN = AttributeKey.valueOf("gavel.logging-in");
    private static final int UNAUTHORIZED = 13;
    private static final int FAILED = 18;
    private static final Set<String> GREETINGS = Set.of("hello", "ismaster");
    private static final Set<String> FOR_ANYBODY = Set.of("hello", "ismaster", "ping", "endsessions");

    private final MongoBackend inner;
    private final Scram account;

    GuardedBackend(MongoBackend inner, Scram account) {
        this.inner = inner;
        this.account = account;
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
        demandLogIn(query.getChannel(), "query");
        return inner.handleQuery(query);
    }

    @Override
    public Collection<Document> getCurrentOperations(MongoQuery query) {
        demandLogIn(query.getChannel(), "currentOp");
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
            default -> {
                if (!FOR_ANYBODY.contains(command.toLowerCase(Locale.ROOT))) {
                    demandLogIn(channel, command);
                }
                return Optional.empty();
            }
        }
    }

    private static void demandLogIn(Channel channel, String command) {
        if (!Boolean.TRUE.equals(channel.attr(KNOWN).get())) {
            throw unauthorized(command);
        }
    }

    private static MongoServerError unauthorized(String command) {
        return new MongoServerError(UNAUTHORIZED, "Unauthorized", "command " + command + " requires authentication");
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
                .flatMap(start -> account.begin(payload(start)))
                .orElseThrow(GuardedBackend::failed);
        channel.attr(LOGGING_IN).set(conversation);
        return step(conversation.challenge(), false);
    }

    /** A client that wants an empty exchange at the end has shown what it knows before. */
    private static Document continued(Channel channel, Document command) {
        if (Boolean.TRUE.equals(channel.attr(KNOWN).get()) && payload(command).isEmpty()) {
            return step("", true);
        }
        // Each challenge is for one attempt.
        Scram.Conversation conversation = channel.attr(LOGGING_IN).getAndSet(null);
        String signature = Optional.ofNullable(conversation)
                .flatMap(begun -> begun.answer(payload(command)))
                .orElseThrow(GuardedBackend::failed);
        channel.attr(KNOWN).set(true);
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
