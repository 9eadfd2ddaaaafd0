package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import gavel.harness.deploy.certificate.Certificates;
import gavel.harness.deploy.certificate.Certificates.Pem;
import gavel.harness.http.JdkHttp;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages behind TLS, whose server is believed by its authority and its address. */
class EncryptedPagesTest {
    @TempDir
    Path home;

    private final Scraper scraper = new Scraper();
    private final JdkHttp http = new JdkHttp();
    private Certificates certificates;
    private HttpsServer server;

    @BeforeEach
    void start() {
        certificates = new Certificates(home.resolve("mine"), "mine", InstantSource.system());
    }

    @AfterEach
    void stop() {
        scraper.close();
        http.close();
        if (server != null) {
            server.stop(0);
        }
    }

    private URI served(String... names) throws Exception {
        Pem pem = certificates.of("server", List.of(names));
        char[] password = "password".toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server",
                KeyFactory.getInstance("EC")
                        .generatePrivate(new PKCS8EncodedKeySpec(
                                Base64.getMimeDecoder().decode(pem.key().replaceAll("-----[A-Z ]+-----", "")))),
                password,
                CertificateFactory.getInstance("X.509")
                        .generateCertificates(
                                new ByteArrayInputStream(pem.certificate().getBytes(StandardCharsets.US_ASCII)))
                        .toArray(Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            byte[] body = "requests_total 7\n".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
    }

    private double requests(URI page, String authority) throws IOException, InterruptedException {
        return scraper.scrape(new GuardedPage(page, "token", authority)).sum("requests_total");
    }

    @Test
    void figuresAreReadFromWhomTheAuthorityKnows() throws Exception {
        URI page = served("127.0.0.1");

        assertThat(requests(page, certificates.authority())).isEqualTo(7);
        assertThat(http.trusting(certificates.authority()).get(page, null).status())
                .isEqualTo(200);
    }

    @Test
    void nobodyElseIsBelieved() throws Exception {
        URI page = served("127.0.0.1");
        String other = new Certificates(home.resolve("other"), "mine", InstantSource.system()).authority();

        assertThatThrownBy(() -> requests(page, other)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> requests(page, "")).as("the JVM's own").isInstanceOf(IOException.class);
        assertThat(http.trusting(other).get(page, null).status()).isZero();
        assertThat(http.get(page, null).status()).isZero();
        assertThat(requests(page, certificates.authority()))
                .as("one trust leaves the other alone")
                .isEqualTo(7);
    }

    @Test
    void aServerOfAnotherAddressIsNotBelieved() throws Exception {
        URI page = served("10.0.0.1", "elsewhere.gavel");

        assertThatThrownBy(() -> requests(page, certificates.authority()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void theSameTrustIsTheSameClient() {
        assertThat(http.trusting(certificates.authority())).isSameAs(http.trusting(certificates.authority()));
        assertThat(http.trusting(null)).isSameAs(http);
    }
}
