package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.mongodb.client.model.UpdateOneModel;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryDocumentsTest {
    private static final Instant NOVEMBER = Instant.parse("2026-11-30T23:59:59.999Z");

    @Test
    void aBucketIsOneAccountsMonthInUtc() {
        assertThat(HistoryDocuments.bucketId(17, NOVEMBER)).isEqualTo("17:2026-11");
        assertThat(HistoryDocuments.bucketId(17, NOVEMBER.plusMillis(1))).isEqualTo("17:2026-12");
    }

    @Test
    void whatIsLoadedIsRead() {
        PastBid bid = bid("b-1", 17, NOVEMBER);
        Visit open = new Visit(17, 3, NOVEMBER, null);
        Visit left = new Visit(17, 4, NOVEMBER, NOVEMBER.plusSeconds(60));

        assertThat(HistoryDocuments.bids(17, HistoryDocuments.bidBucket("17:2026-11", List.of(bid))))
                .containsExactly(Map.entry("b-1", bid));
        assertThat(HistoryDocuments.visits(17, HistoryDocuments.visitBucket("17:2026-11", List.of(open, left))))
                .containsOnly(Map.entry(open.key(), open), Map.entry(left.key(), left));
    }

    @Test
    void noBucketMeansNoEntries() {
        assertThat(HistoryDocuments.bids(17, null)).isEmpty();
        assertThat(HistoryDocuments.visits(17, null)).isEmpty();
    }

    @Test
    void aBucketTakesNothingOfAnother() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HistoryDocuments.bidBucket("17:2026-11", List.of(bid("b", 18, NOVEMBER))))
                .withMessageContaining("18:2026-11");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HistoryDocuments.visitBucket("17:2026-10", List.of(new Visit(17, 1, NOVEMBER, null))))
                .withMessageContaining("17:2026-11");
    }

    @Test
    void manyBidsOfABucketBecomeOneUpdate() {
        UpdateOneModel<Document> update = HistoryDocuments.bidUpsert(
                "17:2026-11", List.of(bid("a", 17, NOVEMBER), bid("b", 17, NOVEMBER.minusSeconds(5))));

        assertThat(update.getUpdate().toBsonDocument().getDocument("$set").keySet())
                .containsExactly("bids.a", "bids.b");
        assertThat(update.getFilter().toBsonDocument()).isEqualTo(BsonDocument.parse("{_id: '17:2026-11'}"));
        assertThat(update.getOptions().isUpsert()).isTrue();
    }

    @Test
    void anEntryMayBeInTheBucketOfItsMonthOrOfAPartOfIt() {
        for (String bucket : List.of(
                "17:2026-11", "17:2026-11-30", "17:2026-11-30T23", "17:2026-11-30T23:59", "17:2026-11-30T23:59:59")) {
            assertThat(HistoryDocuments.covers(bucket, 17, NOVEMBER)).as(bucket).isTrue();
        }
        for (String bucket : List.of(
                "18:2026-11", "17:2026-12", "17:2026-11-3", "17:2026-11-29", "17:2026-11-30T23:59:59Z", "nobody")) {
            assertThat(HistoryDocuments.covers(bucket, 17, NOVEMBER)).as(bucket).isFalse();
        }
    }

    @Test
    void theIdOfABucketTellsWhatItIsAPartOfAndWhichPartsItMayHave() {
        assertThat(HistoryDocuments.wholeOf("17:2026-11")).isEmpty();
        assertThat(HistoryDocuments.wholeOf("17:2026-11-30T23:59:59")).contains("17:2026-11-30T23:59");
        assertThat(HistoryDocuments.partsOf("17:2026-11"))
                .hasSize(30)
                .contains("17:2026-11-01", "17:2026-11-30")
                .allMatch(part -> HistoryDocuments.wholeOf(part).equals(Optional.of("17:2026-11")));
        assertThat(HistoryDocuments.partsOf("17:2026-11-30T23:59:59")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> HistoryDocuments.wholeOf("17:2026"));
    }

    @Test
    void joiningSaysNothingOfLeavingSoEitherMayArriveFirst() {
        BsonDocument joined = HistoryDocuments.visitUpsert("17:2026-11", List.of(new Visit(17, 3, NOVEMBER, null)))
                .getUpdate()
                .toBsonDocument()
                .getDocument("$set");

        assertThat(joined.keySet()).noneMatch(field -> field.endsWith(".left")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "$set"})
    void refusesBidIdsThatWouldMeanSomethingElseAsFields(String bidId) {
        assertThatIllegalArgumentException().isThrownBy(() -> bid(bidId, 17, NOVEMBER));
    }

    @Test
    void nobodyLeavesBeforeHeComes() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Visit(17, 3, NOVEMBER, NOVEMBER.minusMillis(1)));
    }

    static PastBid bid(String bidId, long account, Instant placedAt) {
        return new PastBid(
                bidId, account, 5, 50, new BigDecimal("120.50"), "ACCEPTED", placedAt, placedAt.plusMillis(7));
    }
}
