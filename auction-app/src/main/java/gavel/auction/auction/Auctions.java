package gavel.auction.auction;

import gavel.auction.auction.AuctionStore.OpenLot;
import gavel.auction.cache.Cache;
import gavel.auction.cache.Caches;
import gavel.auction.item.Items;
import gavel.auction.live.KnownRevisions;
import gavel.auction.page.PageRequest;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Auctions and their lots as people see them, never older than the revision they name.
 *
 * <p>What does not change the revision may be seen late by as long as the time to live. That is a lot that was just consigned to a running
 * auction, and a deadline that was extended after an outage.
 */
@Component
final class Auctions {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

    private final AuctionStore store;
    private final Items items;
    private final RevisionCache<Auction> auctions;
    private final RevisionCache<LotPage> pages;
    private final RevisionCache<CurrentLot> currentLots;

    Auctions(AuctionStore store, Items items, Caches caches, KnownRevisions revisions) {
        this.store = store;
        this.items = items;
        int running = caches.sizes().auctions();
        this.auctions = new RevisionCache<>(cache(caches, "auctions", Auction.class, running), revisions);
        this.pages = new RevisionCache<>(
                cache(caches, "lot-pages", LotPage.class, caches.sizes().lotPages()), revisions);
        this.currentLots = new RevisionCache<>(cache(caches, "current-lots", CurrentLot.class, running), revisions);
    }

    private static <V> RevisionCache.Kept<V> cache(Caches caches, String name, Class<V> type, int entries) {
        Cache<String, V> cache = caches.create(Caches.Spec.byText(name, type, entries, TIME_TO_LIVE));
        return (key, read) -> cache.get(key, read);
    }

    Auction get(long id, long after) {
        return required(id, auctions.get(id, "", after, () -> store.find(id).orElse(null)));
    }

    LotPage lots(long id, long after, PageRequest page) {
        String part = ":" + page.page() + ":" + page.size();
        return required(
                id, pages.get(id, part, after, () -> store.lots(id, page).orElse(null)));
    }

    CurrentLot currentLot(long id, long after) {
        return required(id, currentLots.get(id, "", after, () -> store.openLot(id)
                .map(open -> withItem(id, open))
                .orElse(null)));
    }

    private CurrentLot withItem(long auctionId, OpenLot open) {
        Lot lot = open.lot();
        return new CurrentLot(
                auctionId, open.revision(), lot, lot == null ? null : items.get(lot.itemId()), open.previous());
    }

    private static <T> T required(long id, T found) {
        if (found == null) {
            throw ApiProblem.notFound("auction", id);
        }
        return found;
    }
}
