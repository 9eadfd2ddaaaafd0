package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of many failures a report can show. */
class FirstFailuresTest {
    private static FirstFailures storm(long fromMillis, int failures) {
        FirstFailures storm = new FirstFailures();
        for (int i = 0; i < failures; i++) {
            storm.add(fromMillis + i, OperationKind.UPLOAD_IMAGE, "POST /images", Outcome.STATUS, "status 503");
        }
        return storm;
    }

    @Test
    void theFirstOfEachOperationAndClassIsKeptAfterAnyNumberOfOthers() {
        FirstFailures failures = storm(0, 500);
        for (int i = 500; i < 600; i++) {
            failures.add(i, OperationKind.AUCTION_DETAIL, "GET /auctions/7", Outcome.STATUS, "status 404");
            failures.add(i, OperationKind.AUCTION_DETAIL, "GET /auctions/7", Outcome.CONTENT, null);
            failures.add(i, OperationKind.HOME, "GET /", Outcome.CANCELLED, null);
        }

        List<FailedExchange> kept = failures.kept();

        assertThat(kept).hasSize(20 + 2);
        assertThat(kept.subList(0, 20)).extracting(FailedExchange::operation).containsOnly("UploadImage");
        assertThat(kept.subList(20, 22))
                .containsExactly(
                        new FailedExchange(500, "AuctionDetail", "GET /auctions/7", "status", "status 404"),
                        new FailedExchange(500, "AuctionDetail", "GET /auctions/7", "content", ""));
    }

    @Test
    void thoseOfSeveralLoopsAreOneList() {
        FirstFailures late = new FirstFailures();
        late.add(900, OperationKind.HOME, "GET /", Outcome.RESET, "ended");
        late.add(901, OperationKind.UPLOAD_IMAGE, "POST /images", Outcome.STATUS, "status 503");

        List<FailedExchange> all = FirstFailures.of(
                List.of(late.kept(), storm(100, 30).kept(), storm(0, 30).kept()));

        assertThat(all).hasSize(20 + 1);
        assertThat(all)
                .extracting(FailedExchange::atMillis)
                .startsWith(0L, 1L, 2L)
                .endsWith(900L);
    }
}
