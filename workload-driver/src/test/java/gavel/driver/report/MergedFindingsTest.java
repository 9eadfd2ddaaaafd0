package gavel.driver.report;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.OperationFindings;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.profile.OperationKind;
import gavel.driver.qos.Causes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of an operation's failures. */
class MergedFindingsTest {
    private static final FailedExchange OWN =
            new FailedExchange(900, "AuctionDetail", "GET /api/auctions/7", "status", "status 404, expected was 200");

    private static OperationFindings operation(OperationKind kind, Map<String, Long> failures) {
        return new OperationFindings(kind.title(), 1_000, 1_000, 900, 900, 0, failures, List.of(), "", "");
    }

    private static MergedFindings merged(List<FailedExchange> failures) {
        return new MergedFindings(List.of(new AgentFindings(
                AgentShare.ALONE,
                AgentClock.SAME,
                new LoadReport.Profile("liveauction", "1", "sha", true),
                1,
                100,
                0,
                0,
                60_000,
                List.of(
                        operation(OperationKind.UPLOAD_IMAGE, Map.of("status", 40L)),
                        operation(OperationKind.AUCTION_DETAIL, Map.of("status", 5L, "responseTimeout", 2L))),
                null,
                List.of(),
                null,
                null,
                Map.of(),
                List.of(),
                failures)));
    }

    private static List<FailedExchange> uploads() {
        List<FailedExchange> uploads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            uploads.add(new FailedExchange(
                    i, "UploadImage", "POST /api/items/1/images", "status", "status 503, expected was 201"));
        }
        return uploads;
    }

    @Test
    void besideAnOperationStandsItsOwnFailureThoughTwentyOthersWereEarlier() {
        List<FailedExchange> failures = uploads();
        failures.add(new FailedExchange(700, "AuctionDetail", "GET /api/auctions/3", "responseTimeout", "no answer"));
        failures.add(OWN);

        MergedFindings merged = merged(failures);

        assertThat(merged.causes(OperationKind.AUCTION_DETAIL))
                .isEqualTo(new Causes(Map.of("status", 5L), Map.of("responseTimeout", 2L), OWN));
        assertThat(merged.firstFailures()).isEqualTo(uploads());
    }

    @Test
    void withoutOneOfItsOwnItHasNoExample() {
        assertThat(merged(uploads()).causes(OperationKind.AUCTION_DETAIL).first())
                .isNull();
    }
}
