package gavel.auction.partition.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.partition.deciding.RecordsException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryRelayTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Outbox.Pending> waiting = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private RuntimeException outboxFailure;
    private RuntimeException historyFailure;
    private final HistoryRelay relay =
            new HistoryRelay(new FakeOutbox(), this::append, InstantSource.fixed(NOW), meters);

    @Test
    void aPortionIsStoredBeforeTheCursorMoves() {
        waiting.add(pending(1, "a", 3));
        waiting.add(pending(2, "b", 1));

        assertThat(relay.relay()).isEqualTo(2);

        assertThat(calls).containsExactly("append a", "append b", "stored 1", "stored 2");
    }

    @Test
    void anEmptyOutboxTouchesNothing() {
        assertThat(relay.relay()).isZero();

        assertThat(calls).isEmpty();
        assertThat(lag()).isZero();
    }

    @Test
    void theLagIsTheAgeOfTheOldestDecision() {
        waiting.add(pending(1, "young", 1));
        waiting.add(pending(2, "old", 7));

        relay.relay();

        assertThat(lag()).isEqualTo(7.0);
    }

    @Test
    void aDocumentStoreThatIsAwayLeavesTheCursorWhereItIs() {
        waiting.add(pending(1, "a", 1));
        historyFailure = new IllegalStateException("no document store");

        assertThat(relay.relay()).isNegative();
        assertThat(calls).isEmpty();

        historyFailure = null;
        assertThat(relay.relay()).isEqualTo(1);
        assertThat(calls).containsExactly("append a", "stored 1");
    }

    @Test
    void aDatabaseThatIsAwayIsAskedAgain() {
        outboxFailure = new RecordsException.Unavailable("no database", null);

        assertThat(relay.relay()).isNegative();

        outboxFailure = null;
        assertThat(relay.relay()).isZero();
    }

    private double lag() {
        return meters.get("gavel.outbox.lag").gauge().value();
    }

    private void append(List<DecidedBid> bids) {
        if (historyFailure != null) {
            throw historyFailure;
        }
        bids.forEach(bid -> calls.add("append " + bid.bidId()));
    }

    private static Outbox.Pending pending(long seq, String bidId, long secondsOld) {
        Instant decidedAt = NOW.minusSeconds(secondsOld);
        DecidedBid bid = new DecidedBid(bidId, 2, 3, 4, new BigDecimal("10.00"), "ACCEPTED", decidedAt, decidedAt);
        return new Outbox.Pending(3, 1, seq, bid);
    }

    private final class FakeOutbox implements Outbox {
        @Override
        public List<Pending> pending(int mostPerPartition) {
            if (outboxFailure != null) {
                throw outboxFailure;
            }
            return List.copyOf(waiting);
        }

        @Override
        public void stored(List<Pending> written) {
            written.forEach(each -> calls.add("stored " + each.seq()));
            waiting.removeAll(written);
        }
    }
}
