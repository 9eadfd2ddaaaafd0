package gavel.harness.deploy.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deploy.certificate.Certificates.Pem;
import gavel.harness.failure.EnvironmentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificatesTest {
    private static final Instant NOW = Instant.parse("2026-11-26T17:38:05Z");

    @TempDir
    Path home;

    private Certificates certificates(String deployment) {
        return new Certificates(home.resolve(deployment), deployment, () -> NOW);
    }

    private static List<X509Certificate> chain(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    /** @throws CertPathValidatorException where the authority did not sign it, or it is not valid then */
    private static void validate(X509Certificate certificate, String authority, Instant at)
            throws GeneralSecurityException {
        PKIXParameters parameters =
                new PKIXParameters(Set.of(new TrustAnchor(chain(authority).getFirst(), null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(at));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), parameters);
    }

    @Test
    void theAuthoritySignsCertificatesAndNothingElse() throws Exception {
        X509Certificate authority = chain(certificates("mine").authority()).getFirst();

        assertThat(authority.getSubjectX500Principal()).isEqualTo(authority.getIssuerX500Principal());
        assertThat(authority.getSubjectX500Principal().getName()).isEqualTo("CN=Gavel deployment mine");
        assertThat(authority.getBasicConstraints()).isGreaterThan(0);
        assertThat(authority.getKeyUsage()).containsExactly(usage(5));
        assertThat(authority.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.19", "2.5.29.15");
        authority.verify(authority.getPublicKey());
    }

    /** Only that bit of nine. */
    private static boolean[] usage(int bit) {
        boolean[] usage = new boolean[9];
        usage[bit] = true;
        return usage;
    }

    @Test
    void aServerIsCalledWhatItIsReachedBy() throws Exception {
        Pem pem = certificates("mine").of("web", List.of("10.210.3.255", "webservers.gavel", "localhost"));
        X509Certificate server = chain(pem.certificate()).getFirst();

        assertThat(server.getSubjectX500Principal().getName()).isEqualTo("CN=10.210.3.255");
        assertThat(server.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(7, "10.210.3.255"), List.of(2, "webservers.gavel"), List.of(2, "localhost"));
        assertThat(server.getBasicConstraints()).as("it signs nobody").isEqualTo(-1);
        assertThat(server.getKeyUsage()).containsExactly(usage(0));
        assertThat(server.getSerialNumber().bitLength()).isEqualTo(121);
    }

    @Test
    void itIsValidByItsOwnAuthorityAloneAndForSixtyDays() throws Exception {
        Certificates mine = certificates("mine");
        X509Certificate server =
                chain(mine.of("web", List.of("127.0.0.1")).certificate()).getFirst();

        validate(server, mine.authority(), NOW);
        validate(server, mine.authority(), NOW.plus(Duration.ofDays(59)));
        assertThatThrownBy(() -> validate(server, mine.authority(), NOW.plus(Duration.ofDays(61))))
                .isInstanceOf(CertPathValidatorException.class);
        assertThatThrownBy(() -> validate(server, mine.authority(), NOW.minus(Duration.ofHours(2))))
                .isInstanceOf(CertPathValidatorException.class);
        String other = new Certificates(home.resolve("namesake"), "mine", () -> NOW).authority();
        assertThatThrownBy(() -> validate(server, other, NOW))
                .as("one of the same name signed nothing")
                .isInstanceOf(CertPathValidatorException.class);
    }

    @Test
    void aServerShowsItsAuthorityToo() throws Exception {
        Certificates mine = certificates("mine");
        String shown = mine.of("web", List.of("127.0.0.1")).certificate();

        assertThat(chain(shown)).hasSize(2);
        assertThat(shown).endsWith(mine.authority());
    }

    @Test
    void eachHasAKeyOfItsOwnThatNobodyElseMayRead() throws Exception {
        Certificates mine = certificates("mine");
        assertThat(mine.of("web", List.of("127.0.0.1")).key())
                .startsWith("-----BEGIN PRIVATE KEY-----\n")
                .isNotEqualTo(mine.of("data", List.of("127.0.0.1")).key());

        try (Stream<Path> files = Files.list(home.resolve("mine"))) {
            List<Path> keys =
                    files.filter(file -> file.toString().endsWith("-key.pem")).toList();
            assertThat(keys).hasSize(3);
            for (Path key : keys) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void anotherCommandFindsThemAgain() {
        Pem made = certificates("mine").of("web", List.of("127.0.0.1"));

        assertThat(certificates("mine").of("web", List.of("127.0.0.1"))).isEqualTo(made);
        assertThat(made).as("no key is printed").hasToString("Pem[…]");
    }

    @Test
    void aServerThatIsReachedByAnotherAddressNowIsCalledByThat() throws Exception {
        Certificates mine = certificates("mine");
        Pem before = mine.of("web", List.of("10.0.0.1", "web.gavel"));

        assertThat(mine.of("web", List.of("web.gavel", "10.0.0.1")))
                .as("in another order they are the same")
                .isEqualTo(before);
        Pem now = mine.of("web", List.of("10.0.0.2", "web.gavel"));
        assertThat(now.key()).isNotEqualTo(before.key());
        assertThat(chain(now.certificate()).getFirst().getSubjectAlternativeNames())
                .contains(List.of(7, "10.0.0.2"))
                .doesNotContain(List.of(7, "10.0.0.1"));
        assertThat(mine.of("web", List.of("10.0.0.2", "web.gavel"))).isEqualTo(now);
    }

    @Test
    void whatWasNotFinishedIsMadeAgain() throws Exception {
        Certificates mine = certificates("mine");
        Pem made = mine.of("web", List.of("127.0.0.1"));
        Files.delete(home.resolve("mine/of-web-key.pem"));

        Pem again = certificates("mine").of("web", List.of("127.0.0.1"));
        assertThat(again.key()).isNotEqualTo(made.key());
        validate(chain(again.certificate()).getFirst(), mine.authority(), NOW);
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsTold() throws IOException {
        Files.writeString(home.resolve("mine"), "a file");

        assertThatThrownBy(() -> certificates("mine").authority())
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("the certificates of the deployment could not be made: ")
                .hasMessageEndingWith("(" + home.resolve("mine") + ")");
    }

    @Test
    void whatIsNoKeyIsTold() throws IOException {
        certificates("mine").authority();
        Files.writeString(home.resolve("mine/authority-key.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n");

        assertThatThrownBy(() -> certificates("mine").of("web", List.of("127.0.0.1")))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("could not be made");
    }
}
