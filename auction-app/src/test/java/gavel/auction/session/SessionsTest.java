package gavel.auction.session;

import static gavel.auction.testing.ScriptedDatabase.row;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.cache.TestCaches;
import gavel.auction.relational.Dialect;
import gavel.auction.settings.TestSettings;
import gavel.auction.testing.ScriptedDatabase;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Instant LOGIN = Instant.parse("2026-11-20T12:00:00.123456789Z");

    private final Map<String, Map<String, Object>> rows = new HashMap<>();
    private final ScriptedDatabase database = new ScriptedDatabase()
            .on("insert into session", this::insert)
            .on("from session where token_hash", this::select)
            .on("select token_hash from session", this::known)
            .on("delete from session", this::delete);
    private final TestCaches caches = new TestCaches();
    private Instant now = LOGIN;
    private final Sessions sessions = new Sessions(
            new SessionStore(database.client(), Dialect.POSTGRESQL),
            caches.caches(),
            new Random(1),
            () -> now,
            TestSettings.of(Map.of("gavel.sessions.lifetime", "2h")));

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void whoLogsInIsKnownByHisToken() {
        Sessions.Opened opened = sessions.open(7);

        assertThat(sessions.find(opened.token())).map(Caller::accountId).contains(7L);
    }

    @Test
    void aTokenIsLongAndNeverTheSame() {
        String first = sessions.open(7).token();
        String second = sessions.open(7).token();

        assertThat(first).hasSize(43).matches("[A-Za-z0-9_-]+").isNotEqualTo(second);
    }

    @Test
    void theTokenItselfIsNeverStored() {
        String token = sessions.open(7).token();

        assertThat(rows).hasSize(1).doesNotContainKey(token);
        assertThat(database.statements("insert into session")
                        .getFirst()
                        .parameters()
                        .toString())
                .doesNotContain(token);
    }

    @Test
    void aLoggedSessionDoesNotShowItsToken() {
        Sessions.Opened opened = sessions.open(7);

        assertThat(opened.toString()).doesNotContain(opened.token()).contains("7");
    }

    @Test
    void itExpiresAfterItsLifetimeToTheMicrosecondThatIsStored() {
        Sessions.Opened opened = sessions.open(7);

        assertThat(opened.expiresAt()).isEqualTo(Instant.parse("2026-11-20T14:00:00.123456Z"));
    }

    @Test
    void anExpiredSessionIsOverAlthoughItIsStillCached() {
        String token = sessions.open(7).token();
        sessions.find(token);

        now = LOGIN.plus(Duration.ofHours(2)).minusSeconds(1);
        assertThat(sessions.find(token)).isPresent();
        now = LOGIN.plus(Duration.ofHours(2));
        assertThat(sessions.find(token)).isEmpty();
    }

    @Test
    void aTokenNobodyWasGivenIsUnknown() {
        sessions.open(7);

        assertThat(sessions.find("")).isEmpty();
        assertThat(sessions.find("made-up")).isEmpty();
        assertThat(sessions.find("\u20ac\u20ac")).isEmpty();
    }

    @Test
    void theRowIsReadOnceForManyRequests() {
        String token = sessions.open(7).token();

        for (int request = 0; request < 50; request++) {
            sessions.find(token);
        }

        assertThat(database.statements("from session where token_hash")).hasSize(1);
    }

    @Test
    void anUnknownTokenIsAskedForAgain() {
        sessions.find("made-up");
        sessions.find("made-up");

        assertThat(database.statements("from session where token_hash"))
                .as("the session may have been opened on another node meanwhile")
                .hasSize(2);
    }

    @Test
    void whoLogsOutIsUnknownHereAtOnceAndOtherNodesAreTold() {
        Sessions.Opened opened = sessions.open(7);
        Caller caller = sessions.find(opened.token()).orElseThrow();

        sessions.end(caller);

        assertThat(sessions.find(opened.token())).isEmpty();
        assertThat(caches.told()).containsExactly("sessions/" + caller.session());
    }

    @Test
    void whoLogsOutTwiceDoesNoHarm() {
        Caller caller = sessions.find(sessions.open(7).token()).orElseThrow();

        sessions.end(caller);
        sessions.end(caller);

        assertThat(rows).isEmpty();
    }

    @Test
    void anotherNodesLogOutIsHeardByTheFormTheKeyIsSentIn() {
        String token = sessions.open(7).token();
        Caller caller = sessions.find(token).orElseThrow();
        rows.clear();

        caches.caches().forget("sessions", caller.session().toString());

        assertThat(sessions.find(token)).isEmpty();
    }

    @Test
    void oneLogOutLeavesTheOtherSessionsOfThePersonAlone() {
        String phone = sessions.open(7).token();
        String desk = sessions.open(7).token();

        sessions.end(sessions.find(phone).orElseThrow());

        assertThat(sessions.find(desk)).map(Caller::accountId).contains(7L);
    }

    @Test
    void manySessionsAreRenewedWithAFewStatements() {
        for (int account = 1; account <= 700; account++) {
            sessions.find(sessions.open(account).token());
        }

        sessions.renew();

        assertThat(database.statements("select token_hash from session"))
                .extracting(statement -> statement.parameters().size())
                .containsExactly(500, 200);
    }

    @Test
    void nothingIsAskedWhereNobodyIsKnown() {
        sessions.renew();

        assertThat(database.statements("select token_hash from session")).isEmpty();
    }

    private List<Map<String, Object>> known(List<Object> values) {
        return values.stream()
                .filter(value -> rows.containsKey(hex(value)))
                .map(value -> row("token_hash", value))
                .toList();
    }

    private List<Map<String, Object>> insert(List<Object> values) {
        rows.put(
                hex(values.getFirst()),
                row(
                        "account_id", values.get(1),
                        "created_at", ((Timestamp) values.get(2)).toInstant(),
                        "expires_at", ((Timestamp) values.get(3)).toInstant()));
        return List.of(Map.of());
    }

    private List<Map<String, Object>> select(List<Object> values) {
        Map<String, Object> found = rows.get(hex(values.getFirst()));
        return found == null ? List.of() : List.of(found);
    }

    private List<Map<String, Object>> delete(List<Object> values) {
        Map<String, Object> gone = rows.remove(hex(values.getFirst()));
        return gone == null ? List.of() : List.of(gone);
    }

    private static String hex(Object bytes) {
        return HexFormat.of().formatHex((byte[]) bytes);
    }
}
