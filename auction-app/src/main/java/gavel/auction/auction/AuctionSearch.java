package gavel.auction.auction;

import gavel.auction.relational.Dialect;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which auctions a person wants to see.
 *
 * @param state null for any
 * @param category null for any
 * @param words all of them must be in name or category; null for any
 */
record AuctionSearch(Auction.State state, String category, String words) {
    AuctionSearch {
        category = category == null || category.isBlank() ? null : category.strip();
        words = words == null || words.isBlank() ? null : words.strip();
    }

    /** Auctions to come and running ones in their order, past ones from the latest back. */
    String order() {
        if (state == null) {
            return "id desc";
        }
        return state.isOpen() ? "starts_at, id" : "starts_at desc, id desc";
    }

    /** At most {@code :reach} hits; in order where an index gives it, that is without words. */
    String sql(Dialect dialect) {
        StringBuilder sql = new StringBuilder("select " + Auction.COLUMNS + " from auction where true");
        if (state != null) {
            sql.append(" and state = :state");
        }
        if (category != null) {
            sql.append(" and category = :category");
        }
        if (words != null) {
            sql.append(" and ").append(dialect.contains(":words", "name", dialect.sql("category", "category_words")));
        } else {
            sql.append(" order by ").append(order());
        }
        return sql.append(" limit :reach").toString();
    }

    Map<String, Object> params(Dialect dialect) {
        Map<String, Object> params = new LinkedHashMap<>();
        if (state != null) {
            params.put("state", state.name());
        }
        if (category != null) {
            params.put("category", category);
        }
        if (words != null) {
            params.put("words", dialect.words(words));
        }
        return params;
    }
}
