package gavel.auction.history;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
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
    private final MongoCollection<Document> buckets;
    private final BucketWriter<PastBid> writer;

    public BidHistories(MongoDatabase documents) {
        this.buckets = documents.getCollection(HistoryDocuments.BIDS);
        this.writer = new BucketWriter<>(buckets, HistoryDocuments::bidUpsert);
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
        writer.write(bids);
    }

    CursorPage<PastBid> page(long accountId, Span span, Cursor cursor, int size) {
        SliceWalk<PastBid> walk = new SliceWalk<>(slice -> bucket(accountId, slice), (bid, _) -> bid);
        return walk.page(span, cursor, size);
    }

    private SliceWalk.Bucket<PastBid> bucket(long accountId, Slice slice) {
        Document bucket = HistoryDocuments.find(buckets, accountId, slice);
        return new SliceWalk.Bucket<>(HistoryDocuments.bids(accountId, bucket), HistoryDocuments.isFull(bucket));
    }
}
