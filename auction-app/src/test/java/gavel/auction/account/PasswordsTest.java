package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    private final Passwords passwords = TestPasswords.passwords();

    @Test
    void onlyTheSamePasswordMatches() {
        String hash = passwords.hash("correct horse");

        assertThat(hash).startsWith("$2a$04$");
        assertThat(passwords.matches("correct horse", Optional.of(hash))).isTrue();
        assertThat(passwords.matches("Correct horse", Optional.of(hash))).isFalse();
    }

    @Test
    void withoutAHashNothingMatches() {
        assertThat(passwords.matches("nobody", Optional.empty())).isFalse();
    }

    @Test
    void moreBytesThanBcryptLooksAtNeverMatch() {
        String longest = "ä".repeat(36);
        String hash = passwords.hash(longest);

        assertThat(passwords.matches(longest, Optional.of(hash))).isTrue();
        assertThat(passwords.matches(longest + "x", Optional.of(hash))).isFalse();
        assertThat(passwords.matches("x".repeat(73), Optional.of(passwords.hash(""))))
                .isFalse();
    }
}
