package gavel.auction.audit;

import com.mongodb.client.MongoCollection;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.PlannedItem;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.image.ImageDocuments;
import gavel.auction.image.ImageIds;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageSize;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.Document;

/**
 * Every picture an item counts is described and stored in all its sizes, and no other is. Looks at ids, never at bytes. Reads some hundred
 * descriptions at a time, then lists the store once; memory is three bits for each picture of the set and the ids of uploads.
 *
 * <p>An upload describes its picture, stores it, and commits its count last. So what the snapshot counts must be there, and what it does not
 * count is either described or without an owner.
 */
final class Pictures implements Invariant {
    private static final int AT_ONCE = 500;
    private static final Set<ImageSize> ALL = EnumSet.allOf(ImageSize.class);
    private static final Set<ImageSize> SMALLER = EnumSet.of(ImageSize.THUMBNAIL, ImageSize.PREVIEW);

    private final Stores stores;
    private final DataSetPlan plan;
    private final MongoCollection<Document> descriptions;

    Pictures(Stores stores, DataSetRecord record) {
        this.stores = stores;
        this.plan = record == null ? null : new DataSetPlan(record.spec());
        this.descriptions = stores.documents().getCollection(ImageDocuments.METADATA);
    }

    /** What a row says of an item's pictures. */
    private record Counted(int pictures, String thumbnail) {}

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "pictures",
                "every picture an item counts is described and stored in all its sizes, and every picture stored is described by its item");
        ExpectedPictures expected = new ExpectedPictures();
        long described = 0;
        try (Statement statement = snapshot.createStatement()) {
            statement.setFetchSize(AT_ONCE);
            try (ResultSet rows =
                    statement.executeQuery("select id, image_count, thumbnail_id from item order by id")) {
                Map<Long, Counted> items = new LinkedHashMap<>();
                while (rows.next()) {
                    items.put(rows.getLong(1), new Counted(rows.getInt(2), rows.getString(3)));
                    if (items.size() == AT_ONCE) {
                        described += compare(items, expected, tally);
                        items.clear();
                    }
                }
                described += compare(items, expected, tally);
            }
        }
        if (descriptions.countDocuments() > described) {
            lookForOthers(tally);
        }
        list(expected, tally);
        return tally.result();
    }

    /** Returns how many of the items have a description. */
    private int compare(Map<Long, Counted> items, ExpectedPictures expected, InvariantResult.Tally tally) {
        int described = 0;
        Map<Long, Map<Integer, ImageInfo>> found = new LinkedHashMap<>();
        for (Document document : descriptions.find(new Document("_id", new Document("$in", items.keySet())))) {
            described++;
            long item = document.getLong("_id");
            try {
                Map<Integer, ImageInfo> images = new LinkedHashMap<>();
                ImageDocuments.images(document).forEach(image -> images.put(image.position(), image));
                found.put(item, images);
            } catch (RuntimeException e) {
                tally.violation("item " + item + ": the description of its pictures cannot be read: " + e);
            }
        }
        items.forEach((item, counted) -> judge(item, counted, found.getOrDefault(item, Map.of()), expected, tally));
        return described;
    }

    private void judge(
            long item,
            Counted counted,
            Map<Integer, ImageInfo> images,
            ExpectedPictures expected,
            InvariantResult.Tally tally) {
        for (int position = 1; position <= counted.pictures; position++) {
            tally.checked(1);
            ImageInfo image = images.get(position);
            if (image == null) {
                tally.violation("item " + item + ": counts " + counted.pictures + " pictures, number " + position
                        + " is not described");
            } else if (!fits(item, image)) {
                tally.violation("item " + item + ": picture " + position + " is described as " + image);
            } else {
                image.sizes().forEach(size -> expected.add(ImageDocuments.bytesId(image.id(), size)));
            }
        }
        String first = counted.pictures == 0 || images.get(1) == null
                ? null
                : images.get(1).id();
        if (!Objects.equals(first, counted.thumbnail) && (counted.pictures == 0 || first != null)) {
            tally.violation(
                    "item " + item + ": its thumbnail is " + counted.thumbnail + ", its first picture " + first);
        }
    }

    /** The pictures of the set are as they were made; an upload has all sizes and a suffix of its own. */
    private boolean fits(long item, ImageInfo image) {
        String id = ImageIds.of(item, image.position());
        if (plan != null && item <= plan.size().items()) {
            PlannedItem planned = plan.item((int) item);
            if (image.position() <= planned.images()) {
                return image.id().equals(id)
                        && image.contentType().equals("image/jpeg")
                        && image.sizes().equals(planned.full() ? ALL : SMALLER);
            }
        }
        return image.id().startsWith(id + "-")
                && image.contentType().matches("image/(jpeg|png)")
                && image.sizes().equals(ALL);
    }

    /** Descriptions of items the snapshot does not have: made since, or without an owner. */
    private void lookForOthers(InvariantResult.Tally tally) throws SQLException {
        Set<Object> ids = new HashSet<>();
        for (Document document : descriptions.find().projection(new Document("_id", 1))) {
            ids.add(document.get("_id"));
        }
        try (Connection now = stores.connection();
                Statement statement = now.createStatement();
                ResultSet rows = statement.executeQuery("select id from item")) {
            while (rows.next()) {
                ids.remove(rows.getLong(1));
            }
        }
        ids.forEach(id -> tally.violation("item " + id + ": its pictures are described, but there is no such item"));
    }

    private void list(ExpectedPictures expected, InvariantResult.Tally tally) throws SQLException {
        Set<String> others = new LinkedHashSet<>();
        try {
            stores.images().list((key, empty) -> {
                tally.checked(1);
                if (!expected.remove(key)) {
                    others.add(key);
                } else if (empty) {
                    tally.violation("picture " + key + " has no bytes");
                }
            });
        } catch (IOException e) {
            throw new SQLException("the pictures could not be listed", e);
        }
        expected.each(key -> tally.violation("picture " + key + " is described, but not stored"));
        others.stream()
                .filter(key -> !describedNow(key))
                .forEach(key -> tally.violation("picture " + key + " is stored, but no item describes it"));
    }

    /** Uploaded since the snapshot, or left by an upload that was killed, which the next one to the item deletes. */
    private boolean describedNow(String key) {
        int dash = key.indexOf('-');
        if (dash < 1 || !key.substring(0, dash).chars().allMatch(Character::isDigit) || dash > 18) {
            return false;
        }
        Document document = descriptions
                .find(new Document("_id", Long.parseLong(key.substring(0, dash))))
                .first();
        try {
            return ImageDocuments.images(document).stream()
                    .flatMap(image -> image.sizes().stream().map(size -> ImageDocuments.bytesId(image.id(), size)))
                    .anyMatch(key::equals);
        } catch (RuntimeException e) {
            return false;
        }
    }
}
