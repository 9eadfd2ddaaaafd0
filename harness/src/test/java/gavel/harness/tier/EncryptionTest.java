package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.platform.ssh.protocol.Values;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.Topology;
import gavel.harness.topology.Watch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What servers and clients are told where tiers encrypt, and that nothing of it is there where they do not. */
class EncryptionTest {
    private static final String ON = "encryption.betweenTiers=true";
    /** What listens and does not encrypt: on the loopback of its host alone, by a protocol without a connection, or behind a key of its own. */
    private static final Set<String> EXCEPT = Set.of("rabbitmq-epmd", "driver1", "driver2");

    /** Every kind of server there is, in some configuration. */
    static Stream<Arguments> configurations() {
        return Stream.of(
                Arguments.of("minimal", List.of()),
                Arguments.of("minimal", List.of("documents.implementation=server", "webServers.implementation=httpd")),
                Arguments.of(
                        "minimal", List.of("webServers.implementation=caddy", "relational.implementation=mariadb")),
                Arguments.of(
                        "minimal",
                        List.of(
                                "balancers.implementation=haproxy",
                                "documents.implementation=mongodb",
                                "documents.topology=sharded")),
                Arguments.of("small", List.of("balancers.tls=terminate", "appServers.count=2")),
                Arguments.of("full-2015", List.of()),
                Arguments.of("hosts-small", List.of("broker.count=3")));
    }

    private static Configuration configuration(String named, List<String> settings) {
        List<SettingOverride> overrides =
                new ArrayList<>(settings.stream().map(SettingOverride::parse).toList());
        return new Configurations(Path.of("../deploy/configs"), Topologies::check).read(named, overrides);
    }

    private static Topology topology(String named, List<String> settings) {
        return Topologies.planned(configuration(named, settings));
    }

    private static Topology encrypted(String named, List<String> settings) {
        return topology(named, Stream.concat(settings.stream(), Stream.of(ON)).toList());
    }

    private static Topology encrypted(String... settings) {
        return encrypted("minimal", List.of(settings));
    }

    private static InstanceSpec instance(Topology topology, String name) {
        return topology.instance(name).orElseThrow();
    }

