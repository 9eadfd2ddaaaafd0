package gavel.driver.api.key;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * What an agent and its controller both know. Each of them makes the same pair of keys from it, shows a certificate of that pair, and
 * speaks only with ends that prove to have the pair, too. So no authority is needed, and the key itself never travels.
 */
public final class AgentKey {
    /** Bits that cannot be guessed. */
    static final int LEAST_BITS = 128;

    private static final int LONGEST = 1_024;
    private static final int LEAST_KINDS = 8;
    private static final double BITS_OF_HEX = 4;
    /** Of letters and digits: log2(62). */
    private static final double BITS_OF_WORDS = 5.95;

    private static final String LABEL = "gavel agent, Ed25519/";
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private final KeyPair pair;

    private AgentKey(KeyPair pair) {
        this.pair = pair;
    }

    /** @throws IllegalArgumentException that says all that is wrong with it; never the key */
    public static AgentKey of(String text) {
        List<String> problems = problems(text);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        try {
            byte[] seed = MessageDigest.getInstance("SHA-256").digest((LABEL + text).getBytes(StandardCharsets.UTF_8));
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(255, new Known(seed));
            return new AgentKey(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK of this version has Ed25519", e);
        }
    }

    /** What is wrong with a key, in words without it; empty when nothing is. */
    public static List<String> problems(String text) {
        List<String> problems = new ArrayList<>();
        long kinds = text.chars().distinct().count();
        double bits = text.length() * (text.matches("[0-9a-fA-F]*") ? BITS_OF_HEX : BITS_OF_WORDS);
        if (bits < LEAST_BITS || text.length() > LONGEST || kinds < LEAST_KINDS) {
            problems.add("a key must have at least " + LEAST_BITS
                    + " bits, as 32 hexadecimal digits or 22 letters have, and at most "
                    + LONGEST + " characters: " + text.length() + " characters, " + kinds
                    + " different. Make one with: openssl rand -hex 32");
        }
        if (!text.chars().allMatch(each -> each > ' ' && each <= '~')) {
            problems.add("a key must be letters, digits and signs of ASCII without blanks");
        }
        return problems;
    }

    /** For both ends. */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys(), new TrustManager[] {new OnlyThisKey(pair.getPublic())}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no TLS with the key of an agent", e);
        }
    }

    /** What shows a certificate and proves to have its key. */
    public KeyManager[] keys() {
        try {
            // It never leaves this process, and still wants one.
            char[] password = "of this process".toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            store.setKeyEntry("agent", pair.getPrivate(), password, new X509Certificate[] {OwnCertificate.of(pair)});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, password);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no certificate of the key of an agent", e);
        }
    }

    /** For both ends: the client must prove that it has the key. */
    public static SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(PROTOCOLS);
        parameters.setNeedClientAuth(true);
        return parameters;
    }

    @Override
    public String toString() {
        return "AgentKey[…]";
    }

    /** Gives what is known, once: the private key of Ed25519 is any 32 bytes, RFC 8032, 5.1.5. */
    private static final class Known extends SecureRandom {
        private static final long serialVersionUID = 1L;
        private final transient byte[] seed;

        Known(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != seed.length) {
                throw new IllegalStateException("Ed25519 takes 32 bytes: " + bytes.length);
            }
            System.arraycopy(seed, 0, bytes, 0, seed.length);
        }
    }
}
