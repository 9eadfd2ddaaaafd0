package gavel.auction.history;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import gavel.auction.page.CursorPage;
import java.util.Collection;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** The auctions each account has attended, in the document store. */
@Component
public final class VisitHistories {
    private final MongoCollection<Document> buckets;
    private final BucketWriter<Visit> writer;

    public VisitHistories(MongoDatabase documents) {
        this.buckets = documents.getCollection(HistoryDocuments.ATTENDANCE);
        this.writer = new BucketWriter<>(buckets, HistoryDocuments::visitUpsert);
    }

    /** Writes beginnings and ends of visits; writing one again changes nothing. */
    public void write(Collection<Visit> visits) {
        writer.write(visits);
    }

    CursorPage<Visit> page(long accountId, Span span, Cursor cursor, int size) {
        SliceWalk<Visit> walk = new SliceWalk<>(slice -> bucket(accountId, slice), Visit::merge);
        return walk.page(span, cursor, size);
    }

    private SliceWalk.Bucket<Visit> bucket(long accountId, Slice slice) {
        Document bucket = HistoryDocuments.find(buckets, accountId, slice);
        return new SliceWalk.Bucket<>(HistoryDocuments.visits(accountId, bucket), HistoryDocuments.isFull(bucket));
    }
}
