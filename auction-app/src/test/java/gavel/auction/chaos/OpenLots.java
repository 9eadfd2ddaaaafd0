package gavel.auction.chaos;

import gavel.auction.broker.Topology;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The auctions that are bid in, one for each partition, and what anybody last saw under the hammer. */
final class OpenLots {
    private final Map<Integer, Long> auctions = new ConcurrentHashMap<>();
    private final Map<Long, Offer> offers = new ConcurrentHashMap<>();

    /**
     * @param revision at which it was seen
     * @param minimum the least the next bid must be
     */
    record Offer(long revision, long lot, BigDecimal minimum) {}

    static OpenLots of(JdbcClient sql) {
        OpenLots lots = new OpenLots();
        sql.sql("""
                        select a.id, a.revision, l.id as lot, l.starting_price
                          from auction a join lot l on l.auction_id = a.id and l.state = 'OPEN'
                         where a.name like 'Chaos %'""").query(row -> {
            long auction = row.getLong("id");
            lots.auctions.put(Topology.partitionOf(auction), auction);
            lots.seen(
                    auction,
                    new Offer(row.getLong("revision"), row.getLong("lot"), row.getBigDecimal("starting_price")));
        });
        return lots;
    }

    void seen(long auction, Offer offer) {
        offers.merge(auction, offer, (one, other) -> one.revision() > other.revision() ? one : other);
    }

    Offer offer(long auction) {
        return offers.get(auction);
    }

    long auctionIn(int partition) {
        return auctions.get(partition);
    }

    List<Long> auctions() {
        return auctions.values().stream().sorted().toList();
    }
}
