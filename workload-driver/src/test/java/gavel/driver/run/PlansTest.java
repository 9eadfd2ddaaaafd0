package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.PathText;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlansTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void phasesFollowEachOtherAndTheHoldIsTheLargestLimit() {
        PhasePlan plan = PhasePlan.of(new Phases(15, 15, 60, 10), 5_000, 100 * SECOND);
        assertThat(plan.nameAt(100 * SECOND)).isEqualTo("RAMP");
        assertThat(plan.nameAt(115 * SECOND)).isEqualTo("WARM_UP");
        assertThat(plan.nameAt(130 * SECOND)).isEqualTo("MEASURE");
        assertThat(plan.nameAt(190 * SECOND)).isEqualTo("HOLD");
        assertThat(plan.nameAt(195 * SECOND)).isEqualTo("RAMP_DOWN");
        assertThat(plan.end()).isEqualTo(205 * SECOND);
    }

    @Test
    void nothingIsHeldWhereNothingIsMeasured() {
        PhasePlan plan = PhasePlan.of(new Phases(15, 15, 0, Phases.STAY), 5_000, 100 * SECOND);
        assertThat(plan.end()).isEqualTo(130 * SECOND);
    }

    @Test
    void startsAreSpreadEvenlyOverTheRamp() {
        List<UserPlan.Change> changes = new UserPlan(0, 1).change(0, 4, 0, 8 * SECOND);
        assertThat(changes)
                .extracting(UserPlan.Change::atNanos)
                .containsExactly(SECOND, 3 * SECOND, 5 * SECOND, 7 * SECOND);
        assertThat(changes).extracting(UserPlan.Change::user).containsExactly(0L, 1L, 2L, 3L);
        assertThat(changes).allMatch(UserPlan.Change::arrives);
    }

    @Test
    void aUserComesAndGoesAtTheSameMomentWhicheverAgentItIsOn() {
        for (int agent = 0; agent < 3; agent++) {
            int own = agent;
            assertThat(new UserPlan(agent, 3).change(2, 10, 0, SECOND))
                    .isEqualTo(new UserPlan(0, 1)
                            .change(2, 10, 0, SECOND).stream()
                                    .filter(change -> change.user() % 3 == own)
                                    .toList());
        }
    }

    @Test
    void theLastToComeAreTheFirstToGo() {
        List<UserPlan.Change> changes = new UserPlan(0, 1).change(4, 2, 0, SECOND);
        assertThat(changes).extracting(UserPlan.Change::user).containsExactly(3L, 2L);
        assertThat(changes).noneMatch(UserPlan.Change::arrives);
        assertThat(new UserPlan(0, 1).change(4, 4, 0, SECOND)).isEmpty();
    }

    @Test
    void alongAPathAllAgentsTogetherAreAsManyAsItAsksForAtEveryMoment() {
        LoadPath path = LoadPath.steps(PathText.points(List.of("0=10", "20s=40", "40s=5", "60s=17", "80s=17")));
        List<UserPlan.Change> all = IntStream.range(0, 3)
                .mapToObj(agent -> new UserPlan(agent, 3).along(path, 100 * SECOND, 180 * SECOND))
                .flatMap(List::stream)
                .toList();
        for (long millis = 0; millis < 80_000; millis += 130) {
            long now = 100 * SECOND + millis * 1_000_000;
            int users = 10
                    + all.stream()
                            .filter(change -> change.atNanos() <= now)
                            .mapToInt(change -> change.arrives() ? 1 : -1)
                            .sum();
            assertThat(users).as("after %d ms", millis).isEqualTo(path.users(millis / 1_000.0));
        }
        assertThat(all.stream().mapToLong(UserPlan.Change::user).max()).hasValue(39);
        assertThat(new UserPlan(0, 1).along(path, 0, 40 * SECOND))
                .as("a measurement that ends before the path")
                .allMatch(UserPlan.Change::arrives);
    }

    @Test
    void agentsShareTheUsersWithoutAGapOrAnOverlap() {
        List<Long> all = IntStream.range(0, 3)
                .mapToObj(agent -> new UserPlan(agent, 3).change(0, 10, 0, SECOND))
                .flatMap(List::stream)
                .map(UserPlan.Change::user)
                .sorted()
                .toList();
        assertThat(all).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        UserPlan second = new UserPlan(1, 3);
        assertThat(new AgentShare(1, 3).own(10)).isEqualTo(3);
        assertThat(second.position(7)).isEqualTo(2);
    }
}
