package gavel.harness.tier.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import gavel.harness.time.Timekeeper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.Document;
import tools.jackson.databind.json.JsonMapper;

/**
 * Main class of the tool that does a {@link MongoTask}; it runs on the host of the server it is about. Every step may be repeated: what is
 * done already is left alone.
 */
public final class MongoAdministration {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** The set is initiated already; the account exists already. */
    private static final Set<Integer> DONE_ALREADY = Set.of(23, 51_003);

    private static final int UNAUTHORIZED = 13;
    private static final int PRIMARY = 1;
    private static final int SECONDARY = 2;

    private final MongoTask task;
    private final MongoSession.Entrance entrance;
    private final Timekeeper time;

    MongoAdministration(MongoTask task, MongoSession.Entrance entrance, Timekeeper time) {
        this.task = task;
        this.entrance = entrance;
        this.time = time;
    }

    /** The one argument is the file of the {@link MongoTask}. */
    public static void main(String[] arguments) throws InterruptedException {
        MongoTask task = new JsonMapper().readValue(Path.of(arguments[0]).toFile(), MongoTask.class);
        try {
            new MongoAdministration(task, MongoSession.at(task), Timekeeper.system()).perform();
        } catch (MongoException | IllegalStateException e) {
            say(e.getMessage());
            System.exit(3);
        }
    }

    /** @throws IllegalStateException when the server refuses, or does not become what it is to be */
    void perform() throws InterruptedException {
        Instant end = time.instant().plus(PATIENCE);
        while (!attempt()) {
            if (time.instant().isAfter(end)) {
                throw new IllegalStateException("the server at port " + task.port()
                        + " has accounts already, and does not take the password of this deployment");
            }
            time.pause(Timekeeper.BEAT);
        }
        if (!task.accounts().isEmpty()) {
            asAdministrator();
        }
    }

    /** False when it must be tried again: a server that has just been started again does not find its accounts at once. */
    private boolean attempt() throws InterruptedException {
        boolean known = administratorIsKnown();
        try (MongoSession session = entrance.open(known)) {
            if (task.initiate() != null) {
                run(session, new Document("replSetInitiate", Document.parse(task.initiate())));
                // An account can be made at a primary only.
                await("become primary", session, "hello", hello -> hello.getBoolean("isWritablePrimary", false));
            }
            if (!known && !task.accounts().isEmpty()) {
                // With it, who has no account cannot do anything any more.
                run(session, Document.parse(task.accounts().getFirst()));
            }
            return true;
        } catch (RefusedException e) {
            if (known || e.code != UNAUTHORIZED) {
                throw e;
            }
            return false;
        }
    }

    private void asAdministrator() throws InterruptedException {
        try (MongoSession session = entrance.open(true)) {
            task.accounts().stream().skip(1).map(Document::parse).forEach(account -> run(session, account));
            if (task.initiate() != null) {
                await("see all members ready", session, "replSetGetStatus", MongoAdministration::complete);
            }
            task.further().stream().map(Document::parse).forEach(command -> run(session, command));
        }
    }

    private boolean administratorIsKnown() {
        try (MongoSession session = entrance.open(true)) {
            session.run(new Document("connectionStatus", 1));
            return true;
        } catch (MongoException expected) {
            return false;
        }
    }

    private static boolean complete(Document status) {
        return status.getList("members", Document.class).stream()
                .mapToInt(member -> member.get("state", Number.class).intValue())
                .allMatch(state -> state == PRIMARY || state == SECONDARY);
    }

    private static void run(MongoSession session, Document command) {
        String name = command.keySet().iterator().next();
        try {
            session.run(command);
            say(name + ": done");
        } catch (MongoCommandException e) {
            if (!DONE_ALREADY.contains(e.getErrorCode())) {
                throw new RefusedException(name, e);
            }
            say(name + ": was done before");
        }
    }

    private void await(String what, MongoSession session, String command, Predicate<Document> condition)
            throws InterruptedException {
        Document question = new Document(command, 1);
        if (!time.await(() -> condition.test(session.run(question)), PATIENCE)) {
            throw new IllegalStateException("the server at port " + task.port() + " did not " + what + " within "
                    + PATIENCE.toSeconds() + " s");
        }
    }

    /** The server will not do a command. */
    private static final class RefusedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;
        private final int code;

        RefusedException(String command, MongoCommandException cause) {
            super(command + " was refused: " + cause.getErrorMessage() + " (code " + cause.getErrorCode() + ")", cause);
            this.code = cause.getErrorCode();
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
