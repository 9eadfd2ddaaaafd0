package gavel.driver.http;

import gavel.driver.api.HttpVersion;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.NetUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * One loop's TLS: BoringSSL where it is there, certificates verified against the deployment's authority, the host's name sent (SNI).
 * Sessions are resumed within one user's session and never across. The cache is keyed by host and port, and in the place of the port stands
 * the user's identity. Neither the wire nor the verification sees that.
 */
final class Tls {
    private static final int CACHED_SESSIONS = 65_536;

    static {
        // Read once by Netty: a browser resumes, so the client's cache and tickets are on.
        System.setProperty("jdk.tls.client.enableSessionTicketExtension", "true");
        System.setProperty("io.netty.handler.ssl.openssl.sessionCacheClient", "true");
    }

    private final SslContext context;
    private final CountingTrust trust;

    private Tls(SslContext context, CountingTrust trust) {
        this.context = context;
        this.trust = trust;
    }

    /** @param pem certificates of the authority; null for the JVM's trust store */
    static Tls verifyingAgainst(String pem, HttpVersion http) throws IOException {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(pem == null ? null : keyStore(pem));
            CountingTrust trust = new CountingTrust(extended(factory.getTrustManagers()));
            SslContext context = SslContextBuilder.forClient()
                    .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK)
                    .trustManager(trust)
                    .sessionCacheSize(CACHED_SESSIONS)
                    .applicationProtocolConfig(offer(http))
                    .build();
            return new Tls(context, trust);
        } catch (GeneralSecurityException | SSLException wrong) {
            throw new IOException("the certificate of the authority cannot be used: " + wrong.getMessage(), wrong);
        }
    }

    /** What the server may choose from. */
    private static ApplicationProtocolConfig offer(HttpVersion http) {
        if (http == HttpVersion.HTTP_1) {
            return ApplicationProtocolConfig.DISABLED;
        }
        List<String> names = http == HttpVersion.HTTP_2
                ? List.of(ApplicationProtocolNames.HTTP_2)
                : List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);
        return new ApplicationProtocolConfig(
                Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, names);
    }

    /** Whether the server chose HTTP/2. */
    static boolean http2(SslHandler handler) {
        return ApplicationProtocolNames.HTTP_2.equals(handler.applicationProtocol());
    }

    SslHandler handler(ByteBufAllocator allocator, String host, int identity, HttpCounters counters) {
        trust.counters = counters;
        SSLEngine engine = context.newEngine(allocator, host, identity);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (!NetUtil.isValidIpV4Address(host) && !NetUtil.isValidIpV6Address(host)) {
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        // The connection's own timer watches the handshake too.
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    private static KeyStore keyStore(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        if (number == 0) {
            throw new GeneralSecurityException("it holds no certificate in PEM");
        }
        return store;
    }

    private static X509ExtendedTrustManager extended(TrustManager[] managers) throws GeneralSecurityException {
        for (TrustManager manager : managers) {
            if (manager instanceof X509ExtendedTrustManager trust) {
                return trust;
            }
        }
        throw new GeneralSecurityException("this JVM has no X.509 trust manager");
    }
}
