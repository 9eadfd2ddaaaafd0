package gavel.auction.session;

import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.Checked.faultsOf;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.cache.TestCaches;
import gavel.auction.relational.Dialect;
import gavel.auction.session.SessionEndpoint.Login;
import gavel.auction.settings.TestSettings;
import gavel.auction.testing.ScriptedDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class SessionEndpointTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final ScriptedDatabase database =
            new ScriptedDatabase().changes("insert into session", 1).changes("delete from session", 1);
    private final TestCaches caches = new TestCaches();
    private final Sessions sessions = new Sessions(
            new SessionStore(database.client(), Dialect.POSTGRESQL),
            caches.caches(),
            new Random(1),
            InstantSource.fixed(NOW),
            TestSettings.defaults());
    private final SessionEndpoint endpoint = new SessionEndpoint(
            sessions,
            (email, password, from) -> email.equals("ada@example.com") && password.equals("correct horse")
                    ? Optional.of(new Credentials.Checked(7, "hash"))
                    : Optional.empty());

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void whoLogsInGetsASessionOfHisAccount() {
        Sessions.Opened opened =
                endpoint.logIn(new Login("ada@example.com", "correct horse"), new MockHttpServletRequest());

        assertThat(opened.accountId()).isEqualTo(7);
        assertThat(opened.expiresAt()).isEqualTo(NOW.plus(Duration.ofHours(12)));
    }

    @Test
    void aWrongPasswordAndAnUnknownAddressAreToldInTheSameWords() {
        String wrong = refusal("ada@example.com", "wrong");
        String unknown = refusal("nobody@example.com", "correct horse");

        assertThat(wrong).isEqualTo(unknown);
        assertThat(database.statements()).isEmpty();
    }

    @Test
    void aPasswordThatWasChangedAfterItsCheckOpensNothing() {
        database.changes("insert into session", 0);

        assertThat(refusal("ada@example.com", "correct horse")).isEqualTo(refusal("ada@example.com", "wrong"));
        assertThat(database.statements("insert into session").getFirst().parameters())
                .endsWith(7L, "hash");
    }

    @Test
    void aLogInIsOneStatement() {
        endpoint.logIn(new Login("ada@example.com", "correct horse"), new MockHttpServletRequest());

        assertThat(database.statements()).hasSize(1);
    }

    @Test
    void whoLogsOutEndsTheSessionOfHisToken() {
        TokenHash hash = TokenHash.ofToken("token");

        endpoint.logOut(new Caller(7, hash));

        assertThat(database.statements("delete from session").getFirst().parameters())
                .containsExactly(hash.bytes());
    }

    @Test
    void aLoginIsCheckedForItsForm() {
        assertThat(faultsOf(new Login(" ", ""))).containsExactly("email", "password");
        assertThat(faultsOf(new Login("a".repeat(255), "p".repeat(73)))).containsExactly("email", "password");
        assertThat(faultsOf(new Login("ada@example.com", "p"))).isEmpty();
    }

    @Test
    void aLoggedLoginShowsNothing() {
        assertThat(new Login("ada@example.com", "correct horse").toString()).doesNotContain("ada", "horse");
    }

    @Test
    void aSessionIsOverInTheMomentItExpires() {
        Session session = new Session(7, NOW, NOW.plusSeconds(60));

        assertThat(session.isOver(NOW.plusSeconds(60).minusNanos(1))).isFalse();
        assertThat(session.isOver(NOW.plusSeconds(60))).isTrue();
        assertThat(session.isOver(NOW.plusSeconds(61))).isTrue();
    }

    private String refusal(String email, String password) {
        String[] message = {null};
        assertRefused(401, () -> endpoint.logIn(new Login(email, password), new MockHttpServletRequest()))
                .satisfies(problem -> message[0] = problem.getMessage());
        return message[0];
    }
}
