package gavel.auction.history;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import gavel.auction.page.CursorPage;
import gavel.auction.partition.outbox.BidHistory;
import gavel.auction.partition.outbox.DecidedBid;
import java.util.Collection;
import java.util.List;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** The bids each account has placed, in the document store. */
@Component
public final class BidHistories implements BidHistory {
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final MongoCollection<Document> buckets;

    public BidHistories(MongoDatabase documents) {
        this.buckets = documents.getCollection(HistoryDocuments.BIDS);
    }

    @Override
    public void append(List<DecidedBid> bids) {
        write(bids.stream()
                .map(bid -> new PastBid(
                        bid.bidId(),
                        bid.accountId(),
                        bid.auctionId(),
                        bid.lotId(),
                        bid.amount(),
                        bid.outcome(),
                        bid.placedAt(),
                        bid.decidedAt()))
                .toList());
    }

    /** Writes decided bids; writing one again changes nothing. Returns when the store has acknowledged all of them. */
    public void write(Collection<PastBid> bids) {
        if (!bids.isEmpty()) {
            buckets.bulkWrite(HistoryDocuments.bidUpserts(bids), ANY_ORDER);
        }
    }

    CursorPage<PastBid> page(long accountId, Span span, Cursor cursor, int size) {
        MonthWalk<PastBid> walk = new MonthWalk<>(
                month -> HistoryDocuments.bids(
                        accountId,
                        buckets.find(new Document("_id", HistoryDocuments.bucketId(accountId, month)))
                                .first()),
                PastBid::placedAt,
                PastBid::bidId);
        return walk.page(span, cursor, size);
    }
}
