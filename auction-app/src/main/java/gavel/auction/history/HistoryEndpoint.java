package gavel.auction.history;

import gavel.auction.input.PlainText;
import gavel.auction.page.CursorPage;
import gavel.auction.page.PageRequest;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The histories of the caller, newest first. */
@RestController
@Tag(name = "histories", description = "What one bid, attended and bought")
@RequestMapping("/api/accounts/me")
class HistoryEndpoint {
    private final BidHistories bids;
    private final VisitHistories visits;
    private final Purchases purchases;
    private final InstantSource clock;

    HistoryEndpoint(BidHistories bids, VisitHistories visits, Purchases purchases, InstantSource clock) {
        this.bids = bids;
        this.visits = visits;
        this.purchases = purchases;
        this.clock = clock;
    }

    @GetMapping("/bids")
    CursorPage<PastBid> bids(
            Caller caller,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) @PlainText(min = 0, max = Cursor.MAX_LENGTH) String cursor,
            PageRequest page) {
        return bids.page(caller.accountId(), span(from, to), Cursor.parse(cursor), page.size());
    }

    @GetMapping("/attendance")
    CursorPage<Visit> attendance(
            Caller caller,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) @PlainText(min = 0, max = Cursor.MAX_LENGTH) String cursor,
            PageRequest page) {
        return visits.page(caller.accountId(), span(from, to), Cursor.parse(cursor), page.size());
    }

    @GetMapping("/purchases")
    CursorPage<Purchase> purchases(
            Caller caller,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) @PlainText(min = 0, max = Cursor.MAX_LENGTH) String cursor,
            PageRequest page) {
        return purchases.page(caller.accountId(), span(from, to), Cursor.parse(cursor), page.size());
    }

    private Span span(Instant from, Instant to) {
        return Span.of(from, to, clock.instant());
    }
}
