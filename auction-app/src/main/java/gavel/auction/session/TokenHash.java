package gavel.auction.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** SHA-256 of a bearer token: all that is ever stored, cached or sent between nodes. */
public final class TokenHash {
    private final byte[] bytes;

    private TokenHash(byte[] bytes) {
        this.bytes = bytes;
    }

    static TokenHash ofToken(String token) {
        try {
            return new TokenHash(
                    MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** As {@link #bytes()} gave it. */
    static TokenHash of(byte[] bytes) {
        return new TokenHash(bytes.clone());
    }

    static TokenHash ofHex(String hex) {
        return new TokenHash(HexFormat.of().parseHex(hex));
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenHash hash && Arrays.equals(bytes, hash.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Hexadecimal. Knowing it does not let anyone log in, but it is as good as a name, so it is not logged. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
