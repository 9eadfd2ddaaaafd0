package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much the followers of one bid share its fate. */
class BidClustersTest {
    @Test
    void oneLateBidIsOneEventHoweverManyFollowIt() {
        // 33 bids with 20 followers each, one of them late for all: nearly as many samples as bids.
        BidClusters bids = bids(33, 20, 1, 20);
        assertThat(bids.inflation(pairs(660, 20))).isCloseTo(20, within(0.7));
        assertThat(news(bids, 660, 20)).isNotEqualTo("FAIL");
    }

    @Test
    void pairsThatAreLostOneByOneAreSamplesOfTheirOwn() {
        // Half of 60 bids lose one pair of 10.
        BidClusters bids = bids(60, 10, 30, 1);
        assertThat(bids.inflation(pairs(600, 30))).isEqualTo(1);
        assertThat(news(bids, 600, 30)).isEqualTo("FAIL");
    }

    @Test
    void whereNothingTellsThemApartAllPairsOfABidAreOne() {
        assertThat(bids(1, 12, 1, 3).inflation(pairs(12, 3))).isEqualTo(12);
        assertThat(bids(4, 10, 4, 10).inflation(pairs(40, 40))).isEqualTo(10);
        assertThat(bids(4, 10, 0, 0).inflation(pairs(40, 0))).isEqualTo(1);
        assertThat(BidClusters.NONE.inflation(pairs(40, 4))).isEqualTo(1);
    }

    private static String news(BidClusters bids, long pairs, long late) {
        return NewsRule.judge(
                        new NewsSample(2_000, pairs(pairs, late), pairs(pairs, late), 0, bids), new DriverDelay(1))
                .status()
                .name();
    }

    private static List<Batch> pairs(long pairs, long late) {
        return List.of(new Batch(pairs, late));
    }

    private static BidClusters bids(int count, int pairs, int bad, int late) {
        return IntStream.range(0, count)
                .mapToObj(i -> BidClusters.NONE.with(pairs, i < bad ? late : 0))
                .reduce(BidClusters.NONE, BidClusters::plus);
    }
}
