package gavel.auction.connection;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How many connections a client's address may have; of an IPv6 address the first half, because one client can use all that share it. They
 * are counted as they come, and their end is not seen. Once an address seems to have all it may, those that are open are counted anew, ten
 * times a second at most. One thread at a time.
 */
final class AddressBound {
    private static final long BETWEEN_COUNTS_NANOS = Duration.ofMillis(100).toNanos();
    private static final int MOST_KNOWN = 100_000;
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final Supplier<Stream<InetAddress>> open;
    private final LongSupplier nanoClock;
    private final Map<ByteBuffer, Integer> counts = new HashMap<>();
    private long counted;

    /** @param open addresses of the connections there are */
    AddressBound(int most, Supplier<Stream<InetAddress>> open, LongSupplier nanoClock) {
        this.most = most;
        this.open = open;
        this.nanoClock = nanoClock;
        this.counted = nanoClock.getAsLong() - BETWEEN_COUNTS_NANOS;
    }

    /** Whether one more of it is taken; it is counted then. */
    boolean takes(InetAddress address) {
        ByteBuffer client = clientOf(address);
        if (has(client) >= most || counts.size() > MOST_KNOWN) {
            countAnew();
        }
        if (has(client) >= most) {
            return false;
        }
        counts.merge(client, 1, Integer::sum);
        return true;
    }

    private static ByteBuffer clientOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NETWORK_BYTES));
    }

    private int has(ByteBuffer client) {
        return counts.getOrDefault(client, 0);
    }

    private void countAnew() {
        long now = nanoClock.getAsLong();
        if (now - counted >= BETWEEN_COUNTS_NANOS) {
            counted = now;
            counts.clear();
            open.get().forEach(each -> counts.merge(clientOf(each), 1, Integer::sum));
        }
    }
}
