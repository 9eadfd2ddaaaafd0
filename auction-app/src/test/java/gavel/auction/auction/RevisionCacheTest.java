package gavel.auction.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RevisionCacheTest {
    private final Map<String, String> kept = new HashMap<>();
    private final Map<Long, Long> news = new HashMap<>();
    private final RevisionCache<String> cache =
            new RevisionCache<>(kept::computeIfAbsent, id -> news.getOrDefault(id, 0L));
    private String row = "r1";

    @Test
    void readsOnceWhileTheRevisionStays() {
        news.put(7L, 1L);
        assertThat(read(0)).isEqualTo("r1");
        row = "r1 again";

        assertThat(read(0)).isEqualTo("r1");
    }

    @Test
    void readsAgainWhenNewsCame() {
        news.put(7L, 1L);
        read(0);
        row = "r2";
        news.put(7L, 2L);

        assertThat(read(0)).isEqualTo("r2");
    }

    @Test
    void readsTheRowForACallerWhoHasSeenMoreThanThisNode() {
        news.put(7L, 1L);
        read(0);
        row = "r2";

        assertThat(read(2)).isEqualTo("r2");
        assertThat(read(1))
                .as("what was kept is good enough for who has seen revision 1")
                .isEqualTo("r1");
    }

    @Test
    void keepsNothingOfAnAuctionWithoutNews() {
        read(0);
        row = "edited";

        assertThat(read(0)).isEqualTo("edited");
        assertThat(kept).isEmpty();
    }

    @Test
    void keepsPartsAndAuctionsApart() {
        news.put(7L, 1L);
        news.put(71L, 1L);

        assertThat(cache.get(7, ":1:10", 0, () -> "first")).isEqualTo("first");
        assertThat(cache.get(7, ":11:0", 0, () -> "second")).isEqualTo("second");
        assertThat(cache.get(71, ":1:10", 0, () -> "third")).isEqualTo("third");
    }

    private String read(long after) {
        return cache.get(7, "", after, () -> row);
    }
}
