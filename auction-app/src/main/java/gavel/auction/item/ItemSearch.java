package gavel.auction.item;

import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a person looks for among the items that are, or were, under the hammer.
 *
 * @param words all of them must be in title or description; null for any
 * @param category null for any
 * @param minPrice of the starting price, inclusive; null for any
 * @param maxPrice of the starting price, inclusive; null for any
 * @param sort with words it is that of the hits the store finds first
 */
record ItemSearch(String words, String category, BigDecimal minPrice, BigDecimal maxPrice, Sort sort) {

    /** Which hits come first. The workload asks for none but the first of these. */
    enum Sort {
        NEWEST("id desc"),
        OLDEST("id"),
        CHEAPEST("starting_price, id"),
        DEAREST("starting_price desc, id desc"),
        /** First those whose title has the words; newest first without words. */
        MATCH("id desc");

        private final String order;

        Sort(String order) {
            this.order = order;
        }
    }

    ItemSearch {
        words = emptyToNull(words);
        category = emptyToNull(category);
        if (minPrice != null && maxPrice != null && minPrice.compareTo(maxPrice) > 0) {
            throw ApiProblem.invalid("minPrice", "must not be above maxPrice " + maxPrice + ": " + minPrice);
        }
    }

    ItemSearch(String words, String category, BigDecimal minPrice, BigDecimal maxPrice) {
        this(words, category, minPrice, maxPrice, Sort.NEWEST);
    }

    String order(Dialect dialect) {
        return sort == Sort.MATCH && words != null
                ? "case when " + dialect.hasWords(":words", "title") + " then 0 else 1 end, " + sort.order
                : sort.order;
    }

    /** What {@link #order} looks at, besides the id. */
    private String compared() {
        return switch (sort) {
            case NEWEST -> "";
            case OLDEST, CHEAPEST, DEAREST -> ", starting_price";
            case MATCH -> ", title";
        };
    }

    /**
     * The ids of at most {@code :reach} hits. With words they come in the order in which the store finds them: sorting all hits of a common
     * word costs a hundred times more than a page. Without words the first in order are found.
     */
    String sql(Dialect dialect) {
        StringBuilder sql = new StringBuilder("select id")
                .append(compared())
                .append(" from item where state in ('CONSIGNED', 'SOLD')");
        if (words != null) {
            sql.append(" and ").append(dialect.containsKept(":words", "title", "description"));
        }
        if (category != null) {
            sql.append(" and category = :category");
        }
        if (minPrice != null) {
            sql.append(" and starting_price >= :minPrice");
        }
        if (maxPrice != null) {
            sql.append(" and starting_price <= :maxPrice");
        }
        if (words == null) {
            sql.append(" order by ").append(sort.order);
        }
        return sql.append(" limit :reach").toString();
    }

    Map<String, Object> params(Dialect dialect) {
        Map<String, Object> params = new LinkedHashMap<>();
        put(params, "words", words == null ? null : dialect.words(words));
        put(params, "category", category);
        put(params, "minPrice", minPrice);
        put(params, "maxPrice", maxPrice);
        return params;
    }

    private static void put(Map<String, Object> params, String name, Object value) {
        if (value != null) {
            params.put(name, value);
        }
    }

    private static String emptyToNull(String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }
}
