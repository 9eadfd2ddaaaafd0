package gavel.auction.bid;

import gavel.auction.problem.Refusals;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.concurrent.CompletionException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

@RestController
@Tag(name = "bids", description = "Place a bid and see what became of it")
class BidEndpoint {
    private static final String KEY = "^[\\x21-\\x7e]{1,80}$";
    private static final long NO_TIMEOUT = 0L;

    private final Bids bids;

    BidEndpoint(Bids bids) {
        this.bids = bids;
    }

    @PostMapping("/api/auctions/{id}/bids")
    @Operation(
            summary = "Place a bid",
            description =
                    "200 with the outcome, or 202 with outcome PENDING and its Location when there is none within 5 s. "
                            + "Sending it again with the same Idempotency-Key is safe.")
    @ApiResponse(responseCode = "200", description = "The outcome", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "202", description = "There is no outcome yet", useReturnTypeSchema = true)
    @Refusals({403, 409, 422})
    DeferredResult<ResponseEntity<BidAnswer>> place(
            Caller caller,
            @PathVariable long id,
            @RequestHeader("Idempotency-Key")
                    @Pattern(regexp = KEY, message = "must be 1 to 80 visible ASCII characters")
                    String key,
            @RequestBody @Valid Offer offer) {
        DeferredResult<ResponseEntity<BidAnswer>> result = new DeferredResult<>(NO_TIMEOUT);
        bids.place(new Bids.Placing(caller.accountId(), id, key, offer)).whenComplete((answer, failure) -> {
            if (failure == null) {
                result.setResult(response(answer));
            } else {
                result.setErrorResult(failure instanceof CompletionException ? failure.getCause() : failure);
            }
        });
        return result;
    }

    private static ResponseEntity<BidAnswer> response(BidAnswer answer) {
        return answer.isPending()
                ? ResponseEntity.accepted()
                        .location(URI.create("/api/bids/" + answer.bidId()))
                        .body(answer)
                : ResponseEntity.ok(answer);
    }

    @GetMapping("/api/bids/{id}")
    @Operation(summary = "What became of one of the caller's bids")
    BidAnswer find(Caller caller, @PathVariable String id) {
        return bids.find(id, caller.accountId());
    }
}
