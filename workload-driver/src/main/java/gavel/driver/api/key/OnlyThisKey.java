package gavel.driver.api.key;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the certificate of one key only; TLS proves that the other end has the key itself. */
final class OnlyThisKey extends X509ExtendedTrustManager {
    private final byte[] key;

    OnlyThisKey(PublicKey own) {
        key = own.getEncoded();
    }

    private void check(X509Certificate[] shown) throws CertificateException {
        if (shown == null
                || shown.length != 1
                || !MessageDigest.isEqual(key, shown[0].getPublicKey().getEncoded())) {
            throw new CertificateException("the other end has another key");
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
