package gavel.auction.bid;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BidIdsTest {
    private final BidIds ids = new BidIds("a secret".getBytes(StandardCharsets.US_ASCII));

    @Test
    void theSameKeyOfTheSameAccountIsTheSameBidOnEveryNode() {
        BidIds elsewhere = new BidIds("a secret".getBytes(StandardCharsets.US_ASCII));

        assertThat(ids.of(7, "key")).isEqualTo(elsewhere.of(7, "key")).hasSize(32);
        assertThat(ids.of(7, "key")).isNotEqualTo(ids.of(8, "key")).isNotEqualTo(ids.of(7, "yek"));
    }

    @Test
    void accountAndKeyCannotRunIntoEachOther() {
        assertThat(ids.of(1, "2|x")).isNotEqualTo(ids.of(12, "|x"));
    }

    @Test
    void anIdBelongsToItsAccountOnly() {
        String id = ids.of(7, "key");

        assertThat(ids.isOf(id, 7)).isTrue();
        assertThat(ids.isOf(id, 8)).isFalse();
        assertThat(new BidIds(new byte[] {1}).isOf(id, 7)).isFalse();
    }

    @Test
    void whatNoNodeMadeIsRecognised() {
        String id = ids.of(7, "key");
        char other = id.charAt(0) == 'A' ? 'B' : 'A';

        assertThat(ids.isOf(other + id.substring(1), 7)).isFalse();
        assertThat(ids.isOf(id.substring(0, 31) + (id.charAt(31) == 'A' ? 'B' : 'A'), 7))
                .isFalse();
        assertThat(ids.isOf(id + "AAAA", 7)).isFalse();
        assertThat(ids.isOf("not base64!", 7)).isFalse();
        assertThat(ids.isOf("", 7)).isFalse();
    }
}
