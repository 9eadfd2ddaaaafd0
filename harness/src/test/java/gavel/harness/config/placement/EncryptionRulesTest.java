package gavel.harness.config.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptionRulesTest {
    @TempDir
    Path home;

    private static Configuration configuration(String named, String... settings) {
        List<SettingOverride> overrides =
                new ArrayList<>(List.of(SettingOverride.parse("encryption.betweenTiers=true")));
        List.of(settings).forEach(setting -> overrides.add(SettingOverride.parse(setting)));
        return new Configurations(Path.of("../deploy/configs"), Topologies::check).read(named, overrides);
    }

    @Test
    void itIsOffUnlessSomebodyAsks() {
        assertThat(Configurations.usual().encryption().betweenTiers()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "small", "full-2015", "hosts-small"})
    void everythingThatGavelStartsByItselfCanEncrypt(String named) {
        assertThat(configuration(named).encryption().betweenTiers()).isTrue();
    }

    @Test
    void applicationServersEncryptForPeopleWhereNobodyStandsInFront() {
        assertThat(configuration("minimal").encrypted()).isTrue();
        assertThat(configuration("minimal", "encryption.betweenTiers=false").encrypted())
                .isFalse();
        assertThat(configuration("minimal").fronted()).isFalse();
    }

    @Test
    void aMachineSaysPlainlyToAnotherWhatIsNotEncrypted() {
        assertThat(configuration("hosts-small").plainBetweenMachines()).isFalse();
        assertThat(configuration("hosts-small", "encryption.betweenTiers=false").plainBetweenMachines())
                .isTrue();
        assertThat(configuration("small", "encryption.betweenTiers=false").plainBetweenMachines())
                .as("on one machine there is nobody between")
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"compose", "kubernetes"})
    void containersGetNoCertificates(String platform) {
        assertThatThrownBy(() -> configuration("minimal", "platform=" + platform))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("betweenTiers must be false on platform " + platform);
    }

    @Test
    void everyExternalServerIsRefusedAtOnce() throws Exception {
        Path file = Files.writeString(home.resolve("secret"), "hush");
        assertThatThrownBy(() -> configuration(
                        "minimal",
                        "relational.implementation=external",
                        "relational.url=jdbc:postgresql://far/gavel",
                        "relational.username=me",
                        "relational.passwordFile=" + file,
                        "broker.implementation=external",
                        "broker.host=far",
                        "broker.port=5672",
                        "broker.username=me",
                        "broker.passwordFile=" + file,
                        "documents.implementation=external",
                        "documents.uriFile=" + file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(
                        "url must ask for sslmode=verify-full with encryption.betweenTiers: true",
                        "relational.url)",
                        "implementation must not be external with encryption.betweenTiers: true",
                        "broker.implementation)",
                        "documents.implementation)");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://far/gavel?sslmode=verify-full&sslrootcert=/etc/authority.pem, true",
        "jdbc:mariadb://far/gavel?serverSslCert=/etc/authority.pem&sslMode=verify-full, true",
        "jdbc:postgresql://far/gavel?sslmode=verify-ca, false",
        "jdbc:postgresql://far/gavel?sslmode=verify-fullish, false",
        "jdbc:postgresql://far/sslmode=verify-full, false",
        "jdbc:mariadb://far/gavel?sslMode=trust, false"
    })
    void anExternalDatabaseIsCheckedByItsAddress(String url, boolean taken) throws Exception {
        String[] settings = {
            "relational.implementation=external",
            "relational.url=" + url,
            "relational.username=me",
            "relational.passwordFile=" + Files.writeString(home.resolve("secret"), "hush")
        };
        if (taken) {
            assertThat(configuration("minimal", settings).relational().url()).isEqualTo(url);
        } else {
            assertThatThrownBy(() -> configuration("minimal", settings))
                    .hasMessageContainingAll("url must ask for sslmode=verify-full", "(--set: relational.url)");
        }
    }

    @Test
    void filesOverTheNetworkAreRefusedWithWhatToDo() {
        assertThatThrownBy(() ->
                        configuration("minimal", "imageStore.implementation=directory", "imageStore.nfs=far:/pictures"))
                .hasMessageContainingAll("nfs must be null with encryption.betweenTiers: true", "sec=krb5p");
        assertThat(configuration("minimal", "imageStore.implementation=directory", "imageStore.directory=/pictures")
                        .imageStore()
                        .directory())
                .isEqualTo("/pictures");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl=off",
                "ssl_ciphers=NULL",
                "tls_version=TLSv1.0",
                "require_secure_transport=OFF",
                "skip_ssl=1"
            })
    void nothingUndoesIt(String setting) {
        assertThatThrownBy(() -> configuration("minimal", "relational.settings=[work_mem=8MB, " + setting + "]"))
                .hasMessageContaining("settings must leave encryption to encryption.betweenTiers")
                .hasMessageContaining(setting)
                .hasMessageNotContaining("work_mem");
        assertThat(configuration("minimal", "encryption.betweenTiers=false", "relational.settings=[" + setting + "]")
                        .relational()
                        .settings())
                .as("without it one may do as one likes")
                .containsExactly(setting);
    }
}
