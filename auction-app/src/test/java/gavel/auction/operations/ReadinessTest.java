package gavel.auction.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

class ReadinessTest {
    private boolean reachable;
    private int asked;
    private final HealthIndicator documents = Readiness.onceUp(() -> {
        asked++;
        return (reachable ? Health.up() : Health.down()).build();
    });

    @Test
    void aNodeBeginsOnceTheDocumentStoreAnswers() {
        assertThat(documents.health().getStatus()).isEqualTo(Status.DOWN);

        reachable = true;

        assertThat(documents.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void nobodyIsSentElsewhereBecauseTheDocumentStoreIsAwayForAWhile() {
        reachable = true;
        documents.health();

        reachable = false;

        assertThat(documents.health().getStatus()).isEqualTo(Status.UP);
        assertThat(asked).as("and no probe waits for it").isEqualTo(1);
    }
}
