package gavel.harness.tier.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoSecurityException;
import com.mongodb.ServerAddress;
import gavel.harness.run.FakeTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The steps at one server, which is a script here: it knows accounts, becomes primary when it likes, and refuses as the real one does. */
class MongoAdministrationTest {
    private static final MongoTask FIRST = new MongoTask(
            0,
            27_017,
            "{\"_id\": \"documents\", \"members\": []}",
            List.of("{\"createUser\": \"administrator\"}", "{\"createUser\": \"gavel\"}"),
            "secret",
            "",
            List.of("{\"addShard\": \"shard1/a:1\"}"));

    private final List<String> diary = new ArrayList<>();
    private final Map<String, Integer> refusals = new HashMap<>();
    private Runnable comesToItself = () -> {};
    private boolean administratorExists;
    private int looksUntilPrimary = 2;
    private int looksUntilComplete = 2;

    private final class Script implements MongoSession {
        private final boolean administrator;

        Script(boolean administrator) {
            this.administrator = administrator;
        }

        @Override
        public Document run(Document command) {
            String name = command.keySet().iterator().next();
            if (administrator && !administratorExists) {
                throw new MongoSecurityException(
                        MongoCredential.createCredential("administrator", "admin", new char[0]), "unknown");
            }
            if (refusals.containsKey(name)) {
                int code = refusals.get(name);
                comesToItself.run();
                throw new MongoCommandException(
                        new BsonDocument("code", new BsonInt32(code)).append("errmsg", new BsonString("no")),
                        new ServerAddress());
            }
            diary.add((administrator ? "administrator " : "nobody ") + name);
            administratorExists |= "administrator".equals(command.get("createUser"));
            return switch (name) {
                case "hello" -> new Document("isWritablePrimary", --looksUntilPrimary <= 0);
                case "replSetGetStatus" ->
                    new Document(
                            "members",
                            List.of(new Document("state", 1), new Document("state", --looksUntilComplete > 0 ? 5 : 2)));
                default -> new Document("ok", 1);
            };
        }

        @Override
        public void close() {
            diary.add("bye");
        }
    }

    private void perform(MongoTask task) throws InterruptedException {
        new MongoAdministration(task, Script::new, new FakeTime()).perform();
    }

    @Test
    void theFirstAccountIsMadeByNobodyAtAPrimaryAndMakesTheRest() throws Exception {
        perform(FIRST);

        assertThat(diary)
                .containsExactly(
                        "bye",
                        "nobody replSetInitiate",
                        "nobody hello",
                        "nobody hello",
                        "nobody createUser",
                        "bye",
                        "administrator createUser",
                        "administrator replSetGetStatus",
                        "administrator replSetGetStatus",
                        "administrator addShard",
                        "bye");
    }

    @Test
    void whatWasDoneBeforeIsLeftAlone() throws Exception {
        administratorExists = true;
        refusals.putAll(Map.of("replSetInitiate", 23, "createUser", 51_003));

        perform(FIRST);

        assertThat(diary)
                .filteredOn(entry -> !entry.equals("bye"))
                .containsExactly(
                        "administrator connectionStatus",
                        "administrator hello",
                        "administrator hello",
                        "administrator replSetGetStatus",
                        "administrator replSetGetStatus",
                        "administrator addShard");
    }

    @Test
    void configServersGetNoAccountsOfTheirOwn() throws Exception {
        perform(new MongoTask(0, 27_019, "{\"_id\": \"config\"}", List.of(), "secret", "", List.of()));

        assertThat(diary).containsExactly("bye", "nobody replSetInitiate", "nobody hello", "nobody hello", "bye");
    }

    @Test
    void configServersThatKnowTheClustersAccountsAreAskedByTheAdministrator() throws Exception {
        administratorExists = true;
        refusals.put("replSetInitiate", 23);

        perform(new MongoTask(0, 27_019, "{\"_id\": \"config\"}", List.of(), "secret", "", List.of()));

        assertThat(diary).contains("administrator hello").noneMatch(entry -> entry.startsWith("nobody"));
    }

    @Test
    void aServerThatDoesNotFindItsAccountsYetIsAskedAgain() throws Exception {
        refusals.put("replSetInitiate", 13);
        comesToItself = () -> {
            administratorExists = true;
            refusals.put("replSetInitiate", 23);
        };

        perform(FIRST);

        assertThat(diary).contains("administrator addShard").noneMatch(entry -> entry.startsWith("nobody"));
    }

    @Test
    void aServerWithAccountsOfSomebodyElsesIsGivenUp() {
        refusals.put("replSetInitiate", 13);

        assertThatThrownBy(() -> perform(FIRST)).hasMessageContaining("has accounts already");
    }

    @Test
    void aRefusalIsToldWithItsReason() {
        refusals.put("addShard", 96);

        assertThatThrownBy(() -> perform(FIRST)).hasMessage("addShard was refused: no (code 96)");
    }

    @Test
    void aServerThatNeverBecomesPrimaryIsGivenUp() {
        looksUntilPrimary = Integer.MAX_VALUE;

        assertThatThrownBy(() -> perform(FIRST))
                .hasMessage("the server at port 27017 did not become primary within 60 s");
    }
}
