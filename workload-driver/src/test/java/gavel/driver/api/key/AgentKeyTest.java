package gavel.driver.api.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentKeyTest {
    private static KeyPair pair() throws Exception {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // 32 hexadecimal digits are 128 bits; 22 letters of 62 are 130.
                "0123456789abcdef0123456789ABCDEF",
                "ABCDEFGHijklmnop012345",
                "+/=abcdefghijklmnopqrstuvw"
            })
    void whatNobodyGuessesIsTaken(String key) {
        assertThat(AgentKey.problems(key)).isEmpty();
        assertThat(AgentKey.of(key)).hasToString("AgentKey[…]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0123456789abcdef0123456789abcde",
                "ABCDEFGHijklmnop01234",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void whatSomebodyGuessesIsNot(String key) {
        assertThatThrownBy(() -> AgentKey.of(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a key must have at least 128 bits")
                .hasMessageContaining(key.length() + " characters")
                .hasMessageContaining("openssl rand -hex 32");
    }

    @Test
    void neitherAreBlanksNorWhatHasNoEnd() {
        assertThat(AgentKey.problems("0123456789abcdef 0123456789abcdef"))
                .singleElement()
                .asString()
                .contains("blanks");
        assertThat(AgentKey.problems("0123456789abcdef".repeat(65))).isNotEmpty();
    }

    @Test
    void aCertificateIsWhatItSaysAndSignedByItsKey() throws Exception {
        KeyPair pair = pair();
        X509Certificate certificate = OwnCertificate.of(pair);

        assertThatCode(() -> certificate.verify(pair.getPublic())).doesNotThrowAnyException();
        assertThatCode(certificate::checkValidity).doesNotThrowAnyException();
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSubjectX500Principal()).hasToString("CN=gavel agent");
        assertThat(certificate.getPublicKey()).isEqualTo(pair.getPublic());
        KeyPair other = pair();
        assertThatThrownBy(() -> certificate.verify(other.getPublic())).isInstanceOf(SignatureException.class);
    }

    @Test
    void onlyTheSameKeyIsTrustedAndNoChainOfIt() throws Exception {
        X509Certificate own = OwnCertificate.of(pair());
        OnlyThisKey trust = new OnlyThisKey(own.getPublicKey());

        assertThatCode(() -> trust.checkServerTrusted(new X509Certificate[] {own}, "UNKNOWN"))
                .doesNotThrowAnyException();
        X509Certificate other = OwnCertificate.of(pair());
        for (X509Certificate[] shown : new X509Certificate[][] {{other}, {own, other}, {other, own}, {}, null}) {
            assertThatThrownBy(() -> trust.checkClientTrusted(shown, "EdDSA"))
                    .isInstanceOf(CertificateException.class)
                    .hasMessage("the other end has another key");
        }
    }
}
