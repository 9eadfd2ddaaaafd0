package gavel.auction.item;

import gavel.auction.cache.Cache;
import gavel.auction.cache.Caches;
import gavel.auction.image.ImageLinks;
import gavel.auction.image.ImageMetadata;
import gavel.auction.problem.ApiProblem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Items as people see and change them. Reading goes through a cache that every change made here invalidates; the
 * engine tells of those that the hammer changed.
 */
@Component
public final class Items {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(30);
    private static final long NOBODY = 0;

    private final ItemStore store;
    private final ImageMetadata images;
    private final Cache<Long, Item> cache;

    Items(ItemStore store, ImageMetadata images, Caches caches) {
        this.store = store;
        this.images = images;
        this.cache = caches.create(
                Caches.Spec.byId("items", Item.class, caches.sizes().items(), TIME_TO_LIVE));
    }

    /**
     * An item as an auction shows it.
     *
     * @throws ApiProblem 404 when there is no such item, or it was withdrawn
     */
    public Item get(long id) {
        return found(id).orElseThrow(() -> ApiProblem.notFound("item", id));
    }

    /** @throws ApiProblem 404 when there is no such item that everybody may see */
    public Item seenByAll(long id) {
        return seenBy(NOBODY, id);
    }

    /** @throws ApiProblem 404 when there is no such item that this account may see */
    Item seenBy(long accountId, long id) {
        return found(id)
                .filter(item -> ItemRules.isVisible(item.state(), item.sellerId(), accountId))
                .orElseThrow(() -> ApiProblem.notFound("item", id));
    }

    private Optional<Item> found(long id) {
        return Optional.ofNullable(cache.get(id, key -> store.find(key)
                .filter(row -> row.state() != ItemState.WITHDRAWN)
                .map(this::withImages)
                .orElse(null)));
    }

    Item create(long sellerId, ItemDraft draft) {
        if (draft.version() != null) {
            throw ApiProblem.invalid("version", "must not be given for a new item: " + draft.version());
        }
        return withImages(store.insert(sellerId, draft));
    }

    Item change(long id, long sellerId, ItemDraft draft) {
        if (draft.version() == null) {
            throw ApiProblem.invalid("version", "must be given: the version of the item that was read");
        }
        ItemRow changed = store.update(id, sellerId, draft.version(), draft).orElseThrow(() -> {
            requireChangeable(id, sellerId);
            return ApiProblem.stale("item", draft.version());
        });
        cache.invalidate(id);
        return withImages(changed);
    }

    /** Doing it again is harmless. */
    void withdraw(long id, long sellerId) {
        if (store.withdraw(id, sellerId)) {
            cache.invalidate(id);
            return;
        }
        ItemRow item = store.find(id).orElseThrow(() -> ApiProblem.notFound("item", id));
        boolean alreadyDone = item.sellerId() == sellerId && item.state() == ItemState.WITHDRAWN;
        ApiProblem refusal = ItemRules.refusal(item, sellerId);
        if (!alreadyDone && refusal != null) {
            throw refusal;
        }
    }

    /** @throws ApiProblem when this account may not change the item now: 403, 404 or 409 */
    public void requireChangeable(long id, long sellerId) {
        ItemRow item = store.find(id).orElseThrow(() -> ApiProblem.notFound("item", id));
        ApiProblem refusal = ItemRules.refusal(item, sellerId);
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * Locks a draft of this seller for an auction, as part of the caller's transaction; {@link #changed} is due after its commit.
     *
     * @throws ApiProblem when this account may not sell the item now: 403, 404 or 409
     */
    public Consigned consign(long id, long sellerId) {
        return store.consign(id, sellerId).orElseThrow(() -> {
            requireChangeable(id, sellerId);
            return ApiProblem.conflict("Item " + id + " was changed at the same time: try again.");
        });
    }

    /** What an auction needs of an item. @param thumbnailId null without a picture */
    public record Consigned(long itemId, String title, BigDecimal startingPrice, String thumbnailId) {}

    /** To be called when something outside this package has changed the item and committed. */
    public void changed(long id) {
        cache.invalidate(id);
    }

    private Item withImages(ItemRow row) {
        List<ImageLinks> links = images.of(row.id(), row.imageCount()).stream()
                .map(ImageLinks::of)
                .toList();
        return Item.of(row, links);
    }
}
