package gavel.auction.item;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.relational.Dialect;
import gavel.auction.relational.SearchClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Items in the relational store. Changes are single statements that carry their own conditions, so they need no locks. */
@Component
final class ItemStore {
    /** Lists count, and reach, no further than this: the cost of a page does not grow with the number of hits. */
    static final int REACH = 500;

    private final JdbcClient database;
    private final SearchClient searches;
    private final Dialect dialect;

    ItemStore(JdbcClient database, SearchClient searches, Dialect dialect) {
        this.database = database;
        this.searches = searches;
        this.dialect = dialect;
    }

    Optional<ItemRow> find(long id) {
        return database.sql("select " + ItemRow.COLUMNS + " from item where id = ?")
                .param(id)
                .query((row, _) -> ItemRow.of(row))
                .optional();
    }

    ItemRow insert(long sellerId, ItemDraft draft) {
        return database.sql(dialect.inserted("""
                        insert into item (seller_id, title, description, manufacturer, "condition", category,
                            date_of_origin, starting_price, state)
                        values (:seller, :title, :description, :manufacturer, :condition, :category, :dateOfOrigin,
                            :startingPrice, 'DRAFT')""", ItemRow.COLUMNS))
                .param("seller", sellerId)
                .params(params(draft))
                .query((row, _) -> ItemRow.of(row))
                .single();
    }

    /** Empty when the item is not a draft of this seller in this version. */
    Optional<ItemRow> update(long id, long sellerId, int version, ItemDraft draft) {
        return database.sql(dialect.updated("""
                        update item set title = :title, description = :description, manufacturer = :manufacturer,
                            "condition" = :condition, category = :category, date_of_origin = :dateOfOrigin,
                            starting_price = :startingPrice, version = version + 1
                        where id = :id and seller_id = :seller and version = :version and state = 'DRAFT'""", "item", "id", ItemRow.COLUMNS))
                .param("id", id)
                .param("seller", sellerId)
                .param("version", version)
                .params(params(draft))
                .query((row, _) -> ItemRow.of(row))
                .optional();
    }

    /** False when the item is not a draft of this seller. */
    boolean withdraw(long id, long sellerId) {
        return database.sql("""
                                update item set state = 'WITHDRAWN', version = version + 1
                                where id = :id and seller_id = :seller and state = 'DRAFT'""").param("id", id).param("seller", sellerId).update() == 1;
    }

    /** Empty when the item is not a draft of this seller. Needs a transaction. */
    Optional<Items.Consigned> consign(long id, long sellerId) {
        return database.sql(dialect.updatedWithin("""
                        update item set state = 'CONSIGNED', version = version + 1
                        where id = :id and seller_id = :seller and state = 'DRAFT'""", "item", "id", "title, starting_price, thumbnail_id"))
                .param("id", id)
                .param("seller", sellerId)
                .query((row, _) -> new Items.Consigned(
                        id, row.getString("title"), row.getBigDecimal("starting_price"), row.getString("thumbnail_id")))
                .optional();
    }

    Page<ItemSummary> search(ItemSearch search, PageRequest request) {
        return page(searches.client(), search.sql(dialect), search.params(dialect), search.order(dialect), request);
    }

    /** The items of one seller, newest first. */
    Page<ItemSummary> ofSeller(long sellerId, PageRequest request) {
        return page(
                database,
                "select id from item where seller_id = :seller and state <> 'WITHDRAWN' order by id desc limit :reach",
                Map.of("seller", sellerId),
                "id desc",
                request);
    }

    private Page<ItemSummary> page(
            JdbcClient client, String hits, Map<String, Object> params, String order, PageRequest request) {
        long[] total = {0};
        List<ItemSummary> items = new ArrayList<>();
        client.sql("with hits" + dialect.once() + "(" + hits + ") select total, " + ItemRow.SUMMARY_COLUMNS + " " + """
                        from (select count(*) as total from hits) as counted
                        left join (select id as hit from hits order by\s"""
                        + order + """
                         limit :size offset :offset) as page on true
                        left join item on item.id = page.hit
                        order by\s""" + order)
                .params(params)
                .param("reach", REACH)
                .param("size", request.size())
                .param("offset", request.offset())
                .query(row -> {
                    total[0] = row.getLong("total");
                    if (row.getLong("id") != 0) {
                        items.add(ItemSummary.of(ItemRow.of(row)));
                    }
                });
        return Page.of(items, request, total[0]);
    }

    private static Map<String, Object> params(ItemDraft draft) {
        Map<String, Object> params = new HashMap<>();
        params.put("title", draft.title());
        params.put("description", draft.description());
        params.put("manufacturer", draft.manufacturer());
        params.put("condition", draft.condition());
        params.put("category", draft.category());
        params.put("dateOfOrigin", draft.dateOfOrigin());
        params.put("startingPrice", draft.startingPrice());
        return params;
    }
}
