package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How people change the address and the password they log in with. */
class LoginChangesIT {
    private static final String LOGIN = "/api/accounts/me/login";

    private static TestNode node;

    @BeforeAll
    static void start() {
        node = TestNode.start();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static int logIn(String email, String password) {
        return node.api()
                .post("/api/sessions", "{\"email\": \"%s\", \"password\": \"%s\"}".formatted(email, password))
                .status();
    }

    private static String token(String email) {
        return node.api()
                .post("/api/sessions", "{\"email\": \"%s\", \"password\": \"correct horse\"}".formatted(email))
                .json()
                .get("token")
                .stringValue();
    }

    @Test
    void aNewPasswordIsTheOnlyOneAndEndsTheOtherSessions() {
        Api ada = node.api().registered("ada@example.com");
        Api elsewhere = node.api().as(token("ada@example.com"));
        Api ben = node.api().registered("ben@example.com");

        Api.Answer changed = ada.put(LOGIN, "{\"password\": \"correct horse\", \"newPassword\": \"battery staple\"}");

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.text()).doesNotContain("staple");
        assertThat(logIn("ada@example.com", "correct horse")).isEqualTo(401);
        assertThat(logIn("ada@example.com", "battery staple")).isEqualTo(201);
        assertThat(elsewhere.get("/api/accounts/me").status()).isEqualTo(401);
        assertThat(ada.get("/api/accounts/me").status()).isEqualTo(200);
        assertThat(ben.get("/api/accounts/me").status()).isEqualTo(200);
    }

    @Test
    void aNewAddressIsWrittenInLowerCaseAndBelongsToOneAccount() {
        Api cleo = node.api().registered("cleo@example.com");
        node.api().registered("dora@example.com");

        assertThat(cleo.put(LOGIN, "{\"password\": \"correct horse\", \"email\": \"Dora@example.com\"}")
                        .status())
                .isEqualTo(409);
        Api.Answer changed = cleo.put(LOGIN, "{\"password\": \"correct horse\", \"email\": \"Cleopatra@Example.com\"}");

        assertThat(changed.json().get("email").stringValue()).isEqualTo("cleopatra@example.com");
        assertThat(logIn("cleopatra@example.com", "correct horse")).isEqualTo(201);
        assertThat(logIn("cleo@example.com", "correct horse")).isEqualTo(401);
    }

    @Test
    void aNewPasswordDoesNotBringBackAnAddressThatIsChangedAtTheSameTime() throws Exception {
        Api fay = node.api().registered("fay@example.com");
        Api.Answer changed = meanwhile(
                "update account set email = 'faye@example.com' where email = 'fay@example.com'",
                () -> fay.put(LOGIN, "{\"password\": \"correct horse\", \"newPassword\": \"battery staple\"}"));

        assertThat(changed.json().get("email").stringValue()).isEqualTo("faye@example.com");
        assertThat(logIn("faye@example.com", "battery staple")).isEqualTo(201);
    }

    @Test
    void aPasswordThatIsChangedWhileItIsCheckedOpensNoSessionAndChangesNothing() throws Exception {
        Api gus = node.api().registered("gus@example.com");
        String otherPassword = "update account set password_hash = 'another' where email = 'gus@example.com'";

        assertThat(meanwhile(otherPassword, () -> logIn("gus@example.com", "correct horse")))
                .isEqualTo(401);

        Api hal = node.api().registered("hal@example.com");
        Api.Answer late = meanwhile(
                otherPassword.replace("gus", "hal"),
                () -> hal.put(LOGIN, "{\"password\": \"correct horse\", \"newPassword\": \"battery staple\"}"));
        assertThat(late.status()).as(late.text()).isEqualTo(400);
        assertThat(late.json().at("/errors/0/field").stringValue()).isEqualTo("password");
        assertThat(logIn("hal@example.com", "battery staple")).isEqualTo(401);
        assertThat(gus.get("/api/accounts/me").status())
                .as("what was open before")
                .isEqualTo(200);
    }