    private static String file(InstanceSpec instance, String path) {
        return instance.files().stream()
                .filter(file -> file.path().equals("settings/" + path))
                .findFirst()
                .orElseThrow()
                .content();
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void whoeverListensHasAKeyOfItsTierAndHost(String named, List<String> settings) {
        for (InstanceSpec instance : encrypted(named, settings).instances()) {
            boolean listens = instance.launch() instanceof Launch.Command
                    && !instance.ports().isEmpty()
                    && !EXCEPT.contains(instance.name());
            String key = Secret.certificateKey(instance.tier(), instance.host()).reference();
            assertThat(instance.files().stream().anyMatch(file -> file.content().contains(key) && file.secret()))
                    .as(instance.name())
                    .isEqualTo(listens);
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void noKeyAndNoFileOfTheOneIsForTheOther(String named, List<String> settings) {
        List<InstanceSpec> instances = encrypted(named, settings).instances();
        assertThat(instances.stream().flatMap(instance -> instance.files().stream()))
                .filteredOn(file -> file.content().contains("-key-of-"))
                .isNotEmpty()
                .allMatch(FileSpec::secret);
        for (InstanceSpec instance : instances) {
            assertThat(instance.files().stream().map(FileSpec::path))
                    .as("files of %s", instance.name())
                    .doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void everyPageIsAskedEncrypted(String named, List<String> settings) {
        List<InstanceSpec> instances = encrypted(named, settings).instances();
        assertThat(instances.stream().flatMap(instance -> pages(instance).stream()))
                .isNotEmpty();
        for (InstanceSpec instance : instances) {
            assertThat(pages(instance)).as(instance.name()).allMatch(page -> page.startsWith("https://"));
            if (!pages(instance).isEmpty()) {
                assertThat(Values.secrets(Values.far(instance, "")))
                        .as("a far end that asks %s is told whom to trust", instance.name())
                        .contains(Secret.AUTHORITY.name());
            }
        }
        for (InstanceSpec instance : topology(named, settings).instances()) {
            assertThat(pages(instance)).as("plain " + instance.name()).allMatch(page -> page.startsWith("http://"));
        }
    }

    private static List<String> pages(InstanceSpec instance) {
        List<String> pages = new ArrayList<>();
        Stream.of(
                        instance.ready(),
                        instance.reload() == null ? null : instance.reload().inForce())
                .forEach(ready -> {
                    switch (ready) {
                        case Ready.Answers answers -> pages.add(answers.page().toString());
                        case Ready.Tells tells -> pages.add(tells.page().toString());
                        case null, default -> {}
                    }
                });
        if (instance.watch() instanceof Watch.Prometheus page) {
            pages.add(page.page().toString());
        }
        if (instance.leave() != null && instance.leave().action() instanceof Step.Request request) {
            pages.add(request.page().toString());
            pages.add(((Ready.Tells) request.done()).page().toString());
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void plainDeploymentsKnowNothingOfIt(String named, List<String> settings) {
        for (InstanceSpec instance : topology(named, settings).instances()) {
            String all = instance.files().stream()
                    .map(file -> file.path() + " " + file.content())
                    .collect(Collectors.joining("\n"));
            assertThat(all)
                    .as(instance.name())
                    .doesNotContain(
                            "certificate-of-", "certificate-key-of-", "settings/tls-", "verify-full", "tls=true")
                    .doesNotContain("proxy_ssl", "SSLProxy", "check-ssl", "hostssl", "requireTLS");
        }
    }

    private static JsonNode app(Topology topology) {
        return new YAMLMapper().readTree(file(instance(topology, "app1"), "app1.yaml"));
    }

    @Test
    void anApplicationServerEncryptsBothItsPortsAndTrustsOneAuthority() {
        JsonNode app = app(encrypted());

        for (String listener : List.of("/server/ssl", "/management/server/ssl")) {
            assertThat(app.at(listener + "/certificate").asString()).isEqualTo("file:run/settings/tls-appServers.pem");
            assertThat(app.at(listener + "/certificate-private-key").asString())
                    .isEqualTo("file:run/settings/tls-appServers-key.pem");
            assertThat(app.at(listener + "/enabled-protocols").toString()).isEqualTo("[\"TLSv1.3\",\"TLSv1.2\"]");
        }
        assertThat(app.at("/gavel/authority").asString()).isEqualTo("run/settings/authority.pem");
        assertThat(app.at("/gavel/database/url").asString())
                .endsWith("/gavel?sslmode=verify-full&sslrootcert=run/settings/authority.pem");
        assertThat(app.at("/gavel/documents/uri").asString()).endsWith("?authSource=admin&tls=true");
        assertThat(app(topology("minimal", List.of())).at("/server/ssl").isMissingNode())
                .isTrue();
    }

    @Test
    void postgresqlTakesNobodyWhoDoesNotEncrypt() {
        InstanceSpec server = instance(encrypted("relational.implementation=postgresql"), "postgresql");

        assertThat(file(server, "pg_hba.conf").lines().filter(line -> !line.startsWith("#")))
                .containsExactly("hostssl all all localhost scram-sha-256");
        assertThat(file(server, "postgresql.conf"))
                .contains(
                        "ssl = 'on'",
                        "ssl_min_protocol_version = 'TLSv1.2'",
                        "ssl_cert_file = 'run/settings/tls-relational.pem'",
                        "ssl_key_file = 'run/settings/tls-relational-key.pem'");
        assertThat(((Ready.Login) server.ready()).url())
                .endsWith("/postgres?sslmode=verify-full&sslrootcert=run/settings/authority.pem");
        assertThat(server.after())
                .extracting(step -> ((Step.Statements) step.action()).url())
                .allMatch(url -> url.contains("sslmode=verify-full"));
    }

    @Test
    void mariaDbTakesNobodyWhoDoesNotEncrypt() {
        Topology topology = encrypted("relational.implementation=mariadb");

        assertThat(file(instance(topology, "mariadb"), "mariadb.cnf"))
                .contains(
                        "require_secure_transport = ON",
                        "tls_version = TLSv1.2,TLSv1.3",
                        "ssl_cert = run/settings/tls-relational.pem",
                        "ssl_key = run/settings/tls-relational-key.pem");
        assertThat(app(topology).at("/gavel/database/url").asString())
                .endsWith("/gavel?sslMode=verify-full&serverSslCert=run/settings/authority.pem");
    }

    @Test
    void rabbitMqListensForNobodyElse() {
        Topology topology = encrypted("broker.implementation=rabbitmq", "broker.count=3");
        InstanceSpec third = instance(topology, "rabbitmq3");

        assertThat(file(third, "rabbitmq3.conf"))
                .contains(
                        "listeners.tcp = none",
                        "listeners.ssl.1 = localhost:",
                        "ssl_options.certfile = run/settings/tls-broker.pem",
                        "ssl_options.keyfile = run/settings/tls-broker-key.pem",
                        "prometheus.ssl.port = ")
                .doesNotContain("listeners.tcp.1", "prometheus.tcp");
        assertThat(((Launch.Command) instance(topology, "rabbitmq-epmd").launch()).command())
                .as("the port mapper encrypts nothing, so it keeps to the loopback")
                .endsWith("-address", "127.0.0.1");
        assertThat(((Launch.Command) third.launch()).environment()).containsEntry("ERL_EPMD_ADDRESS", "127.0.0.1");
    }

    @Test
    void mongoDbRequiresItOfApplicationsAndOfEachOther() {
        Topology topology = encrypted("documents.implementation=mongodb", "documents.topology=sharded");

        for (InstanceSpec server : topology.instances().stream()
                .filter(instance -> instance.tier().equals(Tiers.DOCUMENTS))
                .toList()) {
            JsonNode tls = new YAMLMapper()
                    .readTree(file(server, server.name() + ".conf"))
                    .at("/net/tls");
            assertThat(tls.get("mode").asString()).isEqualTo("requireTLS");
            assertThat(tls.get("certificateKeyFile").asString()).isEqualTo("run/settings/tls-documents-both.pem");
            assertThat(tls.get("CAFile").asString()).isEqualTo("run/settings/authority.pem");
            assertThat(tls.get("allowConnectionsWithoutCertificates").asBoolean())
                    .isTrue();
            for (Step step : server.after()) {
                assertThat(((Step.Command) step.action()).files().getFirst().content())
                        .contains("\"authority\":\"${secret:authority}\"");
            }
        }
        assertThat(app(topology).at("/gavel/documents/uri").asString()).endsWith("&tls=true");
    }

    @Test
    void nginxKnowsApplicationServersByTheNameOfTheirTier() {
        String nginx = file(instance(encrypted("webServers.implementation=nginx"), "nginx1"), "nginx1.conf");

        assertThat(nginx)
                .contains(
                        "proxy_ssl_verify on;",
                        "proxy_ssl_trusted_certificate run/settings/authority.pem;",
                        "proxy_ssl_name appservers.gavel;",
                        "ssl_certificate run/settings/tls-webServers.pem;")
                .doesNotContain("proxy_pass http://");
    }

    @Test
    void whoDecryptsForNginxEncryptsAgain() {
        Topology topology = encrypted(
                "webServers.implementation=nginx", "balancers.implementation=haproxy", "balancers.tls=terminate");

        assertThat(file(instance(topology, "nginx1"), "nginx1.conf"))
                .containsPattern("listen localhost:\\d+ ssl backlog=4096;");
        assertThat(file(instance(topology, "haproxy1"), "haproxy1.cfg"))
                .containsPattern(
                        "server nginx1 localhost:\\d+ ssl check-ssl verify required ca-file run/settings/authority.pem verifyhost webservers.gavel\n");
    }

    @Test
    void whatPassesThroughIsNotEncryptedTwice() {
        Topology topology = encrypted("webServers.implementation=nginx", "balancers.implementation=haproxy");

        assertThat(file(instance(topology, "haproxy1"), "haproxy1.cfg"))
                .containsPattern("server nginx1 localhost:\\d+\n")
                .containsPattern("bind localhost:\\d+ ssl crt run/settings/tls-balancers-both.pem alpn http/1.1\n");
        assertThat(file(instance(topology, "nginx1"), "nginx1.conf")).contains(" ssl http2 proxy_protocol backlog");
    }

    @Test
    void balancersCheckApplicationServersAtTheirEncryptedPort() {
        assertThat(file(instance(encrypted("balancers.implementation=haproxy"), "haproxy1"), "haproxy1.cfg"))
                .containsPattern("server app1 localhost:\\d+ port \\d+ ssl check-ssl verify required ca-file"
                        + " run/settings/authority.pem verifyhost appservers.gavel\n");
    }

    @Test
    void httpdAsksForTheNameThatItConnectsTo() {
        assertThat(file(instance(encrypted("webServers.implementation=httpd"), "httpd1"), "httpd1.conf"))
                .contains(
                        "SSLProxyVerify require",
                        "SSLProxyCheckPeerName on",
                        "SSLProxyCACertificateFile run/settings/authority.pem",
                        "BalancerMember https://localhost:",
                        "ProxyPreserveHost Off")
                .doesNotContain("BalancerMember http://");
    }

    @Test
    void caddyKnowsApplicationServersByTheNameOfTheirTier() {
        assertThat(file(instance(encrypted("webServers.implementation=caddy"), "caddy1"), "caddy1.conf"))
                .contains(
                        "tls_trusted_ca_certs run/settings/authority.pem",
                        "tls_server_name appservers.gavel",
                        "tls run/settings/tls-webServers.pem run/settings/tls-webServers-key.pem")
                .doesNotContain("http://:");
    }

    @Test
    void whoeverIsReachedThroughARelayIsCalledAsTheLoopbackToo() {
        assertThat(Encryption.names(Tiers.BROKER, "10.0.0.5"))
                .containsExactly("10.0.0.5", "broker.gavel", "localhost", "127.0.0.1");
        assertThat(Encryption.names(Tiers.BROKER, "127.0.0.1"))
                .containsExactly("127.0.0.1", "broker.gavel", "localhost");
    }
}
