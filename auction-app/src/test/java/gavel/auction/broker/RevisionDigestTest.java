package gavel.auction.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RevisionDigestTest {
    private final Map<Long, Long> told = new TreeMap<>();

    @Test
    void isReadAsItWasWritten() {
        Map<Long, Long> revisions = Map.of(1L, 0L, 64L, 7L, Long.MAX_VALUE, 1L << 40);

        RevisionDigest.read(RevisionDigest.write(revisions), told::put);

        assertThat(told).isEqualTo(revisions);
    }

    @Test
    void takesSixteenBytesForEachAuctionHighByteFirst() {
        assertThat(RevisionDigest.write(Map.of(258L, 3L)))
                .containsExactly(0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 3);
        assertThat(RevisionDigest.write(Map.of())).isEmpty();
    }

    @Test
    void whatIsNoDigestIsNotReadInPart() {
        assertThatThrownBy(() -> RevisionDigest.read(new byte[24], told::put))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("24");
        assertThat(told).isEmpty();
    }
}
