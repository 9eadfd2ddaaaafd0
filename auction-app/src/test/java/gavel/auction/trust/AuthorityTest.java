package gavel.auction.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(strings = {"", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"})
    void whatIsNoCertificateIsToldWithItsFile(String text) throws Exception {
        Path file = Files.writeString(home.resolve("authority.pem"), text);

        assertThatThrownBy(() -> Authority.only(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be the certificate of an authority in PEM: " + file + " (gavel.authority)");
    }

    @Test
    void aFileThatIsNotThereIsNoTrustInEverybody() {
        Path file = home.resolve("none.pem");

        assertThatThrownBy(() -> Authority.only(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString());
        assertThat(file).doesNotExist();
    }
}
