package gavel.driver.api.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4): what content is known by. */
public final class Sha256 {
    private Sha256() {}

    /** Of content that is still to come. */
    public static MessageDigest begun() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** 32 bytes. */
    public static byte[] of(byte[] content) {
        return begun().digest(content);
    }

    /** As {@code sha256sum} prints it: 64 hexadecimal digits. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(of(content));
    }

    /** The same of all that is left of a stream, which stays open. */
    public static String hex(InputStream content) throws IOException {
        MessageDigest digest = begun();
        content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return HexFormat.of().formatHex(digest.digest());
    }
}
