package gavel.auction.broker;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The message that tells the revisions of a node's auctions: for each auction its id and its revision, 8 bytes each, high byte first. It
 * goes from every node to every node each second, so it is no JSON, which takes many times as long to read.
 */
public final class RevisionDigest {
    private static final int ENTRY_BYTES = 2 * Long.BYTES;

    private RevisionDigest() {}

    /** Takes one entry of a digest. */
    @FunctionalInterface
    public interface Reader {
        void entry(long auctionId, long revision);
    }

    /** @param revisions by auction id */
    public static byte[] write(Map<Long, Long> revisions) {
        ByteBuffer body = ByteBuffer.allocate(ENTRY_BYTES * revisions.size());
        revisions.forEach((auctionId, revision) -> body.putLong(auctionId).putLong(revision));
        return body.array();
    }

    /** @throws IllegalArgumentException when the body is no digest; nothing was read then */
    public static void read(byte[] body, Reader reader) {
        if (body.length % ENTRY_BYTES != 0) {
            throw new IllegalArgumentException(
                    "a digest has " + ENTRY_BYTES + " bytes for each auction, and this one " + body.length);
        }
        for (ByteBuffer entries = ByteBuffer.wrap(body); entries.hasRemaining(); ) {
            reader.entry(entries.getLong(), entries.getLong());
        }
    }
}
