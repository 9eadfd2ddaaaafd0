package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deploy.certificate.Certificates;
import gavel.harness.deploy.certificate.Certificates.Pem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyMaterialTest {
    @TempDir
    Path home;

    private EmbeddedSpec.Identity identity() {
        Pem pem = new Certificates(home, "mine", InstantSource.system()).of("services", List.of("127.0.0.1"));
        return new EmbeddedSpec.Identity(pem.certificate(), pem.key());
    }

    @Test
    void theStoreHoldsTheKeyWithItsWholeChain() throws Exception {
        KeyMaterial material = KeyMaterial.of(identity());
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(material.store("pass word")), "pass word".toCharArray());

        assertThat(material.certificates()).hasSize(2);
        assertThat(store.getCertificateChain("server")).isEqualTo(material.certificates());
        assertThat(store.getKey("server", "pass word".toCharArray()).getEncoded())
                .isEqualTo(material.key().getEncoded());
        material.certificates()[0].verify(material.certificates()[1].getPublicKey());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"})
    void whatIsNoKeyIsTold(String key) {
        EmbeddedSpec.Identity damaged = new EmbeddedSpec.Identity(identity().certificates(), key);

        assertThatThrownBy(() -> KeyMaterial.of(damaged))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the certificate of the embedded services cannot be read: ");
    }

    @Test
    void neitherPrintsAKey() {
        assertThat(identity()).hasToString("Identity[…]");
    }
}
