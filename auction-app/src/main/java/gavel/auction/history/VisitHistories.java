package gavel.auction.history;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import gavel.auction.page.CursorPage;
import java.util.Collection;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** The auctions each account has attended, in the document store. */
@Component
public final class VisitHistories {
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final MongoCollection<Document> buckets;

    public VisitHistories(MongoDatabase documents) {
        this.buckets = documents.getCollection(HistoryDocuments.ATTENDANCE);
    }

    /** Writes beginnings and ends of visits; writing one again changes nothing. */
    public void write(Collection<Visit> visits) {
        if (!visits.isEmpty()) {
            buckets.bulkWrite(HistoryDocuments.visitUpserts(visits), ANY_ORDER);
        }
    }

    CursorPage<Visit> page(long accountId, Span span, Cursor cursor, int size) {
        MonthWalk<Visit> walk = new MonthWalk<>(
                month -> HistoryDocuments.visits(
                        accountId,
                        buckets.find(new Document("_id", HistoryDocuments.bucketId(accountId, month)))
                                .first()),
                Visit::joinedAt,
                visit -> HistoryDocuments.visitKey(visit.auctionId(), visit.joinedAt()));
        return walk.page(span, cursor, size);
    }
}
