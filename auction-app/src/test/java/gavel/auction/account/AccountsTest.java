package gavel.auction.account;

import static gavel.auction.problem.Problems.assertInvalid;
import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.row;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.account.AccountEndpoint.Profile;
import gavel.auction.account.AccountEndpoint.Registration;
import gavel.auction.relational.Dialect;
import gavel.auction.settings.TestSettings;
import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class AccountsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Map<String, Object> ADA = row(
            "id",
            7L,
            "email",
            "ada@example.com",
            "first_name",
            "Ada",
            "last_name",
            "Byron",
            "credit_limit",
            new BigDecimal("5000.00"),
            "held",
            new BigDecimal("12.50"),
            "spent",
            new BigDecimal("100.00"),
            "version",
            3);

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final Passwords passwords = TestPasswords.passwords();
    private final Accounts accounts = new Accounts(
            new AccountStore(database.client(), Dialect.POSTGRESQL),
            passwords,
            InstantSource.fixed(NOW),
            TestSettings.of(Map.of("gavel.accounts.credit-limit", "5000.00")));

    @BeforeEach
    void adaIsThere() {
        database.rows("insert into account", row("account_id", 7L));
        database.rows("from account a join credit", ADA);
        database.changes("update account", 1);
    }

    @Test
    void whoRegistersGetsTheLimitOfTheSettingsAndNotOneOfHisOwn() {
        Account account = accounts.register(registration("ada@example.com", "correct horse"));

        assertThat(account.id()).isEqualTo(7);
        assertThat(added()).last().isEqualTo(new BigDecimal("5000.00"));
        assertThat(added()).contains(Timestamp.from(NOW));
    }

    @Test
    void addressesAreKeptInLowerCaseAndNamesWithoutBlanksAround() {
        accounts.register(new Registration(" Ada@Example.COM ", "correct horse", " Ada ", "\tByron\n"));

        assertThat(added()).startsWith("ada@example.com").contains("Ada", "Byron");
    }

    @Test
    void thePasswordIsKeptAsAHashOnly() {
        accounts.register(registration("ada@example.com", "correct horse"));

        assertThat(added()).doesNotContain("correct horse");
        assertThat(passwords.matches("correct horse", Optional.of((String) added().get(1))))
                .isTrue();
    }

    @Test
    void anAddressThatIsTakenIsAConflict() {
        database.rows("insert into account");

        assertRefused(409, () -> accounts.register(registration("ada@example.com", "correct horse")))
                .hasMessageContaining("already");
    }

    @Test
    void aPasswordOfMoreBytesThanAreHashedIsRefusedBeforeAnythingIsWritten() {
        String letters72AndBytes144 = "ä".repeat(72);

        assertInvalid(() -> accounts.register(registration("ada@example.com", letters72AndBytes144)), "password");
        assertThat(database.statements()).isEmpty();
    }

    @Test
    void aPasswordOfExactlyThatManyBytesIsTaken() {
        accounts.register(registration("ada@example.com", "ä".repeat(36)));

        assertThat(database.statements("insert into account")).hasSize(1);
    }

    @Test
    void anAccountShowsWhatItHoldsAndHasSpent() {
        assertThat(accounts.get(7))
                .isEqualTo(new Account(
                        7,
                        "ada@example.com",
                        "Ada",
                        "Byron",
                        new BigDecimal("5000.00"),
                        new BigDecimal("12.50"),
                        new BigDecimal("100.00"),
                        3));
    }

    @Test
    void anAccountNobodyHasIsNotFound() {
        database.rows("from account a join credit");

        assertRefused(404, () -> accounts.get(8)).hasMessageContaining("no account 8");
    }

    @Test
    void whoRenamesHimselfSeesTheRowAsItIsThen() {
        database.rows("from account a join credit", with(ADA, "first_name", "Augusta", "version", 4));

        Account renamed = accounts.rename(7, new Profile(" Augusta ", "Byron", 3));

        assertThat(renamed.firstName()).isEqualTo("Augusta");
        assertThat(renamed.version()).isEqualTo(4);
        assertThat(database.statements("update account").getFirst().parameters())
                .containsExactly("Augusta", "Byron", 7L, 3);
    }

    @Test
    void whoEditsAnOldVersionIsToldAndReadsNothing() {
        database.changes("update account", 0);

        assertRefused(412, () -> accounts.rename(7, new Profile("Augusta", "Byron", 2)))
                .hasMessageContaining("This profile has changed since version 2");
        assertThat(database.statements("join credit")).isEmpty();
    }

    @Test
    void aDatabaseThatIsAwayIsNotTakenForAMissingAccount() {
        database.fails("from account a join credit", "08006");

        assertThatThrownBy(() -> accounts.get(7)).isInstanceOf(DataAccessResourceFailureException.class);
    }

    private List<Object> added() {
        return database.statements("insert into account").getFirst().parameters();
    }

    private static Registration registration(String email, String password) {
        return new Registration(email, password, "Ada", "Byron");
    }
}
