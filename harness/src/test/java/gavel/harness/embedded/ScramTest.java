package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exchange of RFC 7677, section 3, and what differs from it. */
class ScramTest {
    private static final String NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String FIRST = "n,,n=user,r=" + NONCE;
    private static final String BOTH = NONCE + "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String PROOF = "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
    private static final String FINAL = "c=biws,r=" + BOTH + ",p=" + PROOF;

    private static Scram scram(String username) {
        byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
        return new Scram(username, "pencil", () -> "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0", 4096, salt);
    }

    @Test
    void bothProveThatTheyKnowThePassword() {
        Scram.Conversation conversation = scram("user").begin(FIRST).orElseThrow();

        assertThat(conversation.challenge()).isEqualTo("r=" + BOTH + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
        assertThat(conversation.answer(FINAL)).contains("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    }

    @Test
    void anotherNameIsRefusedAtTheEndOnly() {
        Scram.Conversation conversation = scram("other").begin(FIRST).orElseThrow();

        assertThat(conversation.challenge()).startsWith("r=" + BOTH);
        assertThat(conversation.answer(FINAL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "c=biws,r=" + BOTH,
                "c=biws,r=" + BOTH + ",p=",
                "c=biws,r=" + BOTH + ",p=no Base64",
                "c=biws,r=" + BOTH + ",p=eHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
                "c=biws,r=" + BOTH + ",p=" + "AAAA" + PROOF,
                "c=biws,r=" + NONCE + ",p=" + PROOF,
                "c=eSws,r=" + BOTH + ",p=" + PROOF,
                "c=biws,r=" + BOTH + ",x=more,p=" + PROOF,
            })
    void whatIsNotTheProofIsRefused(String last) {
        assertThat(scram("user").begin(FIRST).orElseThrow().answer(last)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "n,,",
                "n=user,r=" + NONCE,
                "y,,n=user,r=" + NONCE,
                "p=tls-unique,,n=user,r=" + NONCE,
                "n,a=admin,n=user,r=" + NONCE,
                "n,,m=extension,n=user,r=" + NONCE,
                "n,,n=,r=" + NONCE,
                "n,,n=user,r=short",
                "n,,n=user,r=" + NONCE + ",x=more",
                "n,,n=user,r=" + NONCE + "\u00e4",
            })
    void whatIsNoFirstMessageIsRefused(String first) {
        assertThat(scram("user").begin(first)).isEmpty();
    }
}
