package gavel.auction.item;

import static gavel.auction.testing.ScriptedDatabase.row;

import gavel.auction.cache.Caches;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.TestImages;
import gavel.auction.relational.Dialect;
import gavel.auction.relational.SearchClient;
import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;

/** Items of a scripted database. */
public final class TestItems {
    private TestItems() {}

    public static Items of(ScriptedDatabase database, Caches caches, ImageInfo... images) {
        return new Items(store(database), TestImages.of(caches, images), caches);
    }

    /** A row of table {@code item}. */
    public static Map<String, Object> clock(long id, long sellerId, String state) {
        return row(
                "id",
                id,
                "seller_id",
                sellerId,
                "title",
                "Mantel clock",
                "description",
                "Strikes the hours",
                "manufacturer",
                "Ellicott",
                "condition",
                "good",
                "category",
                "clocks",
                "date_of_origin",
                LocalDate.of(1780, 5, 1),
                "starting_price",
                new BigDecimal("120.00"),
                "state",
                state,
                "image_count",
                0,
                "thumbnail_id",
                null,
                "version",
                3);
    }

    static ItemStore store(ScriptedDatabase database) {
        return new ItemStore(database.client(), new SearchClient(database.client()), Dialect.POSTGRESQL);
    }
}
