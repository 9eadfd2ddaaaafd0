package gavel.harness.deploy.certificate;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.WholeFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The authority of one deployment and the certificates of its servers, each made when it is asked for and kept. All of it stays in a
 * directory of this machine and goes with it; clients of a server of the deployment trust this authority and no other.
 */
public final class Certificates {
    private static final String AUTHORITY = "authority";
    private final Path directory;
    private final String deployment;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * One key with its certificate, as PEM texts.
     *
     * @param certificate with the authority's behind it
     */
    public record Pem(String certificate, String key) {
        @Override
        public String toString() {
            return "Pem[…]";
        }
    }

    /** @param directory of them alone */
    public Certificates(Path directory, String deployment, InstantSource clock) {
        this.directory = directory;
        this.deployment = deployment;
        this.clock = clock;
    }

    /** The certificate of the authority, as PEM text. */
    public String authority() {
        return kept(AUTHORITY, List.of()).certificate();
    }

    /**
     * The certificate of a server.
     *
     * @param server a name that belongs to no other
     * @param names addresses and names it is reached by
     */
    public Pem of(String server, List<String> names) {
        return kept("of-" + server, names);
    }

    private synchronized Pem kept(String name, List<String> names) {
        Path key = directory.resolve(name + "-key.pem");
        Path certificate = directory.resolve(name + ".pem");
        try {
            // One without its key was not finished, and one of other names is of a host that has another address now.
            if (Files.exists(key) && called(Files.readString(certificate)).equals(Set.copyOf(names))) {
                return new Pem(Files.readString(certificate), Files.readString(key));
            }
            Pem made = name.equals(AUTHORITY) ? authorityAnew() : anew(names);
            Files.deleteIfExists(key);
            WholeFile.put(certificate, made.certificate(), false);
            WholeFile.put(key, made.key(), true);
            return made;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new EnvironmentException(
                    "the certificates of the deployment could not be made: " + e.getMessage() + " (" + directory + ")",
                    e);
        }
    }

    private Pem authorityAnew() throws GeneralSecurityException {
        KeyPair key = Signer.newKey(random);
        Signer signer = new Signer("Gavel deployment " + deployment, key, random);
        return pem(signer.own(clock.instant()), key, "");
    }

    private Pem anew(List<String> names) throws GeneralSecurityException {
        Pem authority = kept(AUTHORITY, List.of());
        Signer signer = new Signer("Gavel deployment " + deployment, keys(authority), random);
        KeyPair key = Signer.newKey(random);
        return pem(signer.certificate(key.getPublic(), names, clock.instant()), key, authority.certificate());
    }

    private static X509Certificate first(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    private static Set<String> called(String pem) throws GeneralSecurityException {
        Collection<List<?>> names = first(pem).getSubjectAlternativeNames();
        return names == null
                ? Set.of()
                : names.stream().map(name -> (String) name.get(1)).collect(Collectors.toSet());
    }

    private static KeyPair keys(Pem pem) throws GeneralSecurityException {
        return new KeyPair(
                first(pem.certificate()).getPublicKey(),
                KeyFactory.getInstance("EC")
                        .generatePrivate(new PKCS8EncodedKeySpec(
                                Base64.getMimeDecoder().decode(pem.key().replaceAll("-----[A-Z ]+-----", "")))));
    }

    private static Pem pem(X509Certificate certificate, KeyPair key, String behind) throws GeneralSecurityException {
        return new Pem(
                pem("CERTIFICATE", certificate.getEncoded()) + behind,
                pem("PRIVATE KEY", key.getPrivate().getEncoded()));
    }

    private static String pem(String what, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }
}
