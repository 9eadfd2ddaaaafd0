package gavel.auction.item;

import gavel.auction.input.Money;
import gavel.auction.input.PlainText;
import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.problem.Refusals;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
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
@Tag(name = "items", description = "Search items and sell one's own")
class ItemEndpoint {
    private final Items items;
    private final ItemStore store;

    ItemEndpoint(Items items, ItemStore store) {
        this.items = items;
        this.store = store;
    }

    @GetMapping("/api/items")
    Page<ItemSummary> search(
            @RequestParam(required = false) @PlainText(min = 0, max = 200) String q,
            @RequestParam(required = false) @PlainText(min = 0, max = 40) String category,
            @RequestParam(required = false) @Money(min = "0") BigDecimal minPrice,
            @RequestParam(required = false) @Money(min = "0") BigDecimal maxPrice,
            @RequestParam(defaultValue = "NEWEST") ItemSearch.Sort sort,
            PageRequest page) {
        return store.search(new ItemSearch(q, category, minPrice, maxPrice, sort), page);
    }

    @GetMapping("/api/accounts/me/items")
    Page<ItemSummary> own(Caller caller, PageRequest page) {
        return store.ofSeller(caller.accountId(), page);
    }

    @GetMapping("/api/items/{id}")
    Item get(Caller caller, @PathVariable long id) {
        return items.seenBy(caller.accountId(), id);
    }

    @PostMapping("/api/items")
    @ApiResponse(responseCode = "201", useReturnTypeSchema = true)
    ResponseEntity<Item> create(Caller caller, @Valid @RequestBody ItemDraft draft) {
        Item item = items.create(caller.accountId(), draft);
        return ResponseEntity.created(URI.create("/api/items/" + item.id())).body(item);
    }

    @PutMapping("/api/items/{id}")
    @Refusals({403, 409, 412})
    Item change(Caller caller, @PathVariable long id, @Valid @RequestBody ItemDraft draft) {
        return items.change(id, caller.accountId(), draft);
    }

    @DeleteMapping("/api/items/{id}")
    @Refusals({403, 409})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void withdraw(Caller caller, @PathVariable long id) {
        items.withdraw(id, caller.accountId());
    }
}
