package gavel.harness.embedded;

import gavel.driver.api.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677) for one account; like MongoDB, it binds no channel. Holds no password. */
final class Scram {
    static final String MECHANISM = "SCRAM-SHA-256";
    /** Those of MongoDB. */
    private static final int ITERATIONS = 15_000;

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();
    /** No channel is bound: {@code n,,} in Base64. */
    private static final String UNBOUND = "biws";

    private final String username;
    private final Supplier<String> nonces;
    private final int iterations;
    private final byte[] salt;
    private final byte[] storedKey;
    private final byte[] serverKey;

    /** @param password of ASCII characters, which SASLprep leaves as they are */
    Scram(String username, String password) {
        this(username, password, Scram::randomText, ITERATIONS, randomBytes());
    }

    /** @param nonces the server's part of each */
    Scram(String username, String password, Supplier<String> nonces, int iterations, byte[] salt) {
        this.username = username;
        this.nonces = nonces;
        this.iterations = iterations;
        this.salt = salt.clone();
        byte[] salted = salted(password, salt, iterations);
        this.storedKey = Sha256.of(hmac(salted, "Client Key"));
        this.serverKey = hmac(salted, "Server Key");
    }

    String username() {
        return username;
    }

    /** One attempt to log in. */
    final class Conversation {
        private final boolean known;
        private final String nonce;
        private final String firstMessages;

        private Conversation(String clientFirst) {
            String bare = clientFirst.substring("n,,".length());
            String[] parts = bare.split(",", 3);
            this.known = MessageDigest.isEqual(utf8("n=" + escaped(username)), utf8(parts[0]));
            this.nonce = parts[1].substring("r=".length()) + nonces.get();
            this.firstMessages = bare + "," + challenge();
        }

        Scram account() {
            return Scram.this;
        }

        String challenge() {
            return "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(salt) + ",i=" + iterations;
        }

        /** What proves to the client that the server knows the password too; empty where the client did not prove it. */
        Optional<String> answer(String clientFinal) {
            int end = clientFinal.lastIndexOf(",p=");
            String withoutProof = "c=" + UNBOUND + ",r=" + nonce;
            if (end < 0 || !clientFinal.substring(0, end).equals(withoutProof)) {
                return Optional.empty();
            }
            byte[] proof = decoded(clientFinal.substring(end + ",p=".length()));
            String all = firstMessages + "," + withoutProof;
            byte[] clientKey = xor(proof, hmac(storedKey, all));
            boolean proved = MessageDigest.isEqual(Sha256.of(clientKey), storedKey);
            return proved && known
                    ? Optional.of("v=" + Base64.getEncoder().encodeToString(hmac(serverKey, all)))
                    : Optional.empty();
        }
    }

    /** @param clientFirst empty where it is none, or wants a channel bound */
    Optional<Conversation> begin(String clientFirst) {
        return clientFirst.matches("n,,n=[^,]{1,512},r=[!-+\\--~]{8,512}")
                ? Optional.of(new Conversation(clientFirst))
                : Optional.empty();
    }

    private static String escaped(String name) {
        return name.replace("=", "=3D").replace(",", "=2C");
    }

    private static byte[] salted(String password, byte[] salt, int iterations) {
        try {
            PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, 8 * BYTES);
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has PBKDF2", missing);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has HmacSHA256", missing);
        }
    }

    /** Of any length, so that a proof that is none is wrong like every other. */
    private static byte[] xor(byte[] proof, byte[] signature) {
        byte[] result = Arrays.copyOf(proof, signature.length);
        for (int i = 0; i < signature.length; i++) {
            result[i] ^= signature[i];
        }
        return result;
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException none) {
            return new byte[0];
        }
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static String randomText() {
        return Base64.getEncoder().encodeToString(randomBytes());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
