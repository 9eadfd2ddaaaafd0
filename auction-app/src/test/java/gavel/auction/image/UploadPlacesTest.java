package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.body.ByteBudget;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UploadPlacesTest {
    private static final long LARGEST = 16_000_000;
    private static final Duration MOMENT = Duration.ofMillis(20);
    private final UploadPlaces places = new UploadPlaces(new ByteBudget(3 * LARGEST), 2, MOMENT);

    @Test
    void oneAccountHasAtMostHalfOfThem() {
        places.take(1, LARGEST);
        assertRefused(1, LARGEST, 429);
        assertThat(places.held()).as("what was refused is not held").isLessThan(LARGEST + 1_024);
        places.take(1, LARGEST / 4);
        places.take(2, LARGEST);
        assertRefused(3, LARGEST, 503);
        places.take(3, LARGEST / 4);
    }

    @Test
    void anAccountAlwaysHasOne() {
        new UploadPlaces(new ByteBudget(LARGEST), 2, MOMENT)
                .take(1, LARGEST - 1_024)
                .close();
    }

    @Test
    void whatIsGivenBackMayBeTakenAgain() {
        for (int i = 0; i < 10; i++) {
            try (var _ = places.take(1, LARGEST)) {
                assertThat(places.held()).isPositive();
            }
        }
        assertThat(places.held()).isZero();
    }

    @Test
    void whoeverWasRefusedForOthersMayComeAgain() {
        var first = places.take(1, LARGEST);
        places.take(2, LARGEST);
        places.take(3, LARGEST / 2);
        assertRefused(4, LARGEST, 503);
        first.close();
        places.take(4, LARGEST).close();
    }

    @Test
    void noMoreAreStoredAtOnceThanMayBe() {
        int stored = places.store(() -> places.store(() -> {
            assertThatThrownBy(() -> places.store(() -> 3))
                    .isInstanceOfSatisfying(
                            ApiProblem.class,
                            problem -> assertThat(problem.status().value()).isEqualTo(503));
            return 2;
        }));

        assertThat(stored).isEqualTo(2);
        assertThat(places.<Integer>store(() -> places.store(() -> 1)))
                .as("after the others")
                .isEqualTo(1);
    }

    private void assertRefused(long account, long bytes, int status) {
        assertThatThrownBy(() -> places.take(account, bytes)).isInstanceOfSatisfying(ApiProblem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(status);
            assertThat(problem.retryAfter()).isPositive();
        });
    }
}
