package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.api.shape.SessionArrivals.Process;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** People who come and go while a run goes on, in virtual time. */
class MovementsTest {
    private static final long SECOND = VirtualRun.SECOND;

    @Test
    void oneUserComesGoesAndComesAgain() throws IOException {
        VirtualRun run = new VirtualRun(1, 3).measuring(0, 300);
        run.loop.move(0, 10 * SECOND, true);
        run.loop.move(0, 40 * SECOND, false);
        run.loop.move(0, 60 * SECOND, true);
        run.loop.move(0, 85 * SECOND, false);

        assertThat(run.until(9.99).present()).isZero();
        assertThat(run.until(10.01).present()).isOne();
        assertThat(run.until(41).present()).as("logged out").isZero();
        assertThat(run.until(61).present()).isOne();
        assertThat(run.until(86).present()).isZero();
        assertThat(run.counts(OperationKind.LOGOUT).starts()).isEqualTo(2);
        assertThat(run.loop.snapshot().tally().userSeconds()).isCloseTo(55, within(0.2));
        assertThat(run.said()).isEmpty();
    }

    @Test
    void whoIsCalledBackWhileLeavingStays() throws IOException {
        VirtualRun run = new VirtualRun(1, 3).measuring(0, 300);
        run.loop.move(0, SECOND, true);
        run.loop.move(0, 50 * SECOND, false);
        run.loop.move(0, 50 * SECOND + 1_000_000, true);

        assertThat(run.until(70).present()).isOne();
        assertThat(run.until(300).loop.snapshot().tally().userSeconds()).isCloseTo(299, within(0.01));
    }

    @Test
    void whatWasSaidCanBeForgotten() throws IOException {
        VirtualRun run = new VirtualRun(1, 3).measuring(0, 300);
        run.loop.move(0, 10 * SECOND, true);
        run.until(5).loop.forgetMovements();

        assertThat(run.until(30).present()).isZero();
    }

    @Test
    void startsOfThoseWhoComeAndGoAreExpectedAsTheyAre() throws IOException {
        VirtualRun run = new VirtualRun(60, 5).measuring(0, 220);
        Draws moments = Draws.of(1, 1, 1);
        for (int user = 0; user < 60; user++) {
            run.loop.move(user, (long) (moments.between(1, 60) * SECOND), true);
            run.loop.move(user, (long) (moments.between(100, 200) * SECOND), false);
        }
        UserTally tally = run.until(230).loop.snapshot().tally();

        assertThat(run.present()).isZero();
        double byCycles = tally.userSeconds() / 5;
        double expected = byCycles + tally.edgeStarts(0.25);
        // About 1,450 starts, known to the root of a tenth of them: 0.8 %. Without its edges it would be 6 % off.
        assertThat((double) run.mainStarts()).isCloseTo(expected, within(0.024 * expected));
        assertThat(run.mainStarts() / byCycles).isGreaterThan(1.03);
    }

    @Test
    void sessionsArriveHaveTheirTimeAndGo() throws IOException {
        SessionArrivals arrivals = new SessionArrivals(Process.POISSON, 0.25);
        VirtualRun run = new VirtualRun(60, 5).measuring(0, 1_500).open(arrivals, 8, 300);
        long asked = ArrivalTimes.between(arrivals, 8, 0, 300 * SECOND);

        UserTally tally = run.until(1_400).loop.snapshot().tally();

        assertThat(run.said()).isEmpty();
        assertThat(run.present()).isZero();
        assertThat(tally.sessionsStarted()).isEqualTo(asked);
        assertThat(tally.sessionsEnded()).isEqualTo(asked);
        assertThat(run.counts(OperationKind.HOME).starts()).isEqualTo(asked);
        // Nothing is cut: each session has one start more than it has cycles.
        assertThat(tally.edgeStarts(0.25)).isCloseTo(asked, within(1e-6));
        double expected = tally.userSeconds() / 5 + tally.edgeStarts(0.25);
        assertThat((double) run.mainStarts()).isCloseTo(expected, within(0.02 * expected));
    }

    @Test
    void theSameSeedBringsTheSamePeopleAtTheSameMoments() throws IOException {
        SessionArrivals arrivals = new SessionArrivals(Process.POISSON, 0.5);
        VirtualRun one =
                new VirtualRun(20, 7).measuring(0, 100).open(arrivals, 7, 30).until(90);
        VirtualRun same =
                new VirtualRun(20, 7).measuring(0, 100).open(arrivals, 7, 30).until(90);
        VirtualRun other =
                new VirtualRun(20, 7).measuring(0, 100).open(arrivals, 8, 30).until(90);

        assertThat(same.house.asked()).isEqualTo(one.house.asked()).hasSizeGreaterThan(100);
        assertThat(other.house.asked()).isNotEqualTo(one.house.asked());
    }

    @Test
    void theSessionsOfAllAgentsAndLoopsAreThoseOfOne() throws IOException {
        SessionArrivals arrivals = new SessionArrivals(Process.CONSTANT, 2);
        long sum = 0;
        for (int agent = 0; agent < 3; agent++) {
            for (int loop = 0; loop < 2; loop++) {
                VirtualRun run = new VirtualRun(6, 5).measuring(0, 100);
                run.loop.openSessions(
                        new ArrivalTimes(arrivals, 1),
                        new AgentShare(agent, 3),
                        new AgentShare(loop, 2),
                        0,
                        11 * SECOND);
                sum += run.until(11).loop.snapshot().tally().sessionsStarted();
            }
        }
        assertThat(sum).isEqualTo(22);
    }

    @Test
    void thoseWhoAreThereWhenArrivalsEndLeaveOneAfterTheOther() throws IOException {
        VirtualRun run = new VirtualRun(60, 5).measuring(0, 100).open(new SessionArrivals(Process.CONSTANT, 1), 1, 500);
        run.until(20.5).loop.forgetMovements();
        int there = run.present();
        run.loop.leaveAll((long) (20.5 * SECOND), 10 * SECOND);

        assertThat(there).isEqualTo(21);
        assertThat(run.until(25.5).present()).isBetween(9, 12);
        assertThat(run.until(32).present()).isZero();
    }
}
