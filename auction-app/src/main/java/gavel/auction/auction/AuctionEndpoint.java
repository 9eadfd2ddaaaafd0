package gavel.auction.auction;

import gavel.auction.input.PlainText;
import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.problem.Refusals;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finding auctions, reading their catalogues, and running one's own. */
@RestController
@Tag(name = "auctions", description = "Find auctions, read catalogues, run one's own")
class AuctionEndpoint {
    private final Auctions auctions;
    private final AuctionStore store;
    private final AuctionService service;

    AuctionEndpoint(Auctions auctions, AuctionStore store, AuctionService service) {
        this.auctions = auctions;
        this.store = store;
        this.service = service;
    }

    /** @param itemId a draft of the caller's */
    record Consignment(@NotNull Long itemId) {}

    @GetMapping("/api/auctions")
    Page<Auction> search(
            @RequestParam(required = false) Auction.State state,
            @RequestParam(required = false) @PlainText(min = 0, max = 40) String category,
            @RequestParam(required = false) @PlainText(min = 0, max = 200) String q,
            PageRequest page) {
        return store.search(new AuctionSearch(state, category, q), page);
    }

    /** Newest first, whatever their state. */
    @GetMapping("/api/accounts/me/auctions")
    Page<Auction> own(Caller caller, PageRequest page) {
        return store.ofOwner(caller.accountId(), page);
    }

    @GetMapping("/api/auctions/{id}")
    Auction get(@PathVariable long id, @RequestParam(defaultValue = "0") @Min(0) long after) {
        return auctions.get(id, after);
    }

    @GetMapping("/api/auctions/{id}/lots")
    LotPage lots(@PathVariable long id, @RequestParam(defaultValue = "0") @Min(0) long after, PageRequest page) {
        return auctions.lots(id, after, page);
    }

    @GetMapping("/api/auctions/{id}/lots/current")
    CurrentLot currentLot(@PathVariable long id, @RequestParam(defaultValue = "0") @Min(0) long after) {
        return auctions.currentLot(id, after);
    }

    @PostMapping("/api/auctions")
    @ApiResponse(responseCode = "201", useReturnTypeSchema = true)
    ResponseEntity<Auction> create(Caller caller, @Valid @RequestBody AuctionDraft draft) {
        Auction auction = service.create(caller.accountId(), draft);
        return ResponseEntity.created(URI.create("/api/auctions/" + auction.id()))
                .body(auction);
    }

    @PutMapping("/api/auctions/{id}")
    @Refusals({403, 409, 412})
    Auction change(Caller caller, @PathVariable long id, @Valid @RequestBody AuctionDraft draft) {
        return service.change(id, caller.accountId(), draft);
    }

    /** 202: the owner of the auction's partition will cancel it in a moment. 204: it is cancelled already. */
    @DeleteMapping("/api/auctions/{id}")
    @ApiResponse(responseCode = "202", description = "The auction will be cancelled in a moment", content = @Content)
    @ApiResponse(responseCode = "204", description = "The auction is cancelled already", content = @Content)
    @Refusals({403, 409})
    ResponseEntity<Void> cancel(Caller caller, @PathVariable long id) {
        boolean done = service.cancel(id, caller.accountId());
        return done
                ? ResponseEntity.noContent().build()
                : ResponseEntity.accepted().build();
    }

    @PostMapping("/api/auctions/{id}/lots")
    @ApiResponse(responseCode = "201", useReturnTypeSchema = true)
    @Refusals({403, 409})
    ResponseEntity<Lot> consign(Caller caller, @PathVariable long id, @Valid @RequestBody Consignment consignment) {
        Lot lot = service.consign(id, caller.accountId(), consignment.itemId());
        return ResponseEntity.created(URI.create("/api/auctions/" + id + "/lots"))
                .body(lot);
    }
}
