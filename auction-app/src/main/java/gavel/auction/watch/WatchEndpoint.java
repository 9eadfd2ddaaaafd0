package gavel.auction.watch;

import gavel.auction.problem.Refusals;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The items the caller watches. */
@RestController
@Tag(name = "watched", description = "Items one keeps an eye on; for people, not part of the workload")
@RequestMapping("/api/accounts/me/watched")
class WatchEndpoint {
    private final WatchedItems items;

    WatchEndpoint(WatchedItems items) {
        this.items = items;
    }

    /** Ids of items, the last added first; at most 100. */
    @GetMapping
    List<Long> all(Caller caller) {
        return items.of(caller.accountId());
    }

    @PutMapping("/{id}")
    @Refusals(409)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void add(Caller caller, @PathVariable long id) {
        items.add(caller.accountId(), id);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(Caller caller, @PathVariable long id) {
        items.remove(caller.accountId(), id);
    }
}
