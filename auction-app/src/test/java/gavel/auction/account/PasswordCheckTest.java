package gavel.auction.account;

import static gavel.auction.testing.ScriptedDatabase.row;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.relational.Dialect;
import gavel.auction.session.Credentials;
import gavel.auction.testing.ScriptedDatabase;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordCheckTest {
    private final Passwords passwords = TestPasswords.passwords();
    private final ScriptedDatabase database = new ScriptedDatabase();
    private final PasswordCheck check = new PasswordCheck(
            new AccountStore(database.client(), Dialect.POSTGRESQL),
            passwords,
            new LoginThrottle(InstantSource.fixed(Instant.EPOCH)),
            TestPasswords.QUEUE);

    @Test
    void theRightPasswordTellsTheAccount() {
        adaIsThere();

        assertThat(check.check("ada@example.com", "correct horse", "127.0.0.1"))
                .map(Credentials.Checked::accountId)
                .contains(7L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "correct hors", "correct horse ", "Correct horse", "nobody"})
    void anyOtherPasswordTellsNothing(String password) {
        adaIsThere();

        assertThat(check.check("ada@example.com", password, "127.0.0.1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "correct horse", "nobody"})
    void anAddressNobodyHasTellsNothingWhateverThePassword(String password) {
        database.rows("from account");

        assertThat(check.check("nobody@example.com", password, "127.0.0.1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ADA@example.com", " ada@example.com", "Ada@Example.Com\t"})
    void howTheAddressIsWrittenDoesNotMatter(String address) {
        adaIsThere();

        assertThat(check.check(address, "correct horse", "127.0.0.1"))
                .map(Credentials.Checked::accountId)
                .contains(7L);
        assertThat(database.statements().getFirst().parameters()).containsExactly("ada@example.com");
    }

    @Test
    void lowerCaseDoesNotDependOnTheLanguageOfTheMachine() {
        assertThat(PasswordCheck.normal("I@EXAMPLE.COM")).isEqualTo("i@example.com");
    }

    @Test
    void whatIsReadForALoginDoesNotShowItsHash() {
        assertThat(new AccountStore.Login(7, "$2a$04$secret").toString()).isEqualTo("Login[7]");
        assertThat(new Credentials.Checked(7, "$2a$04$secret").toString()).isEqualTo("Checked[7]");
    }

    private void adaIsThere() {
        database.rows("from account", row("id", 7L, "password_hash", passwords.hash("correct horse")));
    }
}
