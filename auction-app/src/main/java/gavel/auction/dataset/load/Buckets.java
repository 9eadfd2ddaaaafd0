package gavel.auction.dataset.load;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.PlannedAuction;
import gavel.auction.dataset.plan.PlannedBid;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import gavel.auction.history.Visit;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.bson.Document;

/**
 * Writes the history buckets of the plan. Buckets are by account and the plan is by auction, so each pass over the plan gathers those of
 * some thousand accounts; writing one again changes nothing.
 */
public final class Buckets {
    private static final int ACCOUNTS_PER_PASS = 10_000;
    private static final int PER_WRITE = 250;
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final DataSetPlan plan;
    private final MongoCollection<Document> bids;
    private final MongoCollection<Document> visits;

    public Buckets(DataSetPlan plan, MongoDatabase documents) {
        this.plan = plan;
        this.bids = documents.getCollection(HistoryDocuments.BIDS);
        this.visits = documents.getCollection(HistoryDocuments.ATTENDANCE);
    }

    /** How many passes all accounts take. */
    public int passes() {
        return (plan.size().accounts() - 1) / ACCOUNTS_PER_PASS + 1;
    }

    /**
     * Writes the buckets of one pass.
     *
     * @param pass from 0
     * @param months which months' buckets are to be written
     * @param written is told how many buckets were written
     */
    public void write(int pass, Predicate<YearMonth> months, LongConsumer written) {
        int from = pass * ACCOUNTS_PER_PASS + 1;
        Gathered gathered = new Gathered(from, from + ACCOUNTS_PER_PASS, months);
        plan.eachAuction(gathered::gather);
        replace(bids, gathered.bids, HistoryDocuments::bidBucket, written);
        replace(visits, gathered.visits, HistoryDocuments::visitBucket, written);
    }

    private interface Format<T> {
        Document document(String bucket, Collection<T> entries);
    }

    /** A document takes several times the memory of what is in it, so there are only as many at a time as are written at once. */
    private static <T> void replace(
            MongoCollection<Document> collection,
            Map<String, List<T>> buckets,
            Format<T> format,
            LongConsumer written) {
        List<ReplaceOneModel<Document>> some = new ArrayList<>(PER_WRITE);
        buckets.forEach((bucket, entries) -> {
            some.add(new ReplaceOneModel<>(new Document("_id", bucket), format.document(bucket, entries), UPSERT));
            if (some.size() == PER_WRITE) {
                write(collection, some, written);
            }
        });
        write(collection, some, written);
    }

    private static void write(
            MongoCollection<Document> collection, List<ReplaceOneModel<Document>> some, LongConsumer written) {
        if (!some.isEmpty()) {
            collection.bulkWrite(some, ANY_ORDER);
            written.accept(some.size());
            some.clear();
        }
    }

    /** The entries of some accounts by bucket. */
    private static final class Gathered {
        private final int from;
        private final int to;
        private final Predicate<YearMonth> months;
        private final Map<String, List<PastBid>> bids = new LinkedHashMap<>();
        private final Map<String, List<Visit>> visits = new LinkedHashMap<>();

        Gathered(int from, int to, Predicate<YearMonth> months) {
            this.from = from;
            this.to = to;
            this.months = months;
        }

        void gather(PlannedAuction auction) {
            for (PlannedBid bid : auction.bids()) {
                YearMonth month = HistoryDocuments.monthOf(bid.placedAt());
                if (covers(bid.account(), month)) {
                    bids.computeIfAbsent(HistoryDocuments.bucketId(bid.account(), month), _ -> new ArrayList<>())
                            .add(pastBid(bid));
                }
            }
            for (PlannedAuction.Attended attended : auction.attended()) {
                YearMonth month = HistoryDocuments.monthOf(attended.joinedAt());
                if (covers(attended.account(), month)) {
                    visits.computeIfAbsent(HistoryDocuments.bucketId(attended.account(), month), _ -> new ArrayList<>())
                            .add(new Visit(attended.account(), auction.id(), attended.joinedAt(), attended.leftAt()));
                }
            }
        }

        private boolean covers(int account, YearMonth month) {
            return account >= from && account < to && months.test(month);
        }

        private static PastBid pastBid(PlannedBid bid) {
            return new PastBid(
                    bid.id(),
                    bid.account(),
                    bid.auction(),
                    bid.lot(),
                    bid.amount(),
                    "ACCEPTED",
                    bid.placedAt(),
                    bid.decidedAt());
        }
    }
}
