package gavel.auction.item;

import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person looks for among the items that are, or were, under the hammer.
 *
 * @param words all of them must be in title or description; null for any
 * @param category null for any
 * @param minPrice of the starting price, inclusive; null for any
 * @param maxPrice of the starting price, inclusive; null for any
 */
record ItemSearch(String words, String category, BigDecimal minPrice, BigDecimal maxPrice) {
    private static final int MAX_WORDS_LENGTH = 200;
    private static final int MAX_DIGITS = 12;

    ItemSearch {
        words = emptyToNull(words);
        category = emptyToNull(category);
        List<FieldProblem> problems = new ArrayList<>();
        if (words != null && words.length() > MAX_WORDS_LENGTH) {
            problems.add(
                    new FieldProblem("q", "must have at most " + MAX_WORDS_LENGTH + " characters: " + words.length()));
        }
        requirePrice("minPrice", minPrice, problems);
        requirePrice("maxPrice", maxPrice, problems);
        if (problems.isEmpty() && minPrice != null && maxPrice != null && minPrice.compareTo(maxPrice) > 0) {
            problems.add(new FieldProblem("minPrice", "must not be above maxPrice " + maxPrice + ": " + minPrice));
        }
        if (!problems.isEmpty()) {
            throw ApiProblem.invalid(problems);
        }
    }

    /**
     * The ids of at most {@code :reach} hits. With words they come in the order in which the store finds them, as sorting all hits of a
     * common word costs a hundred times more than a page; without words the newest come first.
     */
    String sql(Dialect dialect) {
        StringBuilder sql = new StringBuilder("select id from item where state in ('CONSIGNED', 'SOLD')");
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
            sql.append(" order by id desc");
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

    /** Refuses exponents too: written out, a number such as 1E+999999999 fills the memory. */
    private static void requirePrice(String field, BigDecimal price, List<FieldProblem> problems) {
        if (price == null) {
            return;
        }
        boolean reasonable = price.scale() >= -MAX_DIGITS && price.scale() <= 2 && price.precision() <= MAX_DIGITS;
        if (!reasonable || price.signum() < 0) {
            problems.add(new FieldProblem(field, "must be an amount of money, not negative: " + price));
        }
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
