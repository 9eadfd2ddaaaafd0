package gavel.auction.account;

import static gavel.auction.testing.Checked.faultsOf;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.account.AccountEndpoint.Profile;
import gavel.auction.account.AccountEndpoint.Registration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationTest {
    @Test
    void anOrdinaryPersonMayRegister() {
        assertThat(faultsOf(new Registration("ada@example.com", "12345678", "Ada", "Byron")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',                12345678, Ada, Byron, email",
        "ada,               12345678, Ada, Byron, email",
        "ada@,              12345678, Ada, Byron, email",
        "ada@example.com,   1234567,  Ada, Byron, password",
        "ada@example.com,   '',       Ada, Byron, password",
        "ada@example.com,   ,         Ada, Byron, password",
        "ada@example.com,   12345678, '',  Byron, firstName",
        "ada@example.com,   12345678, ' ', Byron, firstName",
        "ada@example.com,   12345678, Ada, ,      lastName",
        ",                  12345678, Ada, Byron, email"
    })
    void whatIsMissingOrTooShortIsNamed(String email, String password, String first, String last, String field) {
        assertThat(faultsOf(new Registration(email, password, first, last))).containsExactly(field);
    }

    @Test
    void whatIsTooLongForItsColumnIsNamed() {
        Registration endless = new Registration("ada@example.com", "x".repeat(73), "A".repeat(81), "B".repeat(81));

        assertThat(faultsOf(endless)).containsExactly("firstName", "lastName", "password");
        assertThat(faultsOf(new Registration("ada@example.com", "x".repeat(72), "A".repeat(80), "B".repeat(80))))
                .isEmpty();
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "\uff41da@example.com",
                "ada@\uff45xample.com",
                "a\u200bda@example.com",
                "\u00e9mile@example.com",
                "e\u0301mile@example.com",
                "\u0430da@example.com",
                "ada@ex\u00e4mple.com",
                "ada@example.com\u0000",
                " ada@example.com",
                "ada@example.com ",
                "\"a b\"@example.com",
                "ada@example..com",
                ".ada@example.com"
            })
    void anAddressThatLooksLikeAnotherIsRefused(String address) {
        assertThat(faultsOf(new Registration(address, "12345678", "Ada", "Byron")))
                .containsExactly("email");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada@example.com", "Ada.B+sale@sub.example.com", "o'neill@example.com", "ada@localhost"})
    void anOrdinaryAddressIsTaken(String address) {
        assertThat(faultsOf(new Registration(address, "12345678", "Ada", "Byron")))
                .isEmpty();
    }

    /** All rules look at it, however long it is. */
    @Test
    void anAddressOfVeryManyPartsIsRefused() {
        String local = "a" + ".b.cc".repeat(200_000);

        assertThat(faultsOf(new Registration(local, "12345678", "Ada", "Byron")))
                .containsOnly("email");
        assertThat(faultsOf(new Registration("ada@" + local, "12345678", "Ada", "Byron")))
                .containsOnly("email");
    }

    @Test
    void theLongestAddressMayHaveAPointAtEveryOtherPlace() {
        String local = "a" + ".b".repeat(126) + "@";
        String domain = "@a" + ".b".repeat(126);

        assertThat(faultsOf(new Registration(local, "12345678", "Ada", "Byron")))
                .containsExactly("email");
        assertThat(faultsOf(new Registration(local.substring(2) + "d", "12345678", "Ada", "Byron")))
                .isEmpty();
        assertThat(faultsOf(new Registration("a" + domain.substring(0, 252) + "b", "12345678", "Ada", "Byron")))
                .isEmpty();
    }

    @Test
    void everyFaultIsToldAtOnce() {
        assertThat(faultsOf(new Registration(null, null, null, null)))
                .containsExactly("email", "firstName", "lastName", "password");
    }

    @Test
    void aProfileNamesTheVersionThatWasRead() {
        assertThat(faultsOf(new Profile("Ada", "Byron", null))).containsExactly("version");
        assertThat(faultsOf(new Profile("Ada", "Byron", 0))).isEmpty();
    }

    @Test
    void aLoggedRegistrationShowsNothingOfThePerson() {
        assertThat(new Registration("ada@example.com", "correct horse", "Ada", "Byron").toString())
                .doesNotContain("ada", "Ada", "Byron", "horse");
    }
}
