package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who guesses is slowed down, and nobody else. */
class LoginThrottleTest {
    private static final String ADA = "ada@example.com";
    private static final String THIEF = "10.0.0.66";
    private static final String HOME = "10.0.0.7";

    private Instant now = Instant.parse("2026-11-26T04:00:00Z");
    private final LoginThrottle throttle = new LoginThrottle(() -> now, 1_000);
    private final AtomicInteger checks = new AtomicInteger();

    /** Whether the password was looked at and is right; false when it was wrong or not looked at. */
    private boolean in(String account, String from, boolean right) {
        try {
            return throttle.attempt(account, from, () -> {
                        checks.incrementAndGet();
                        return right ? Optional.of(7L) : Optional.empty();
                    })
                    .isPresent();
        } catch (ApiProblem refused) {
            assertThat(refused.status().value()).isEqualTo(429);
            return false;
        }
    }

    private void wrong(String account, String from, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(in(account, from, false)).isFalse();
        }
    }

    private Duration pause(String account, String from) {
        return catchThrowableOfType(ApiProblem.class, () -> throttle.attempt(account, from, () -> Optional.of(7L)))
                .retryAfter();
    }

    @Test
    void thousandsOfWrongPasswordsAreNotLookedAtAndTheRightOneBehindThemNeither() {
        for (int i = 0; i < 4_200; i++) {
            wrong(ADA, THIEF, 1);
            now = now.plusNanos(15_000_000_000L / 4_200);
        }

        assertThat(checks).hasValue(LoginThrottle.FORGIVEN + 1);
        assertThat(in(ADA, THIEF, true)).as("from where the wrong ones came").isFalse();
        assertThat(in(ADA, HOME, true)).as("the owner, from elsewhere").isTrue();
        assertThat(in("bob@example.com", THIEF, true))
                .as("others from the same address")
                .isTrue();
    }

    @Test
    void rightPasswordsAreNeverSlowedAndLeaveNothingBehind() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(in("u" + i % 3_000 + "@gavel.example", "127.0.0.1", true))
                    .isTrue();
        }
        assertThat(throttle.known()).isZero();
    }

    @Test
    void whoMistypesAFewTimesIsNotSlowedAndStartsAnewOnceHeIsIn() {
        for (int day = 0; day < 3; day++) {
            wrong(ADA, HOME, LoginThrottle.FORGIVEN - 1);
            assertThat(in(ADA, HOME, true)).isTrue();
        }
        assertThat(checks).hasValue(3 * LoginThrottle.FORGIVEN);
    }

    @Test
    void eachFurtherOneDoublesThePause() {
        wrong(ADA, THIEF, LoginThrottle.FORGIVEN);
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Duration pause = pause(ADA, THIEF).truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
            pauses.add(pause.toSeconds());
            now = now.plus(pause);
            wrong(ADA, THIEF, 1);
        }

        assertThat(pauses).containsExactly(10L, 20L, 40L, 80L, 160L, 300L, 300L);
        assertThat(checks).hasValue(LoginThrottle.FORGIVEN + 7);
    }

    @Test
    void thePauseIsToldInWholeSecondsThatAreEnough() {
        wrong(ADA, THIEF, LoginThrottle.FORGIVEN);
        now = now.plusMillis(1_500);

        now = now.plusSeconds(pause(ADA, THIEF).toSeconds());

        assertThat(in(ADA, THIEF, true)).isTrue();
    }

    @Test
    void oneWhoTriesManyAccountsHasOneAttemptForEach() {
        for (int i = 0; i < LoginThrottle.MANY_FROM_ADDRESS; i++) {
            wrong("u" + i + "@gavel.example", THIEF, 1);
        }
        checks.set(0);

        wrong(ADA, THIEF, 10);

        assertThat(checks).hasValue(1);
        assertThat(in("bob@example.com", THIEF, true))
                .as("a right one is still let in")
                .isTrue();
    }

    @Test
    void anAccountThatIsTriedFromEverywhereIsTriedOnceFromEach() {
        for (int i = 0; i < LoginThrottle.MANY_FOR_ACCOUNT; i++) {
            wrong(ADA, "10.1.0." + i, 1);
        }
        checks.set(0);

        wrong(ADA, THIEF, 10);

        assertThat(checks).hasValue(1);
        assertThat(in(ADA, HOME, true)).as("its owner is still let in").isTrue();
    }

    @Test
    void afterAWhileAllIsForgotten() {
        wrong(ADA, THIEF, LoginThrottle.FORGIVEN);
        now = now.plus(LoginThrottle.REMEMBERED).plusSeconds(1);
        checks.set(0);

        wrong(ADA, THIEF, 10);

        assertThat(checks).hasValue(LoginThrottle.FORGIVEN);
    }

    @Test
    void soManyAreKnownAndTheOldestAreForgotten() {
        wrong(ADA, THIEF, 10);
        for (int i = 0; i < 5_000; i++) {
            wrong("u" + i + "@gavel.example", "10.0." + i / 250 + "." + i % 250, 1);
            assertThat(throttle.known()).isLessThanOrEqualTo(1_000);
        }
        assertThat(in(ADA, THIEF, true)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8:1:2::1, 2001:db8:1:2:ffff:ffff:ffff:ffff, true",
        "2001:db8:1:2::1, 2001:db8:1:3::1, false",
        "10.0.0.1, ::ffff:10.0.0.1, true",
        "10.0.0.1, 10.0.0.2, false",
        "unknown, unknown, true",
    })
    void anAddressIsWhatOneOwnerHas(String one, String other, boolean same) {
        assertThat(LoginThrottle.network(one).equals(LoginThrottle.network(other)))
                .isEqualTo(same);
    }

    @Test
    void thoseThatComeAtOnceHaveNoMoreAttempts() throws Exception {
        assertThat(atOnce(200, false)).isZero();
        assertThat(checks).hasValue(LoginThrottle.FORGIVEN);
    }

    @Test
    void rightOnesThatComeAtOnceAreAllLetIn() throws Exception {
        assertThat(atOnce(200, true)).isEqualTo(200);
        assertThat(throttle.known()).isZero();
    }

    /** How many are let in of so many that come together. */
    private int atOnce(int count, boolean right) throws Exception {
        CountDownLatch all = new CountDownLatch(count);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> attempts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                attempts.add(threads.submit(() -> {
                    all.countDown();
                    all.await();
                    return in(ADA, THIEF, right);
                }));
            }
            int let = 0;
            for (Future<Boolean> attempt : attempts) {
                let += attempt.get() ? 1 : 0;
            }
            return let;
        }
    }

    @Test
    void aFailureIsNoWrongPasswordAndTakesNoPlace() {
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> throttle.attempt(ADA, HOME, () -> {
                        throw new IllegalStateException("no database");
                    }))
                    .hasMessage("no database");
        }
        assertThat(in(ADA, HOME, true)).isTrue();
        assertThat(throttle.known()).isZero();
    }
}
