package gavel.auction.dataset.load;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.DataSetSize;
import gavel.auction.dataset.plan.DataSetSpec;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.plan.PlannedAuction;
import gavel.auction.dataset.plan.PlannedLot;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a load will be verified against, and the balances it writes, added up a second time from the plan in the plainest way. */
class ExpectedCountsTest {
    private static final Instant LOADED = Instant.parse("2026-03-31T23:50:00Z");
    private static final LotTiming TIMING = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final DataSetPlan plan =
            new DataSetPlan(new DataSetSpec(60, 9, ImageProfile.SMALL, TIMING, LOADED, LOADED));
    private final List<PlannedAuction> auctions = new ArrayList<>();
    private final Map<String, Long> counts = ExpectedCounts.of(plan);

    ExpectedCountsTest() {
        plan.eachAuction(auctions::add);
    }

    @Test
    void theSizesOfASetFollowFromItsUsers() {
        assertThat(counts)
                .containsEntry("account", 300L)
                .containsEntry("credit", 300L)
                .containsEntry("auction RUNNING", 4L)
                .containsEntry("auction COMPLETE", 30L)
                .containsEntry("auction SCHEDULED", 30L)
                .containsEntry("auction", 64L)
                .containsEntry("lot", 4L * 20 + 60 * 10)
                .containsEntry("item", 4L * 20 + 60 * 10)
                .containsEntry("lot SOLD", 300L)
                .containsEntry("lot OPEN or LAST_CALL", 4L)
                .containsEntry("image_metadata", 680L);
    }

    @Test
    void aFreshSetHasNoTracesOfUse() {
        assertThat(counts)
                .containsEntry("session", 0L)
                .containsEntry("attendance", 0L)
                .containsEntry("attendance_event", 0L);
    }

    @Test
    void bidsAndTheirBucketsAreCounted() {
        Set<String> bidBuckets = new HashSet<>();
        Set<String> visitBuckets = new HashSet<>();
        long bids = 0;
        for (PlannedAuction auction : auctions) {
            bids += auction.bids().size();
            auction.bids().forEach(bid -> bidBuckets.add(bid.account() + "/" + monthOf(bid.placedAt())));
            auction.attended().forEach(visit -> visitBuckets.add(visit.account() + "/" + monthOf(visit.joinedAt())));
        }
        assertThat(counts)
                .containsEntry("bid_decision", bids)
                .containsEntry("bid_history", (long) bidBuckets.size())
                .containsEntry("attendance_history", (long) visitBuckets.size());
    }

    @Test
    void picturesAreCountedInAllTheirSizes() {
        long images = 0;
        long files = 0;
        for (int item = 1; item <= plan.size().items(); item++) {
            images += plan.item(item).images();
            files += plan.item(item).images() * (item <= plan.size().runningItems() ? 3L : 2L);
        }
        assertThat(counts).containsEntry("image", images).containsEntry("image_bytes", files);
    }

    @Test
    void whoLeadsOpenLotsHoldsTheirPricesAndWhoBoughtHasSpentThem() {
        Balances balances = Balances.of(plan);
        int holding = 0;
        for (int account = 1; account <= plan.size().accounts(); account++) {
            assertThat(balances.held(account)).isEqualByComparingTo(sum(account, false));
            assertThat(balances.spent(account)).isEqualByComparingTo(sum(account, true));
            holding += balances.held(account).signum();
        }
        assertThat(counts).containsEntry("credit with a hold", (long) holding);
    }

    @Test
    void noSimulatedUserLeadsALotOfTheLoadedSet() {
        assertThat(auctions.stream()
                        .filter(auction -> auction.phase() == DataSetSize.Phase.RUNNING)
                        .flatMap(auction -> auction.bids().stream()))
                .isNotEmpty()
                .allMatch(bid -> bid.account() > plan.size().users());
    }

    private BigDecimal sum(int account, boolean sold) {
        BigDecimal sum = BigDecimal.ZERO;
        for (PlannedAuction auction : auctions) {
            for (PlannedLot lot : auction.lots()) {
                if (lot.leader() != null
                        && lot.leader() == account
                        && lot.state().equals("SOLD") == sold) {
                    sum = sum.add(lot.price());
                }
            }
        }
        return sum;
    }

    private static String monthOf(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toString().substring(0, 7);
    }
}
