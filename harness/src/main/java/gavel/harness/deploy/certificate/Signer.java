package gavel.harness.deploy.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An authority that signs certificates of servers (X.509 version 3, RFC 5280), with keys on the curve P-256.
 *
 * @param name of the authority
 * @param key of the authority
 */
record Signer(String name, KeyPair key, SecureRandom random) {
    static final Duration VALID = Duration.ofDays(60);
    /** A clock of another machine may be behind this one. */
    private static final Duration BEFORE = Duration.ofHours(1);

    private static final int SERIAL_BITS = 120;

    static KeyPair newKey(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    /** The authority's own certificate. */
    X509Certificate own(Instant now) throws GeneralSecurityException {
        try {
            return signed(begun(name, key.getPublic(), now)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign)));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /**
     * The certificate of a server.
     *
     * @param names it is reached by: IPv4 addresses and names of hosts; the first is its subject, too
     */
    X509Certificate certificate(PublicKey server, List<String> names, Instant now) throws GeneralSecurityException {
        GeneralName[] alternatives = names.stream().map(Signer::alternative).toArray(GeneralName[]::new);
        try {
            return signed(begun(names.getFirst(), server, now)
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(key.getPublic()))
                    .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives)));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private X509v3CertificateBuilder begun(String subject, PublicKey of, Instant now)
            throws GeneralSecurityException, IOException {
        return new JcaX509v3CertificateBuilder(
                        called(name),
                        new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS),
                        Date.from(now.minus(BEFORE)),
                        Date.from(now.plus(VALID)),
                        called(subject),
                        of)
                .addExtension(
                        Extension.subjectKeyIdentifier,
                        false,
                        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(of));
    }

    private X509Certificate signed(X509v3CertificateBuilder builder) throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key.getPrivate())));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /** A name of nothing but a common name. */
    private static X500Name called(String name) {
        return new X500NameBuilder().addRDN(BCStyle.CN, name).build();
    }

    private static GeneralName alternative(String name) {
        boolean address = name.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }

    @Override
    public String toString() {
        return "Signer[" + name + "]";
    }
}
