package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.broker.LiveView;
import gavel.auction.problem.ApiProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveViewsTest {
    private static final long AUCTION = 4;

    private final Map<Long, LiveView> rows = new HashMap<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
    private final LiveViews views = new LiveViews(this::read, Runnable::run, nanos::get);

    @Test
    void theRowIsReadOnceForARunningAuction() {
        rows.put(AUCTION, view("RUNNING", 5));

        assertThat(views.screen(AUCTION).latest().revision()).isEqualTo(5);
        views.screen(AUCTION);

        assertThat(reads).hasValue(1);
    }

    @Test
    void anAuctionThatIsNotRunningIsReadEachTime() {
        rows.put(AUCTION, view("SCHEDULED", 0));
        views.screen(AUCTION);
        rows.put(AUCTION, view("CANCELLED", 0));

        assertThat(views.screen(AUCTION).latest().view().state()).isEqualTo("CANCELLED");
    }

    @Test
    void anUnknownAuctionIsNotFound() {
        assertThatThrownBy(() -> views.screen(99))
                .isInstanceOf(ApiProblem.class)
                .hasMessageContaining("no auction 99");
        assertThat(views.size()).isZero();
    }

    @Test
    void theRevisionNeverGoesBack() {
        views.offer(view("RUNNING", 7));
        views.offer(view("RUNNING", 6));
        rows.put(AUCTION, view("RUNNING", 5));

        assertThat(views.refresh(AUCTION).latest().revision()).isEqualTo(7);
    }

    @Test
    void newsWakesWhoHasNotSeenItAndNobodyElse() {
        views.offer(view("RUNNING", 7));
        List<String> told = new ArrayList<>();
        Screen screen = views.screen(AUCTION);
        screen.join(waiter("seven", 7, told));
        screen.join(waiter("nine", 9, told));

        views.offer(view("RUNNING", 8));
        assertThat(told).containsExactly("seven saw 8");
        views.offer(view("RUNNING", 10));
        assertThat(told).containsExactly("seven saw 8", "nine saw 10");
    }

    @Test
    void whoIsBehindNeedNotWait() {
        views.offer(view("RUNNING", 7));

        assertThat(views.screen(AUCTION).join(waiter("late", 6, new ArrayList<>())))
                .isFalse();
    }

    @Test
    void aWaiterIsAnsweredOnce() {
        views.offer(view("RUNNING", 7));
        List<String> told = new ArrayList<>();
        Waiter waiter = waiter("seven", 7, told);
        views.screen(AUCTION).join(waiter);

        waiter.nothingNew();
        views.offer(view("RUNNING", 8));
        waiter.nothingNew();

        assertThat(told).containsExactly("seven saw nothing");
        assertThat(views.screen(AUCTION).isWatched()).isFalse();
    }

    @Test
    void aDigestAheadOfTheScreenReadsTheRow() {
        views.offer(view("RUNNING", 7));
        rows.put(AUCTION, view("RUNNING", 9));
        List<String> told = new ArrayList<>();
        views.screen(AUCTION).join(waiter("seven", 7, told));

        views.compare(AUCTION, 7);
        assertThat(reads).hasValue(0);
        views.compare(AUCTION, 9);

        assertThat(told).containsExactly("seven saw 9");
        views.compare(12345, 9);
        assertThat(reads).hasValue(1);
    }

    @Test
    void aDigestThatCouldNotBeFollowedIsFollowedNextTime() {
        views.offer(view("RUNNING", 7));
        views.compare(AUCTION, 9);
        rows.put(AUCTION, view("RUNNING", 9));
        views.compare(AUCTION, 9);

        assertThat(views.screen(AUCTION).latest().revision()).isEqualTo(9);
    }

    @Test
    void anEndWhoseNewsWereLostIsSeenOnceSomebodyAsksForWhatNoDigestNames() {
        views.offer(view("RUNNING", 7));
        rows.put(AUCTION, view("COMPLETE", 9));
        List<String> told = new ArrayList<>();
        views.screen(AUCTION).join(waiter("seven", 7, told));
        for (int second = 0; second < 60; second++) {
            nanos.addAndGet(1_000_000_000L);
            views.compare(AUCTION, 7);
            views.screen(AUCTION);
        }
        assertThat(reads).as("named each second").hasValue(0);

        nanos.addAndGet(10_000_000_001L);
        views.screen(AUCTION);

        assertThat(told).containsExactly("seven saw 9");
        assertThat(views.known(AUCTION)).as("it does not run").isZero();
    }

    @Test
    void whatNoDigestNamesIsReadOnceInAWhileHoweverManyAsk() {
        views.offer(view("RUNNING", 7));
        nanos.addAndGet(10_000_000_001L);
        for (int asked = 0; asked < 100; asked++) {
            assertThat(views.screen(AUCTION).latest().revision()).isEqualTo(7);
        }
        assertThat(reads).as("the row cannot be read").hasValue(1);

        rows.put(AUCTION, view("RUNNING", 7));
        nanos.addAndGet(10_000_000_001L);
        views.screen(AUCTION);
        views.screen(AUCTION);
        assertThat(reads).hasValue(2);
    }

    @Test
    void drainingAnswersEveryone() {
        views.offer(view("RUNNING", 7));
        List<String> told = new ArrayList<>();
        views.screen(AUCTION).join(waiter("a", 7, told));
        views.screen(AUCTION).join(waiter("b", 8, told));

        views.answerAll();

        assertThat(told).containsExactlyInAnyOrder("a saw nothing", "b saw nothing");
    }

    @Test
    void whatIsOverAndUnwatchedIsForgotten() {
        views.offer(view("COMPLETE", 7));
        views.offer(new LiveView(5, "RUNNING", 1, null, null, null));

        views.tidy();
        views.tidy();

        assertThat(views.size()).isEqualTo(1);
        assertThat(views.known(5)).isEqualTo(1);
    }

    @Test
    void whatIsToComeIsForgottenOnceNobodyAsksForIt() {
        rows.put(AUCTION, view("SCHEDULED", 0));
        views.screen(AUCTION);
        views.tidy();
        views.screen(AUCTION);
        views.tidy();
        assertThat(views.size()).as("asked for again in between").isEqualTo(1);

        Waiter waiter = waiter("zero", 0, new ArrayList<>());
        views.screen(AUCTION).join(waiter);
        views.tidy();
        views.tidy();
        assertThat(views.size()).as("watched").isEqualTo(1);

        waiter.nothingNew();
        views.tidy();
        views.tidy();
        assertThat(views.size()).isZero();
    }

    private Optional<LiveView> read(long auction) {
        reads.incrementAndGet();
        return Optional.ofNullable(rows.get(auction));
    }

    private static LiveView view(String state, long revision) {
        return new LiveView(AUCTION, state, revision, null, null, null);
    }

    private static Waiter waiter(String name, long after, List<String> told) {
        return new Waiter(after, new Waiter.Reply() {
            @Override
            public void show(Snapshot snapshot) {
                told.add(name + " saw " + snapshot.revision());
            }

            @Override
            public void nothingNew() {
                told.add(name + " saw nothing");
            }
        });
    }
}
