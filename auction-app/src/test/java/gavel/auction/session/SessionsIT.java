package gavel.auction.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.relational.Dialect;
import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sessions on two nodes that share a database and a broker. */
class SessionsIT {
    private static TestNode first;
    private static TestNode second;

    @BeforeAll
    static void start() {
        first = TestNode.start("gavel.node=app1");
        second = TestNode.start(first.database(), "gavel.node=app2");
    }

    @AfterAll
    static void stop() {
        second.close();
        first.close();
    }

    @Test
    void aSessionHoldsOnEveryNode() {
        Api ada = first.api().registered("ada@example.com");

        assertThat(ada.get("/api/accounts/me").status()).isEqualTo(200);
        assertThat(onSecond(ada).get("/api/accounts/me").status()).isEqualTo(200);
    }

    @Test
    void loggingOutEndsItOnEveryNodeWithinASecond() {
        Api ada = first.api().registered("out@example.com");
        assertThat(onSecond(ada).get("/api/accounts/me").status()).isEqualTo(200);

        assertThat(ada.delete("/api/sessions/current").status()).isEqualTo(204);

        assertThat(ada.get("/api/accounts/me").status()).isEqualTo(401);
        await().atMost(Duration.ofSeconds(1))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> onSecond(ada).get("/api/accounts/me").status() == 401);
    }

    @Test
    void theStoreKnowsOfManyAtOnceWhichThereAre() {
        Api ada = first.api().registered("many@example.com");
        JdbcClient sql = JdbcClient.create(first.database().dataSource());
        TokenHash hers = TokenHash.ofToken(ada.token());

        assertThat(new SessionStore(sql, first.bean(Dialect.class)).known(List.of(TokenHash.ofToken("invented"), hers)))
                .containsExactly(hers);
    }

    @Test
    void anAccountKeepsItsNewestSessions() {
        Api ada = first.api().registered("often@example.com");
        Api ben = first.api().registered("once@example.com");
        JdbcClient sql = JdbcClient.create(first.database().dataSource());
        long account = ada.get("/api/accounts/me").json().get("id").longValue();
        Instant now = Instant.now();
        for (int age = 1; age <= SessionUpkeep.MOST_OF_ACCOUNT + 20; age++) {
            sql.sql("insert into session (token_hash, account_id, created_at, expires_at) values (?, ?, ?, ?)")
                    .params(
                            TokenHash.ofToken("session " + age).bytes(),
                            account,
                            Timestamp.from(now.minusSeconds(age * 60L)),
                            Timestamp.from(now.plusSeconds(3_600)))
                    .update();
        }
        SessionStore store = first.bean(SessionStore.class);

        // Its log-in is the newest, so it keeps 99 of the others.
        assertThat(store.removeExcess(SessionUpkeep.MOST_OF_ACCOUNT)).isEqualTo(21);
        assertThat(store.removeExcess(SessionUpkeep.MOST_OF_ACCOUNT))
                .as("again")
                .isZero();
        assertThat(store.known(List.of(
                        TokenHash.ofToken(ada.token()),
                        TokenHash.ofToken(ben.token()),
                        TokenHash.ofToken("session 99"),
                        TokenHash.ofToken("session 100"))))
                .containsExactlyInAnyOrder(
                        TokenHash.ofToken(ada.token()),
                        TokenHash.ofToken(ben.token()),
                        TokenHash.ofToken("session 99"));
    }

    @Test
    void aWrongPasswordAndAnUnknownAddressGetTheSameAnswer() {
        first.api().registered("known@example.com");

        Api.Answer wrong =
                first.api().post("/api/sessions", "{\"email\": \"known@example.com\", \"password\": \"wrong horse\"}");
        Api.Answer unknown =
                first.api().post("/api/sessions", "{\"email\": \"nobody@example.com\", \"password\": \"wrong horse\"}");

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(unknown.status()).isEqualTo(401);
        assertThat(wrong.text()).isEqualTo(unknown.text());
    }

    @Test
    void withoutATokenOrWithAnInventedOneNothingIsShown() {
        assertThat(first.api().get("/api/accounts/me").status()).isEqualTo(401);
        assertThat(first.api().as("invented").get("/api/accounts/me").header("WWW-Authenticate"))
                .isEqualTo("Bearer");
        assertThat(first.api().as("x".repeat(5_000)).get("/api/accounts/me").status())
                .isEqualTo(401);
    }

    @Test
    void theTokenItselfIsNowhereInTheDatabase() {
        Api ada = first.api().registered("secret@example.com");
        JdbcClient sql = JdbcClient.create(first.database().dataSource());

        assertThat(ada.token()).hasSize(43);
        List<byte[]> hashes =
                sql.sql("select token_hash from session").query(byte[].class).list();
        assertThat(hashes).isNotEmpty().noneMatch(hash -> new String(hash, StandardCharsets.ISO_8859_1)
                .contains(ada.token()));
    }

    private static Api onSecond(Api caller) {
        return second.api().as(caller.token());
    }
}