    @Test
    void theNewPasswordHoldsOnlyWithTheEndOfTheOtherSessions() throws Exception {
        Api ivy = node.api().registered("ivy@example.com");
        Api phone = node.api().as(token("ivy@example.com"));
        long id = ivy.get("/api/accounts/me").json().get("id").longValue();
        CompletableFuture<Api.Answer> changing;
        try (Connection elsewhere = node.database().dataSource().getConnection()) {
            elsewhere.setAutoCommit(false);
            elsewhere.createStatement().execute("update session set expires_at = expires_at where account_id = " + id);
            changing = CompletableFuture.supplyAsync(
                    () -> ivy.put(LOGIN, "{\"password\": \"correct horse\", \"newPassword\": \"battery staple\"}"));
            untilItWaits();

            assertThat(logIn("ivy@example.com", "battery staple")).isEqualTo(401);
            elsewhere.rollback();
        }

        assertThat(changing.join().status()).isEqualTo(200);
        assertThat(logIn("ivy@example.com", "battery staple")).isEqualTo(201);
        assertThat(phone.get("/api/accounts/me").status()).isEqualTo(401);
    }

    /** Sends a request that has read a row before a change of it is committed, and waits for it. */
    private static <T> T meanwhile(String change, Supplier<T> request) throws SQLException {
        try (Connection elsewhere = node.database().dataSource().getConnection()) {
            elsewhere.setAutoCommit(false);
            elsewhere.createStatement().execute(change);
            CompletableFuture<T> answer = CompletableFuture.supplyAsync(request);
            untilItWaits();
            elsewhere.commit();
            return answer.join();
        }
    }

    private static void untilItWaits() {
        await().pollInterval(Duration.ofMillis(5))
                .during(Duration.ofMillis(300))
                .until(() -> node.bean(MeterRegistry.class)
                                .get("gavel.requests.working")
                                .gauge()
                                .value()
                        == 1);
    }

    @Test
    void nothingChangesWithoutThePresentPasswordWhichCannotBeGuessed() {
        Api emma = node.api().registered("emma@example.com");
        Api.Answer wrong = emma.put(LOGIN, "{\"password\": \"wrong horse\", \"email\": \"eve@example.com\"}");

        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.json().at("/errors/0/field").stringValue()).isEqualTo("password");
        for (int i = 1; i < LoginThrottle.FORGIVEN; i++) {
            emma.put(LOGIN, "{\"password\": \"wrong horse\", \"email\": \"eve@example.com\"}");
        }
        assertThat(emma.put(LOGIN, "{\"password\": \"correct horse\", \"email\": \"eve@example.com\"}")
                        .status())
                .isEqualTo(429);
        assertThat(emma.get("/api/accounts/me").text()).contains("emma@example.com");
    }

    @Test
    void whatNobodyCouldLogInWithIsRefused() {
        Api fred = node.api().registered("fred@example.com");
        for (String body : new String[] {
            "{\"email\": \"fred2@example.com\"}",
            "{\"password\": \"correct horse\", \"newPassword\": \"short\"}",
            "{\"password\": \"correct horse\", \"newPassword\": \"" + "ä".repeat(60) + "\"}",
            "{\"password\": \"correct horse\", \"email\": \"nonsense\"}",
            "{\"password\": \"correct horse\", \"creditLimit\": 5}"
        }) {
            assertThat(fred.put(LOGIN, body).status()).as(body).isEqualTo(400);
        }
        assertThat(node.api().put(LOGIN, "{\"password\": \"correct horse\"}").status())
                .isEqualTo(401);
    }

    @Test
    void accountsSimulatedUsersLogInWithStayAsTheyAre() {
        Api loaded = node.api().registered("loaded@example.com");
        long id = loaded.get("/api/accounts/me").json().get("id").longValue();
        Rows rows = new Rows(node.database());
        rows.sql()
                .sql("insert into data_set (users, seed, images, parameters) values (?, 1, 'small', '{}')")
                .param(id / 5 + 1)
                .update();
        try {
            assertThat(loaded.put(LOGIN, "{\"password\": \"correct horse\", \"newPassword\": \"battery staple\"}")
                            .status())
                    .isEqualTo(409);
        } finally {
            rows.sql().sql("delete from data_set").update();
        }
        assertThat(logIn("loaded@example.com", "correct horse")).isEqualTo(201);
    }
}
