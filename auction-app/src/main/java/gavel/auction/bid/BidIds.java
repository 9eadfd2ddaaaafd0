package gavel.auction.bid;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and recognises the ids of bids without a table. An id is 16 bytes of SHA-256 over account and idempotency key, so that the same key
 * gives the same bid on every node. 8 bytes of HMAC-SHA-256 over these and the account follow, so that no client can invent one or use
 * another's.
 */
public final class BidIds {
    /** Name of the secret among those all nodes share. */
    public static final String SECRET = "bid-ids";

    private static final int DIGEST_BYTES = 16;
    private static final int TAG_BYTES = 8;
    private static final String MAC = "HmacSHA256";

    private final SecretKeySpec secret;

    /** @param secret shared by all nodes */
    public BidIds(byte[] secret) {
        this.secret = new SecretKeySpec(secret, MAC);
    }

    public String of(long accountId, String idempotencyKey) {
        byte[] digest = digest(accountId + "|" + idempotencyKey);
        byte[] id = Arrays.copyOf(digest, DIGEST_BYTES + TAG_BYTES);
        System.arraycopy(tag(id, accountId), 0, id, DIGEST_BYTES, TAG_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    /** Whether a node made this id for this account. */
    boolean isOf(String bidId, long accountId) {
        byte[] id;
        try {
            id = Base64.getUrlDecoder().decode(bidId);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return id.length == DIGEST_BYTES + TAG_BYTES
                && MessageDigest.isEqual(
                        Arrays.copyOfRange(id, DIGEST_BYTES, id.length), Arrays.copyOf(tag(id, accountId), TAG_BYTES));
    }

    private byte[] tag(byte[] id, long accountId) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(secret);
            mac.update(id, 0, DIGEST_BYTES);
            return mac.doFinal(
                    ByteBuffer.allocate(Long.BYTES).putLong(accountId).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + MAC, e);
        }
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
