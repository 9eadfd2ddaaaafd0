package gavel.auction.live;

import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * One revision of an auction as every client gets it. The body is written once, when the first client needs it, and its bytes are shared.
 * Only the digits of {@code closesInMillis} are put between them for each response. So every client gets the time that remains at the
 * moment of its own answer.
 */
final class Snapshot {
    private static final byte[] NOTHING = {};
    private static final byte[] MARK =
            ("\"closesInMillis\":" + LiveBody.PLACE_HOLDER).getBytes(StandardCharsets.US_ASCII);
    private static final int KEPT_OF_MARK = "\"closesInMillis\":".length();

    private final LiveView view;
    private volatile Parts parts;

    private record Parts(byte[] head, byte[] tail) {}

    Snapshot(LiveView view) {
        this.view = view;
    }

    LiveView view() {
        return view;
    }

    long revision() {
        return view.revision();
    }

    /** The body for a response that is sent now. */
    Body bodyAt(Instant now) {
        Parts written = parts;
        if (written == null) {
            written = write();
            parts = written;
        }
        Instant closesAt = view.lot() == null ? null : view.lot().closesAt();
        byte[] digits = closesAt == null
                ? NOTHING
                : Long.toString(Math.max(0, closesAt.toEpochMilli() - now.toEpochMilli()))
                        .getBytes(StandardCharsets.US_ASCII);
        return new Body(written.head, digits, written.tail);
    }

    private Parts write() {
        byte[] whole = Messages.write(LiveBody.of(view));
        int mark = view.lot() == null || view.lot().closesAt() == null ? -1 : indexOf(whole, MARK);
        if (mark < 0) {
            return new Parts(whole, NOTHING);
        }
        return new Parts(
                Arrays.copyOfRange(whole, 0, mark + KEPT_OF_MARK),
                Arrays.copyOfRange(whole, mark + MARK.length, whole.length));
    }

    /** Quotes inside a title are escaped, so the mark can only be the field itself. */
    private static int indexOf(byte[] text, byte[] part) {
        for (int start = 0; start <= text.length - part.length; start++) {
            if (Arrays.equals(text, start, start + part.length, part, 0, part.length)) {
                return start;
            }
        }
        return -1;
    }

    /** Three arrays that make one body; none of them may be changed. */
    record Body(byte[] head, byte[] digits, byte[] tail) {
        int length() {
            return head.length + digits.length + tail.length;
        }

        void writeTo(OutputStream out) throws IOException {
            out.write(head);
            out.write(digits);
            out.write(tail);
        }
    }
}
