package gavel.harness.deploy.certificate;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * An authority that signs certificates of servers (X.509 version 3, RFC 5280), with keys on the curve P-256.
 *
 * @param name of the authority
 * @param key of the authority, and what is known of it
 */
record Signer(String name, KeyPair key, SecureRandom random) {
    static final Duration VALID = Duration.ofDays(60);
    /** A clock of another machine may be behind this one. */
    private static final Duration BEFORE = Duration.ofHours(1);

    private static final int SERIAL_BITS = 120;
    private static final byte[] ECDSA_SHA256 = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final String CONSTRAINTS = "2.5.29.19";
    private static final String USAGE = "2.5.29.15";
    private static final String OWN_KEY = "2.5.29.14";
    private static final String KEY_OF_AUTHORITY = "2.5.29.35";
    private static final String NAMES = "2.5.29.17";
    private static final byte[] SIGNS_CERTIFICATES = Der.bits(2, new byte[] {0x04});
    private static final byte[] SIGNS_HANDSHAKES = Der.bits(7, new byte[] {(byte) 0x80});

    static KeyPair newKey(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    /** The authority's own certificate, in DER. */
    byte[] own(Instant now) throws GeneralSecurityException {
        return signed(
                name,
                key.getPublic(),
                now,
                critical(CONSTRAINTS, Der.sequence(Der.yes())),
                critical(USAGE, SIGNS_CERTIFICATES));
    }

    /**
     * The certificate of a server, in DER.
     *
     * @param names it is reached by: IPv4 addresses and names of hosts; the first is its subject, too
     */
    byte[] certificate(PublicKey server, List<String> names, Instant now) throws GeneralSecurityException {
        byte[][] alternatives = names.stream().map(Signer::alternative).toArray(byte[][]::new);
        return signed(
                names.getFirst(),
                server,
                now,
                critical(USAGE, SIGNS_HANDSHAKES),
                extension(KEY_OF_AUTHORITY, Der.sequence(Der.tagged(0x80, identification(key.getPublic())))),
                extension(NAMES, Der.sequence(alternatives)));
    }

    private byte[] signed(String subject, PublicKey of, Instant now, byte[]... extensions)
            throws GeneralSecurityException {
        byte[][] all = Arrays.copyOf(extensions, extensions.length + 1);
        all[extensions.length] = extension(OWN_KEY, Der.octets(identification(of)));
        byte[] content = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS)),
                ECDSA_SHA256,
                called(name),
                Der.sequence(Der.time(now.minus(BEFORE)), Der.time(now.plus(VALID))),
                called(subject),
                of.getEncoded(),
                Der.explicit(3, Der.sequence(all)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        PrivateKey own = key.getPrivate();
        signature.initSign(own, random);
        signature.update(content);
        return Der.sequence(content, ECDSA_SHA256, Der.bits(0, signature.sign()));
    }

    /** A name of nothing but a common name. */
    private static byte[] called(String name) {
        return Der.sequence(Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.text(name))));
    }

    private static byte[] critical(String what, byte[] value) {
        return Der.sequence(Der.identifier(what), Der.yes(), Der.octets(value));
    }

    private static byte[] extension(String what, byte[] value) {
        return Der.sequence(Der.identifier(what), Der.octets(value));
    }

    private static byte[] identification(PublicKey key) throws GeneralSecurityException {
        return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()), 20);
    }

    private static byte[] alternative(String name) {
        if (!name.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
            return Der.tagged(0x82, name.getBytes(StandardCharsets.US_ASCII));
        }
        byte[] address = new byte[4];
        String[] parts = name.split("\\.");
        for (int i = 0; i < address.length; i++) {
            address[i] = (byte) Integer.parseInt(parts[i]);
        }
        return Der.tagged(0x87, address);
    }

    @Override
    public String toString() {
        return "Signer[" + name + "]";
    }
}
