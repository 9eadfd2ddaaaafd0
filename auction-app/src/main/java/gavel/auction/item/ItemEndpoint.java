package gavel.auction.item;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.session.Caller;
import jakarta.validation.Valid;
import java.math.BigDecimal;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Searching items and selling one's own. */
@RestController
class ItemEndpoint {
    private final Items items;
    private final ItemStore store;

    ItemEndpoint(Items items, ItemStore store) {
        this.items = items;
        this.store = store;
    }

    @GetMapping("/api/items")
    Page<ItemSummary> search(
            @RequestParam(required = false) String q,
            @RequestParam(required = false) String category,
            @RequestParam(required = false) BigDecimal minPrice,
            @RequestParam(required = false) BigDecimal maxPrice,
            PageRequest page) {
        return store.search(new ItemSearch(q, category, minPrice, maxPrice), page);
    }

    @GetMapping("/api/accounts/me/items")
    Page<ItemSummary> own(Caller caller, PageRequest page) {
        return store.ofSeller(caller.accountId(), page);
    }

    @GetMapping("/api/items/{id}")
    Item get(@PathVariable long id) {
        return items.get(id);
    }

    @PostMapping("/api/items")
    ResponseEntity<Item> create(Caller caller, @Valid @RequestBody ItemDraft draft) {
        Item item = items.create(caller.accountId(), draft);
        return ResponseEntity.created(URI.create("/api/items/" + item.id())).body(item);
    }

    @PutMapping("/api/items/{id}")
    Item change(Caller caller, @PathVariable long id, @Valid @RequestBody ItemDraft draft) {
        return items.change(id, caller.accountId(), draft);
    }

    @DeleteMapping("/api/items/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void withdraw(Caller caller, @PathVariable long id) {
        items.withdraw(id, caller.accountId());
    }
}
