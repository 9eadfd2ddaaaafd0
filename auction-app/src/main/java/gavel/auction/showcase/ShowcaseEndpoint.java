package gavel.auction.showcase;

import gavel.auction.input.Numbers;
import gavel.auction.input.PlainText;
import gavel.auction.item.Item;
import gavel.auction.item.Items;
import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.problem.ApiProblem;
import gavel.auction.session.Anonymous;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What people see of many auctions at once. The driver asks for none of it. */
@RestController
@Tag(name = "showcase", description = "Lots as cards show them; for people, not part of the workload")
class ShowcaseEndpoint {
    private static final int MOST_IDS = 50;
    private static final int LONGEST_IDS = 1_000;

    private final ShowcaseStore store;
    private final OpenLots open;
    private final Items items;

    ShowcaseEndpoint(ShowcaseStore store, OpenLots open, Items items) {
        this.store = store;
        this.open = open;
        this.items = items;
    }

    /** Which lots come first. */
    enum Sort {
        CLOSING(Comparator.comparing(OfferedLot::closesInMillis, Comparator.nullsLast(Comparator.naturalOrder()))),
        BIDS(Comparator.comparingInt(OfferedLot::bidCount).reversed()),
        CHEAPEST(Comparator.comparing(OfferedLot::asks)),
        DEAREST(Comparator.comparing(OfferedLot::asks).reversed()),
        NAME(Comparator.comparing(OfferedLot::auction));

        private final Comparator<OfferedLot> order;

        Sort(Comparator<OfferedLot> order) {
            this.order = order.thenComparing(OfferedLot::lotId);
        }
    }

    /** The lots under the hammer, also for guests; at most a second old. */
    @GetMapping("/api/showcase")
    @Anonymous
    Page<OfferedLot> running(
            @RequestParam(required = false) @PlainText(min = 0, max = 40) String category,
            @RequestParam(defaultValue = "CLOSING") Sort sort,
            PageRequest page) {
        List<OfferedLot> found = open.all().stream()
                .filter(lot ->
                        category == null || category.isBlank() || lot.category().equals(category.strip()))
                .sorted(sort.order)
                .toList();
        return Page.of(found.stream().skip(page.offset()).limit(page.size()).toList(), page, found.size());
    }

    /** Of each auction the lot under the hammer, else the one that was closed last, else its first; none of an auction without lots. */
    @GetMapping("/api/showcase/auctions/{ids}")
    List<OfferedLot> ofAuctions(@PathVariable @PlainText(max = LONGEST_IDS) String ids) {
        return store.ofAuctions(numbers(ids));
    }

    /** An item that is or was offered, also for guests. */
    @GetMapping("/api/showcase/item/{id}")
    @Anonymous
    Item item(@PathVariable long id) {
        return items.seenByAll(id);
    }

    /** Of each item the lot it was offered in last, also for guests; none of an item that never was. */
    @Anonymous
    @GetMapping("/api/showcase/items/{ids}")
    List<OfferedLot> ofItems(@PathVariable @PlainText(max = LONGEST_IDS) String ids) {
        return store.ofItems(numbers(ids));
    }

    @GetMapping("/api/showcase/lots/{ids}")
    List<OfferedLot> lots(@PathVariable @PlainText(max = LONGEST_IDS) String ids) {
        return store.lots(numbers(ids));
    }

    /** The accepted bids of a lot, the last one first, also for guests. */
    @Anonymous
    @GetMapping("/api/lots/{id}/bids")
    Page<LotBid> bids(@PathVariable long id, PageRequest page) {
        return store.bids(id, page).orElseThrow(() -> ApiProblem.notFound("lot", id));
    }

    private static List<Long> numbers(String ids) {
        String[] parts = ids.split(",", MOST_IDS + 1);
        if (parts.length > MOST_IDS) {
            throw ApiProblem.invalid("ids", "must be at most " + MOST_IDS + " numbers");
        }
        try {
            return Stream.of(parts).map(Numbers::whole).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw ApiProblem.invalid("ids", "must be whole numbers separated by commas: " + ids);
        }
    }
}
