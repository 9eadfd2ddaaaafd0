package gavel.auction.dataset.plan;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.plan.DataSetSize.Phase;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DataSetPlanTest {
    private static final LotTiming TIMING = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));
    private static final Instant LOADED = Instant.parse("2026-03-04T10:00:00.123Z");
    private static final DataSetSpec SPEC = new DataSetSpec(100, 42, ImageProfile.SMALL, TIMING, LOADED, LOADED);

    private final DataSetPlan plan = new DataSetPlan(SPEC);
    private final List<PlannedAuction> auctions = auctionsOf(plan);

    private static List<PlannedAuction> auctionsOf(DataSetPlan plan) {
        List<PlannedAuction> auctions = new ArrayList<>();
        plan.eachAuction(auctions::add);
        return auctions;
    }

    private List<PlannedAuction> of(Phase phase) {
        return auctions.stream().filter(auction -> auction.phase() == phase).toList();
    }

    @Test
    void equalSpecificationsMakeEqualSetsAndOtherSeedsOthers() {
        assertThat(auctionsOf(new DataSetPlan(SPEC))).isEqualTo(auctions);
        DataSetSpec other = new DataSetSpec(100, 43, ImageProfile.SMALL, TIMING, LOADED, LOADED);
        assertThat(auctionsOf(new DataSetPlan(other))).isNotEqualTo(auctions);
    }

    @Test
    void usersHaveTheHistoriesTheyShouldHaveOnAverage() {
        List<PlannedAuction> past = of(Phase.PAST);
        assertThat(past.stream().mapToInt(auction -> auction.attended().size()).sum())
                .isEqualTo(20 * 100);
        assertThat(past.stream().mapToInt(auction -> auction.bids().size()).sum())
                .isEqualTo(100 * 100);
        assertThat(past.stream().flatMap(auction -> auction.lots().stream()))
                .hasSize(5 * 100)
                .allMatch(lot -> lot.state().equals("SOLD") && lot.leader() <= 100);
    }

    @Test
    void decisionsAreNumberedWithoutGapsInEachPartition() {
        Map<Integer, Long> last = new HashMap<>();
        for (PlannedAuction auction : auctions) {
            for (PlannedBid bid : auction.bids()) {
                assertThat(bid.seq()).isEqualTo(last.getOrDefault(bid.partition(), 0L) + 1);
                assertThat(bid.partition()).isEqualTo(auction.id() % 64);
                last.put(bid.partition(), bid.seq());
            }
        }
        last.forEach((partition, seq) -> assertThat(plan.lastSeqs()[partition]).isEqualTo(seq));
    }

    @Test
    void aPastAuctionTakesPlaceBeforeTheLoad() {
        for (PlannedAuction auction : of(Phase.PAST)) {
            assertThat(auction.changedAt()).isBefore(LOADED);
            assertThat(auction.startsAt()).isAfterOrEqualTo(LOADED.minus(DataSetPlan.SPAN));
            // each lot: opened, its bids, last call, sold; then the end
            assertThat(auction.revision()).isEqualTo(10 * (1 + 20 + 1 + 1) + 1);
            Set<Integer> attendees = new HashSet<>();
            auction.attended().forEach(attended -> attendees.add(attended.account()));
            assertThat(attendees).hasSize(40);
            assertThat(auction.bids()).allMatch(bid -> attendees.contains(bid.account()));
        }
    }

    @Test
    void theLastPastAuctionOfALargeSetIsOverToo() {
        DataSetSpec large = new DataSetSpec(20_000, 1, ImageProfile.SMALL, TIMING, LOADED, LOADED);
        DataSetPlan largePlan = new DataSetPlan(large);
        PlannedAuction last = new PastAuctions(large, largePlan)
                .plan(large.size().running() + large.size().past(), new long[64]);
        assertThat(last.changedAt()).isBefore(LOADED);
    }

    @Test
    void aRunningLotIsInMidLife() {
        for (PlannedAuction auction : of(Phase.RUNNING)) {
            PlannedLot first = auction.lots().getFirst();
            assertThat(first.state()).isIn("OPEN", "LAST_CALL");
            assertThat(Duration.between(LOADED, first.closesAt()))
                    .isBetween(Duration.ofMillis(1), Duration.ofSeconds(30));
            assertThat(first.openedAt()).isBeforeOrEqualTo(LOADED);
            assertThat(auction.lots().subList(1, 20))
                    .allMatch(lot -> lot.state().equals("QUEUED") && lot.leader() == null);
            for (PlannedBid bid : auction.bids()) {
                assertThat(bid.account()).isGreaterThan(100).isLessThan(401);
            }
            assertThat(first.bids()).isEqualTo(auction.bids().size());
        }
    }

    @Test
    void futureAuctionsStartHalfADayAheadAtTheEarliestAndComeAgainAfterAReset() {
        Instant later = LOADED.plus(Duration.ofDays(400));
        for (Instant now : List.of(LOADED, later)) {
            List<PlannedAuction> future = auctionsOf(new DataSetPlan(SPEC.staggeredAt(now))).stream()
                    .filter(auction -> auction.phase() == Phase.FUTURE)
                    .toList();
            assertThat(future).hasSize(50).allMatch(auction -> auction.revision() == 0);
            assertThat(future)
                    .allMatch(auction -> !auction.startsAt().isBefore(now.plus(Duration.ofHours(12)))
                            && auction.startsAt().isBefore(now.plus(Duration.ofDays(183))));
        }
    }

    @Test
    void aResetMovesTheRunningLotsAndNothingElse() {
        Instant later = LOADED.plus(Duration.ofHours(5));
        List<PlannedAuction> after = auctionsOf(new DataSetPlan(SPEC.staggeredAt(later)));
        for (int i = 0; i < auctions.size(); i++) {
            PlannedAuction before = auctions.get(i);
            assertThat(after.get(i).bids()).hasSameSizeAs(before.bids());
            assertThat(after.get(i).revision()).isEqualTo(before.revision());
            if (before.phase() == Phase.PAST) {
                assertThat(after.get(i)).isEqualTo(before);
            }
            if (before.phase() == Phase.RUNNING) {
                assertThat(after.get(i).lots().getFirst().closesAt())
                        .isEqualTo(before.lots().getFirst().closesAt().plus(Duration.ofHours(5)));
            }
        }
    }

    /** The words the profile {@code liveauction} searches for. */
    private static final Set<String> SEARCHED = Set.of("""
            antique vintage rare signed carved gilded lacquered painted silver golden bronze marble oak walnut mahogany
            porcelain crystal ceramic leather silk royal colonial baroque gothic modernist clock vase chair table lamp mirror
            painting print camera watch ring brooch necklace violin guitar piano book map globe coin stamp medal sword helmet
            carpet tapestry teapot bowl plate figurine bust cabinet desk chest bench radio gramophone telescope microscope
            typewriter""".split("\\s+"));

    private List<PlannedItem> items() {
        return IntStream.rangeClosed(1, plan.size().items())
                .mapToObj(plan::item)
                .toList();
    }

    @Test
    void everyWordThatIsSearchedForFindsItems() {
        Set<String> words = new HashSet<>();
        items().forEach(item ->
                words.addAll(List.of(item.title().toLowerCase(Locale.ROOT).split("[ -]"))));
        assertThat(words).containsAll(SEARCHED);
    }

    /** So that a search costs what it did: each item has some five adjectives and three nouns of them. */
    @Test
    void anItemIsFoundByAboutEightWords() {
        double found = items().stream()
                .mapToLong(item -> Stream.of((item.title() + " " + item.description())
                                .toLowerCase(Locale.ROOT)
                                .split("[^a-z]+"))
                        .distinct()
                        .filter(SEARCHED::contains)
                        .count())
                .average()
                .orElseThrow();
        assertThat(found).isBetween(6.0, 8.0);
    }

    @Test
    void whatIsSaidOfAnItemAgreesWithItself() {
        for (PlannedItem item : items()) {
            int year = item.dateOfOrigin().getYear();
            String style = item.title().split(" ")[0].toLowerCase(Locale.ROOT);
            assertThat(item.description())
                    .startsWith(item.title() + " by " + item.manufacturer() + ", " + year + ", in " + item.condition()
                            + " condition.")
                    .contains("the " + style + " details")
                    .doesNotContainPattern(" a [aeiou]")
                    .doesNotContainPattern(" an [^aeiou]");
            assertThat(item.look().category()).isEqualTo(item.category());
            assertThat(item.title().toLowerCase(Locale.ROOT))
                    .endsWith(item.look().noun())
                    .contains(" " + item.look().material());
            assertThat(Catalogue.styles(item.look())).anySatisfy(each -> {
                assertThat(each.word()).isEqualTo(style);
                assertThat(year)
                        .isBetween(
                                Catalogue.years(item.look(), each).from(),
                                Catalogue.years(item.look(), each).to());
            });
        }
    }

    @Test
    void nothingWasMadeBeforeItWasInvented() {
        assertThat(items())
                .filteredOn(item -> Set.of("typewriter", "radio", "gramophone")
                        .contains(item.look().noun()))
                .isNotEmpty()
                .allMatch(item -> item.dateOfOrigin().getYear() >= 1880);
        assertThat(items())
                .filteredOn(item -> item.title().startsWith("Modernist"))
                .isNotEmpty()
                .allMatch(item -> item.dateOfOrigin().getYear() >= 1920);
    }

    @Test
    void noTwoLotsOfAnAuctionHaveTheSameLook() {
        for (PlannedAuction auction : auctions) {
            assertThat(auction.lots())
                    .extracting(lot -> plan.item(lot.id()).look())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void itemsHaveOneToFourImagesAndAPrice() {
        for (int id = 1; id <= plan.size().items(); id++) {
            PlannedItem item = plan.item(id);
            assertThat(item.images()).isBetween(1, 4);
            assertThat(item.startingPrice())
                    .isGreaterThanOrEqualTo(BigDecimal.ONE)
                    .isLessThan(new BigDecimal("1000"));
            assertThat(item.full()).isEqualTo(id <= 7 * 20);
            assertThat(item.seller()).isBetween(401, 500);
        }
        assertThat(IntStream.rangeClosed(1, 1_140)
                        .mapToObj(plan::item)
                        .mapToInt(PlannedItem::images)
                        .average()
                        .orElseThrow())
                .isBetween(2.3, 2.7);
    }

    @Test
    void theFirstLotsOfFewAuctionsAreOfAllAgesAndOneIsInLastCall() {
        for (long seed = 0; seed < 20; seed++) {
            DataSetPlan few = new DataSetPlan(new DataSetSpec(20, seed, ImageProfile.SMALL, TIMING, LOADED, LOADED));
            List<PlannedLot> first = auctionsOf(few).stream()
                    .filter(PlannedAuction::recurring)
                    .map(auction -> auction.lots().getFirst())
                    .toList();
            assertThat(first).hasSize(4).anyMatch(lot -> lot.state().equals("LAST_CALL"));
            assertThat(first).anyMatch(lot -> lot.state().equals("OPEN"));
        }
    }
}
