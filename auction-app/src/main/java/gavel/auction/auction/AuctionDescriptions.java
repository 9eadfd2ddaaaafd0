package gavel.auction.auction;

import gavel.auction.item.Items;
import gavel.auction.relational.Dialect;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Writes the descriptions of auctions and adds to their queues. */
@Component
final class AuctionDescriptions {
    private static final String QUEUE = """
            with counted as (
                update auction set lot_count = lot_count + 1 where id = :auction returning round),
            queued as (
                insert into lot (auction_id, item_id, position, round, starting_price, state)
                select :auction, :item, (
                        select coalesce(max(position), 0) + 1 from lot
                        where auction_id = :auction and round = counted.round),
                    counted.round, :startingPrice, 'QUEUED'
                from counted
                returning *)
            select\s""";

    private final JdbcClient database;
    private final Dialect dialect;

    AuctionDescriptions(JdbcClient database, Dialect dialect) {
        this.database = database;
        this.dialect = dialect;
    }

    Optional<Auction> find(long id) {
        return database.sql("select " + Auction.COLUMNS + " from auction where id = ?")
                .param(id)
                .query((row, _) -> Auction.of(row))
                .optional();
    }

    /** Keeps the auction as it is until the transaction ends. */
    Optional<Auction> lock(long id) {
        return database.sql("select " + Auction.COLUMNS + " from auction where id = ?" + dialect.forChange())
                .param(id)
                .query((row, _) -> Auction.of(row))
                .optional();
    }

    Auction insert(long ownerId, AuctionDraft draft) {
        return database.sql(dialect.inserted("""
                        insert into auction (name, category, owner_id, starts_at, state)
                        values (:name, :category, :owner, :startsAt, 'SCHEDULED')""", Auction.COLUMNS))
                .param("name", draft.name())
                .param("category", draft.category())
                .param("owner", ownerId)
                .param("startsAt", utc(draft.startsAt()))
                .query((row, _) -> Auction.of(row))
                .single();
    }

    /** Empty when the auction is not a scheduled one of this owner in this version. */
    Optional<Auction> update(long id, long ownerId, int version, AuctionDraft draft) {
        return database.sql(dialect.updated("""
                        update auction set name = :name, category = :category, starts_at = :startsAt,
                            version = version + 1
                        where id = :id and owner_id = :owner and version = :version and state = 'SCHEDULED'""", "auction", "id", Auction.COLUMNS))
                .param("id", id)
                .param("owner", ownerId)
                .param("version", version)
                .param("name", draft.name())
                .param("category", draft.category())
                .param("startsAt", utc(draft.startsAt()))
                .query((row, _) -> Auction.of(row))
                .optional();
    }

    /** Adds a lot to the end of the present round; the caller has locked the auction. */
    Lot queue(long auctionId, Items.Consigned item) {
        return database.sql(dialect.sql(
                        QUEUE + Lot.COLUMNS + " from queued as lot join item on item.id = lot.item_id",
                        """
                        begin not atomic
                            update auction set lot_count = lot_count + 1 where id = :auction;
                            insert into lot (auction_id, item_id, position, round, starting_price, state)
                            select id, :item, (
                                    select coalesce(max(position), 0) + 1 from lot
                                    where auction_id = :auction and round = auction.round),
                                round, :startingPrice, 'QUEUED'
                            from auction where id = :auction;
                            select\s""" + Lot.COLUMNS + " " + """
                            from lot join item on item.id = lot.item_id where lot.id = lastval(lot_id);
                        end"""))
                .param("auction", auctionId)
                .param("item", item.itemId())
                .param("startingPrice", item.startingPrice())
                .query((row, _) -> Lot.of(row))
                .single();
    }

    private static OffsetDateTime utc(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }
}
