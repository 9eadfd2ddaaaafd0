package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Secret;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultTest {
    @TempDir
    Path home;

    private static Vault vault(TierRig rig) {
        return new Vault(rig.deployment, rig.running::context);
    }

    @Test
    void whatWasMadeForTheDeploymentHasItsName() {
        try (TierRig rig = new TierRig(home, false)) {
            Vault vault = vault(rig);

            assertThat(vault.value(Secret.DATABASE))
                    .isEqualTo(rig.deployment.secrets().database());
            assertThat(vault.value(Secret.DOCUMENTS_KEY))
                    .isEqualTo(rig.deployment.secrets().documentsKey());
            assertThat(vault.value(Secret.agent("driver2")))
                    .isEqualTo(rig.deployment.secrets().agent("driver2"));
            assertThatThrownBy(() -> vault.apply("no-such")).hasMessage("no secret is called no-such");
        }
    }

    @Test
    void aTicketKeyIsItsNameInPlainTextAndWhatIsSecret() {
        try (TierRig rig = new TierRig(home, false)) {
            String key = vault(rig).value(Secret.ticketKey(1));

            assertThat(key)
                    .hasSize(48)
                    .isEqualTo("gavel-web-000002" + rig.deployment.secrets().tickets());
            assertThat(vault(rig).value(Secret.ticketKey(1).base64()))
                    .isEqualTo(Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    @Test
    void eachTierOfAHostHasACertificateOfItsOwn() throws Exception {
        try (TierRig rig = new TierRig(home, false)) {
            Vault vault = vault(rig);
            String app = vault.value(Secret.certificate("appServers", ""));

            assertThat(names(app)).containsExactlyInAnyOrder("127.0.0.1", "appservers.gavel", "localhost");
            assertThat(names(vault.value(Secret.certificate("broker", ""))))
                    .as("a broker is no application server")
                    .contains("broker.gavel")
                    .doesNotContain("appservers.gavel");
            assertThat(app).endsWith(vault.value(Secret.AUTHORITY));
            assertThat(vault.value(Secret.certificateKey("appServers", "")))
                    .startsWith("-----BEGIN PRIVATE KEY-----")
                    .isNotEqualTo(vault.value(Secret.certificateKey("broker", "")))
                    .isNotEqualTo(vault.value(Secret.CERTIFICATE_KEY));
            assertThat(vault(rig).value(Secret.certificate("appServers", "")))
                    .as("another command finds it again")
                    .isEqualTo(app);
        }
    }

    @Test
    void theFrontDoorIsCalledWhatPeopleCallIt() throws Exception {
        try (TierRig rig = new TierRig(home, false, "webServers.implementation=nginx")) {
            assertThat(names(vault(rig).value(Secret.CERTIFICATE))).containsExactlyInAnyOrder("127.0.0.1", "localhost");
        }
    }

    private static List<Object> names(String pem) throws Exception {
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        return certificate.getSubjectAlternativeNames().stream()
                .<Object>map(name -> name.get(1))
                .toList();
    }

    @Test
    void aSecretOfSomebodyElsesIsInTheFileTheConfigurationNames() throws Exception {
        Path file = Files.writeString(home.resolve("secret"), " of another \n");
        String[] external = {
            "relational.implementation=external",
            "relational.url=jdbc:postgresql://far/gavel",
            "relational.username=me",
            "relational.passwordFile=" + file
        };
        try (TierRig rig = new TierRig(home, false, external)) {
            assertThat(vault(rig).value(Secret.EXTERNAL_DATABASE)).isEqualTo("of another");
            Files.delete(file);
            assertThatThrownBy(() -> vault(rig).value(Secret.EXTERNAL_DATABASE))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessage("file cannot be read: there is no such file: " + file + " (relational.passwordFile)");
        }
    }
}
