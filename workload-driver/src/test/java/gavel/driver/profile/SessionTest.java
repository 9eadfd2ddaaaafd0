package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.profile.Session.Condition;
import gavel.driver.profile.Session.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small chains whose figures can be worked out on paper. */
class SessionTest {
    private static final int END = Session.END;

    @Test
    void aCoinThatEndsTheSessionIsThrownTwiceOnAverage() {
        Session session =
                new Session(List.of(step(OperationKind.HOME, Condition.ALWAYS, List.of(0, END), 50, 50)), 0, 0);
        Visits visits = Visits.of(session, 2);

        assertThat(visits.operations()).isCloseTo(2, within(1e-9));
        assertThat(visits.share(OperationKind.HOME)).isEqualTo(1);
        assertThat(visits.share(OperationKind.LOGIN)).isZero();
        assertThat(visits.following()).isZero();
    }

    @Test
    void stepsThatOnlyDrawTakeNoPartInTheCount() {
        // Draw: a quarter searches and draws again, the rest ends.
        Session session = new Session(
                List.of(
                        step(null, Condition.ALWAYS, List.of(1, END), 25, 75),
                        step(OperationKind.SEARCH_ITEMS, Condition.ALWAYS, List.of(0), 100)),
                0,
                0);

        // 1/4 + 1/16 + … = 1/3.
        assertThat(Visits.of(session, 1).operations()).isCloseTo(1.0 / 3, within(1e-9));
    }

    @Test
    void whoJoinsFollowsFromThatCycleOn() {
        // Home, join, leave, end: followed after the join only.
        Session session = new Session(
                List.of(
                        step(OperationKind.HOME, Condition.ALWAYS, List.of(1), 100),
                        step(OperationKind.JOIN_AUCTION, Condition.SLOT_FREE, List.of(2), 100),
                        step(OperationKind.LEAVE_AUCTION, Condition.ATTENDING, List.of(END), 100)),
                0,
                0);
        Visits visits = Visits.of(session, 2);

        assertThat(visits.operations()).isCloseTo(3, within(1e-9));
        assertThat(visits.attendedCycles()).isCloseTo(1, within(1e-9));
        assertThat(visits.following()).isCloseTo(1.0 / 3, within(1e-9));
    }

    @Test
    void theSharesOfStepsThatAreNotPossibleGoToTheOthers() {
        Session session = choosing();
        Step draw = session.step(0);

        assertThat(session.open(draw, 0, 2)).as("nothing to leave").containsExactly(0.75, 0, 0.25);
        assertThat(session.open(draw, 1, 2)).containsExactly(0.6, 0.2, 0.2);
        assertThat(session.open(draw, 2, 2)).as("no slot free").containsExactly(0, 0.5, 0.5);
    }

    @Test
    void oneUniformNumberPicksATarget() {
        Session session = choosing();
        Step draw = session.step(0);
        double[] open = session.open(draw, 1, 2);

        assertThat(session.choose(draw, open, 0)).isEqualTo(1);
        assertThat(session.choose(draw, open, 0.59)).isEqualTo(1);
        assertThat(session.choose(draw, open, 0.61)).isEqualTo(2);
        assertThat(session.choose(draw, open, 0.81)).isEqualTo(END);
        assertThat(session.choose(draw, open, Math.nextDown(1.0))).isEqualTo(END);
    }

    @Test
    void aSumThatRoundingLeftBelowOneStillPicksTheLastThatIsOpen() {
        Session session = choosing();
        double[] open = {0.3, 0.3, 0};
        assertThat(session.choose(session.step(0), open, 0.9)).isEqualTo(2);
    }

    @Test
    void whereNothingIsOpenTheHubGoesOn() {
        Session session = new Session(
                List.of(
                        step(OperationKind.HOME, Condition.ALWAYS, List.of(1), 100),
                        step(OperationKind.LEAVE_AUCTION, Condition.ATTENDING, List.of(END), 100),
                        step(OperationKind.LOGOUT, Condition.ALWAYS, List.of(END), 100)),
                0,
                2);
        double[] open = session.open(session.step(0), 0, 2);

        assertThat(open).containsExactly(0);
        assertThat(session.choose(session.step(0), open, 0.5)).isEqualTo(2);
        assertThat(Visits.of(session, 2).perSession())
                .containsOnlyKeys(OperationKind.HOME, OperationKind.LOGOUT)
                .containsEntry(OperationKind.LOGOUT, 1.0);
    }

    @Test
    void conditionsLookAtTheSlots() {
        assertThat(Condition.SLOT_FREE.holds(1, 2)).isTrue();
        assertThat(Condition.SLOT_FREE.holds(2, 2)).isFalse();
        assertThat(Condition.ATTENDING.holds(0, 2)).isFalse();
        assertThat(Condition.ATTENDING.holds(1, 2)).isTrue();
        assertThat(Condition.ALWAYS.holds(0, 1)).isTrue();
    }

    private static Session choosing() {
        return new Session(
                List.of(
                        step(null, Condition.ALWAYS, List.of(1, 2, END), 60, 20, 20),
                        step(OperationKind.JOIN_AUCTION, Condition.SLOT_FREE, List.of(0), 100),
                        step(OperationKind.LEAVE_AUCTION, Condition.ATTENDING, List.of(0), 100)),
                0,
                0);
    }

    private static Step step(OperationKind does, Condition when, List<Integer> targets, double... percents) {
        List<Double> list = new ArrayList<>();
        for (double percent : percents) {
            list.add(percent);
        }
        return new Step("step", does, when, targets, list);
    }
}
