package gavel.driver.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;

/** A key and a certificate that vouches for itself, made by the JDK's keytool. */
final class TestAuthority {
    private static final String PASSWORD = "for-this-test";
    private static final Map<String, TestAuthority> MADE = new HashMap<>();

    private final KeyStore keys;
    private final SSLContext context;

    private TestAuthority(KeyStore keys, SSLContext context) {
        this.keys = keys;
        this.context = context;
    }

    /** For this machine: it vouches for {@code localhost} and {@code 127.0.0.1}. */
    static TestAuthority own() throws Exception {
        return forNames("dns:localhost,ip:127.0.0.1");
    }

    /** For another machine. */
    static TestAuthority stranger() throws Exception {
        return forNames("dns:elsewhere.example");
    }

    /** Made once, since the tool takes longer than a test. */
    private static synchronized TestAuthority forNames(String names) throws Exception {
        TestAuthority made = MADE.get(names);
        if (made == null) {
            Path directory = Files.createTempDirectory("keys");
            Path store = directory.resolve("keys.p12");
            try {
                made = make(store, names);
            } finally {
                Files.deleteIfExists(store);
                Files.delete(directory);
            }
            MADE.put(names, made);
        }
        return made;
    }

    private static TestAuthority make(Path store, String names) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=gavel test",
                        "-ext",
                        "san=" + names,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(said);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return new TestAuthority(keys, context);
    }

    String pem() throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder()
                        .encodeToString(keys.getCertificate("server").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    String keyPem() throws GeneralSecurityException {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder()
                        .encodeToString(
                                keys.getKey("server", PASSWORD.toCharArray()).getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    /** @param protocols to choose from by what the client offers (ALPN); none for no choice */
    ServerSocket listen(String... protocols) throws IOException {
        SSLServerSocket listening = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        SSLParameters parameters = listening.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        listening.setSSLParameters(parameters);
        return listening;
    }
}
