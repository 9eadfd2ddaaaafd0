package gavel.harness.embedded;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** An {@link EmbeddedSpec.Identity} as servers within a JVM want it. */
record KeyMaterial(PrivateKey key, X509Certificate[] certificates) {
    static KeyMaterial of(EmbeddedSpec.Identity identity) throws IOException {
        try {
            byte[] key = Base64.getMimeDecoder().decode(identity.key().replaceAll("-----[A-Z ]+-----", ""));
            return new KeyMaterial(
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(
                                    identity.certificates().getBytes(StandardCharsets.US_ASCII)))
                            .toArray(X509Certificate[]::new));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the certificate of the embedded services cannot be read: " + e.getMessage(), e);
        }
    }

    /** As a store of keys (PKCS #12). */
    byte[] store(String password) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, password.toCharArray(), certificates);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            store.store(bytes, password.toCharArray());
            return bytes.toByteArray();
        } catch (GeneralSecurityException e) {
            throw new IOException("the key of the embedded services cannot be stored: " + e.getMessage(), e);
        }
    }
}
