package gavel.auction.dataset.plan;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.plan.BiddingModel.Life;
import gavel.auction.dataset.plan.BiddingModel.MidLife;
import gavel.auction.dataset.plan.BiddingModel.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BiddingModelTest {
    private static final LotTiming TIMING = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final BiddingModel model = new BiddingModel(TIMING);
    private final RandomGenerator random = new SplittableRandom(11);

    @Test
    void aLotEndsAMinuteAfterItsLastBid() {
        for (int lot = 0; lot < 100; lot++) {
            Life life = model.live(5_000, 20, random);
            long last = life.steps().isEmpty() ? 0 : life.steps().getLast().afterMillis();
            assertThat(life.lengthMillis()).isEqualTo(last + 60_000);
        }
    }

    @Test
    void everyBidTopsTheLeaderWhoIsSomebodyElse() {
        for (int lot = 0; lot < 100; lot++) {
            Step before = null;
            for (Step step : model.live(5_000, 20, random).steps()) {
                if (before == null) {
                    assertThat(step.cents()).isGreaterThanOrEqualTo(5_000);
                } else {
                    assertThat(step.bidder()).isNotEqualTo(before.bidder());
                    assertThat(step.cents()).isGreaterThanOrEqualTo(Price.minimumAfter(before.cents()));
                    assertThat(step.afterMillis() - before.afterMillis()).isBetween(1L, 60_000L);
                }
                before = step;
            }
        }
    }

    @Test
    void nobodyAloneOutbidsHimself() {
        assertThat(model.live(5_000, 1, random).steps()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void momentsAreSpreadOverTheWholeCycleAndPricesUpToTheCeilings() {
        List<MidLife> seen = new ArrayList<>();
        for (int auction = 0; auction < 400; auction++) {
            seen.add(model.observe(5_000, 20, auction, 400, random));
        }
        assertThat(seen).allMatch(life -> life.silentMillis() < 60_000);
        assertThat(seen.stream().filter(life -> life.silentMillis() >= 30_000))
                .as("in last call")
                .hasSizeBetween(10, 200);
        // The second highest of 20 ceilings start x exp(N(1, 0.5)) is about e x exp(0.5 x 1.4) = 5.5 times the start.
        double dearest = seen.stream()
                .filter(life -> !life.steps().isEmpty())
                .mapToDouble(life -> life.steps().getLast().cents() / 5_000.0)
                .max()
                .orElseThrow();
        assertThat(dearest).isBetween(4.0, 20.0);
        assertThat(seen.stream().filter(life -> life.steps().size() < 10))
                .as("just begun")
                .hasSizeGreaterThan(20);
    }

    @Test
    void aFewAuctionsAreSpreadOverTheLifeOfALotAndOneIsInLastCall() {
        for (int repetition = 0; repetition < 50; repetition++) {
            assertThat(model.observe(5_000, 20, 3, 4, random).silentMillis()).isBetween(30_000L, 60_000L);
        }
    }

    @Test
    void anAuctionThatIsAloneIsMetInLastCall() {
        assertThat(model.observe(5_000, 1, 0, 1, random).silentMillis()).isBetween(30_000L, 60_000L);
    }
}
