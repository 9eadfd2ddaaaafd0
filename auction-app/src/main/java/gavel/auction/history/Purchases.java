package gavel.auction.history;

import gavel.auction.image.ImageIds;
import gavel.auction.image.ImageSize;
import gavel.auction.page.CursorPage;
import gavel.auction.problem.ApiProblem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What each account has bought; read from the lots themselves, by the index on sold lots. */
@Component
final class Purchases {
    private final JdbcClient database;

    Purchases(JdbcClient database) {
        this.database = database;
    }

    CursorPage<Purchase> page(long accountId, Span span, Cursor cursor, int size) {
        Cursor start = cursor == null || cursor.at().isAfter(span.to()) ? Cursor.before(span.to()) : cursor;
        List<Purchase> found = database.sql("""
                        select l.id, l.auction_id, l.item_id, i.title, l.price, l.closed_at, i.thumbnail_id
                        from lot l join item i on i.id = l.item_id
                        where l.state = 'SOLD' and l.leader_id = :account
                          and l.closed_at >= :from and l.closed_at <= :at and (l.closed_at < :at or l.id < :lot)
                        order by l.closed_at desc, l.id desc
                        limit :limit""")
                .param("account", accountId)
                .param("from", OffsetDateTime.ofInstant(span.from(), ZoneOffset.UTC))
                .param("at", OffsetDateTime.ofInstant(start.at(), ZoneOffset.UTC))
                .param("lot", lotOf(start))
                .param("limit", size + 1)
                .query((row, _) -> purchase(row))
                .list();
        if (found.size() <= size) {
            return new CursorPage<>(found, null);
        }
        Purchase end = found.get(size - 1);
        return new CursorPage<>(found.subList(0, size), new Cursor(end.closedAt(), Long.toString(end.lotId())).text());
    }

    private static long lotOf(Cursor cursor) {
        if (cursor.key().isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(cursor.key());
        } catch (NumberFormatException e) {
            throw ApiProblem.invalid("cursor", "must be the value of 'next' from an earlier page");
        }
    }

    private static Purchase purchase(ResultSet row) throws SQLException {
        return new Purchase(
                row.getLong("id"),
                row.getLong("auction_id"),
                row.getLong("item_id"),
                row.getString("title"),
                row.getBigDecimal("price"),
                row.getObject("closed_at", OffsetDateTime.class).toInstant(),
                ImageIds.link(row.getString("thumbnail_id"), ImageSize.THUMBNAIL));
    }
}
