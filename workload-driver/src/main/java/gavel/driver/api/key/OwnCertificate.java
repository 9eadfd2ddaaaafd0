package gavel.driver.api.key;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** A certificate that a pair of keys gives itself, as TLS wants one: RFC 5280 in DER, signed by Ed25519 (RFC 8410). */
final class OwnCertificate {
    private static final int INTEGER = 0x02;
    private static final int BITS = 0x03;
    private static final int OBJECT = 0x06;
    private static final int UTF8 = 0x0c;
    private static final int TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION = 0xa0;
    /** 1.3.101.112 */
    private static final byte[] ED25519 = der(SEQUENCE, der(OBJECT, new byte[] {0x2b, 0x65, 0x70}));
    /** 2.5.4.3 */
    private static final byte[] COMMON_NAME = der(OBJECT, new byte[] {0x55, 0x04, 0x03});

    private OwnCertificate() {}

    /** The key is checked and not the age of the certificate, which each process makes anew. */
    static X509Certificate of(KeyPair pair) throws GeneralSecurityException {
        byte[] name = der(
                SEQUENCE,
                der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, "gavel agent".getBytes(StandardCharsets.UTF_8)))));
        byte[] told = der(
                SEQUENCE,
                der(VERSION, der(INTEGER, new byte[] {2})),
                der(INTEGER, new byte[] {1}),
                ED25519,
                name,
                der(SEQUENCE, time("20200101000000Z"), time("99991231235959Z")),
                name,
                pair.getPublic().getEncoded());
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(told);
        byte[] signed = signature.sign();
        byte[] bits = new byte[signed.length + 1];
        System.arraycopy(signed, 0, bits, 1, signed.length);
        byte[] whole = der(SEQUENCE, told, ED25519, der(BITS, bits));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] time(String text) {
        return der(TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        int length = content.size();
        if (length > 0xff) {
            whole.writeBytes(new byte[] {(byte) 0x82, (byte) (length >> 8), (byte) length});
        } else if (length > 0x7f) {
            whole.writeBytes(new byte[] {(byte) 0x81, (byte) length});
        } else {
            whole.write(length);
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
