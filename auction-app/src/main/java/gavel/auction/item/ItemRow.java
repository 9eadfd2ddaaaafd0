package gavel.auction.item;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;

/** A row of table {@code item}; lists leave the description empty. */
record ItemRow(
        long id,
        long sellerId,
        String title,
        String description,
        String manufacturer,
        String condition,
        String category,
        LocalDate dateOfOrigin,
        BigDecimal startingPrice,
        ItemState state,
        int imageCount,
        String thumbnailId,
        int version) {

    static final String COLUMNS =
            "id, seller_id, title, description, manufacturer, \"condition\", category, date_of_origin,"
                    + " starting_price, state, image_count, thumbnail_id, version";
    static final String SUMMARY_COLUMNS = COLUMNS.replace("description", "'' as description");

    static ItemRow of(ResultSet row) throws SQLException {
        return new ItemRow(
                row.getLong("id"),
                row.getLong("seller_id"),
                row.getString("title"),
                row.getString("description"),
                row.getString("manufacturer"),
                row.getString("condition"),
                row.getString("category"),
                row.getObject("date_of_origin", LocalDate.class),
                row.getBigDecimal("starting_price"),
                ItemState.valueOf(row.getString("state")),
                row.getInt("image_count"),
                row.getString("thumbnail_id"),
                row.getInt("version"));
    }
}
