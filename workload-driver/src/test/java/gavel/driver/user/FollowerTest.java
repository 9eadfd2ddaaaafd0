package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.profile.OperationKind;
import gavel.driver.stub.MemoryHouse.Asked;
import gavel.driver.stub.MemoryHouse.Twist;
import gavel.driver.stub.StubServer.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a page does beside its person: it polls, reads new lots, and tells when news came. */
class FollowerTest {
    private static final long SECOND = VirtualRun.SECOND;

    @Test
    void aPollIsOutstandingAllTheTimeAndNewsArriveWithTheirDelay() throws IOException {
        VirtualRun run = new VirtualRun(60, 2).phases(10, 0, 500);
        UserTally tally = run.loop.snapshot().tally();
        assertThat(tally.attendedSeconds()).isGreaterThan(60 * 500 * 0.9);
        assertThat(tally.polledSeconds() / tally.attendedSeconds()).isBetween(0.999, 1.0);
        assertThat(run.loop.snapshot().newsPairs()).isGreaterThan(500);
        assertThat(run.loop.snapshot().newsLate()).isZero();
        assertThat(tally.acceptedBids()).isGreaterThan(40);
        assertThat(lines(run.loop.answeredBids())).isGreaterThanOrEqualTo((int) tally.acceptedBids());
        assertThat(run.counts(OperationKind.CURRENT_LOT).succeeded()).isPositive();
        assertThat(run.said()).isEmpty();
    }

    @Test
    void newsThatComeLateAreLate() throws IOException {
        VirtualRun run = new VirtualRun(30, 2);
        // A server that looks at polls only after a while: news of the meantime wait.
        run.house.twist(Twist.slow(asked -> asked.uri().contains("/live?after=") ? 4_000 : 5));
        run.phases(10, 0, 300);
        assertThat(run.loop.snapshot().newsPairs()).isPositive();
        assertThat(run.loop.snapshot().newsLate()).isPositive();
    }

    @Test
    void aServerThatDoesNotHoldPollsIsNotAskedInATightCircle() throws IOException {
        VirtualRun run = new VirtualRun(1, 2);
        run.house.twist(new Twist() {
            @Override
            public Reply reply(Asked asked, Reply right) {
                return right;
            }

            private final Set<String> entered = new HashSet<>();

            @Override
            public Reply atOnce(Asked asked) {
                boolean poll = asked.uri().contains("/live?after=")
                        && !entered.add(asked.session() + asked.uri().replaceAll("[?].*", ""));
                return poll && asked.atNanos() > 40 * SECOND ? new Reply(204, null, new byte[0], null) : null;
            }
        });
        run.alone();
        run.until(120);
        List<Asked> polls = run.house.asked().stream()
                .filter(asked -> asked.uri().contains("/live?after="))
                .toList();
        // At most two followers, one poll a second each, and the first view of every auction entered.
        assertThat(polls.size()).isBetween(30, 200);
        UserTally tally = run.loop.snapshot().tally();
        assertThat(tally.polledSeconds() / tally.attendedSeconds())
                .as("the rate rule sees it")
                .isLessThan(0.6);
    }

    @Test
    void aPollThatFailsEndsTheSessionOnce() throws IOException {
        VirtualRun run = new VirtualRun(1, 3);
        run.house.twist((asked, right) -> asked.uri().contains("/live?after=") && asked.atNanos() > 40 * SECOND
                ? new Reply(500, "text/plain", new byte[0], null)
                : right);
        run.alone().until(300);
        UserTally tally = run.loop.snapshot().tally();
        assertThat(tally.sessionsFailed()).isPositive();
        assertThat(tally.sessionsStarted() - tally.sessionsEnded() - tally.sessionsFailed())
                .isBetween(0L, 1L);
        assertThat(run.said())
                .allMatch(said -> said.startsWith("NextBid: status") || said.startsWith("JoinAuction: status"));
    }

    @Test
    void aReadThatOutlivesItsSessionDoesNotEndTheNextOne() throws IOException {
        VirtualRun run = new VirtualRun(30, 2);
        run.house.twist(new Twist() {
            @Override
            public Reply reply(Asked asked, Reply right) {
                return lateRead(asked) ? new Reply(500, "text/plain", new byte[0], null) : right;
            }

            @Override
            public long delayMillis(Asked asked) {
                return lateRead(asked) ? 60_000 : 5;
            }

            private boolean lateRead(Asked asked) {
                return asked.uri().contains("/lots/current") && asked.atNanos() % SECOND >= SECOND / 2;
            }
        });
        run.phases(10, 0, 600);
        UserTally tally = run.loop.snapshot().tally();
        assertThat(run.said()).isNotEmpty();
        // Every failed session has a failed exchange of its own; reads of sessions that were over have failed none.
        long failures = List.of(OperationKind.values()).stream()
                .mapToLong(kind ->
                        run.loop.snapshot().counts().all().get(kind.ordinal()).failed())
                .sum();
        assertThat(tally.sessionsFailed()).isLessThanOrEqualTo(failures);
        assertThat(tally.sessionsStarted()).isLessThanOrEqualTo(tally.sessionsEnded() + tally.sessionsFailed() + 30);
    }

    private static int lines(AnsweredBids.Lines answered) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            answered.writeTo(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (int) all.toString(StandardCharsets.UTF_8).lines().count();
    }
}
