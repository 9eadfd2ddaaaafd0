package gavel.auction.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CacheSizesTest {
    @Test
    void aSmallDeploymentGetsTheFloor() {
        CacheSizes sizes = new CacheSizes(10);

        assertThat(sizes.sessions()).isEqualTo(1_000);
        assertThat(sizes.items()).isEqualTo(2_000);
    }

    @Test
    void aLargeOneTwoSessionsForEachUserAndABoundForWhatIsBig() {
        CacheSizes sizes = new CacheSizes(100_000);

        assertThat(sizes.sessions()).isEqualTo(200_000);
        assertThat(sizes.auctions()).isEqualTo(25_000);
        assertThat(sizes.thumbnails()).isEqualTo(20_000);
    }

    @Test
    void noNumberOfUsersOverflows() {
        assertThat(new CacheSizes(Integer.MAX_VALUE).sessions()).isEqualTo(Integer.MAX_VALUE);
    }
}
