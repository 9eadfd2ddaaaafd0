package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.elastic.ScalingRule.Direction;
import gavel.harness.elastic.ScalingRule.Observed;
import gavel.harness.elastic.ScalingRule.Policy;
import gavel.harness.elastic.ScalingRule.Select;
import gavel.harness.elastic.ScalingRule.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** By the examples of the published description of the algorithm. */
class ScalingRuleTest {
    private static final Direction FREE = new Direction(0, Select.MAX, List.of(new Policy(true, 10_000, 15)));

    private static ScalingRule rule(Direction up, Direction down) {
        return new ScalingRule(new Settings(1, 20, 100, 0.1, up, down));
    }

    /** All servers are ready and tell their use. */
    private static int decide(ScalingRule rule, double at, int servers, double percent) {
        return rule.decide(at, new Observed(servers, servers, 0, 0, percent));
    }

    /** The metric is 200 and is to be 100: the servers are doubled. It is 50: they are halved. */
    @Test
    void serversFollowTheRatio() {
        assertThat(decide(rule(FREE, FREE), 0, 3, 200)).isEqualTo(6);
        assertThat(decide(rule(FREE, FREE), 0, 6, 50)).isEqualTo(3);
        // 1.25 × 3 = 3.75, rounded up.
        assertThat(decide(rule(FREE, FREE), 0, 3, 125)).isEqualTo(4);
    }

    @Test
    void withinTheToleranceNothingChanges() {
        assertThat(decide(rule(FREE, FREE), 0, 10, 110)).isEqualTo(10);
        assertThat(decide(rule(FREE, FREE), 0, 10, 90)).isEqualTo(10);
        assertThat(decide(rule(FREE, FREE), 0, 10, 111)).isEqualTo(12);
    }

    /** A fall has to last as long as the window: the highest recommendation of it counts. */
    @Test
    void theWindowHoldsServersBack() {
        ScalingRule rule = rule(FREE, new Direction(60, Select.MAX, List.of(new Policy(true, 100, 15))));
        assertThat(decide(rule, 0, 8, 100)).isEqualTo(8);
        assertThat(decide(rule, 15, 8, 50)).isEqualTo(8);
        assertThat(decide(rule, 30, 8, 25)).isEqualTo(8);
        // What was said at 0 s is over: the most of 4, 2 and 4.
        assertThat(decide(rule, 60, 8, 50)).isEqualTo(4);
    }

    @Test
    void aWindowForRisesTakesTheLeast() {
        ScalingRule rule = rule(new Direction(60, Select.MAX, List.of(new Policy(true, 10_000, 15))), FREE);
        assertThat(decide(rule, 0, 2, 100)).isEqualTo(2);
        assertThat(decide(rule, 15, 2, 300)).isEqualTo(2);
        assertThat(decide(rule, 61, 2, 400)).isEqualTo(6);
    }

    /** By default at most 4 more or twice as many in 15 s, whichever is more. */
    @Test
    void policiesBoundAChange() {
        ScalingRule usual = new ScalingRule(Settings.usual(1, 100, 100));
        assertThat(decide(usual, 0, 1, 5_000)).isEqualTo(5);
        // Within the same 15 s: from 1 no more than 5.
        assertThat(decide(usual, 10, 5, 5_000)).isEqualTo(5);
        assertThat(decide(usual, 20, 5, 5_000)).isEqualTo(10);
        assertThat(decide(usual, 40, 10, 5_000)).isEqualTo(20);
    }

    /** 10 % of 80 are 8, so 72; then 7.2, of which 64.8 is cut to 64; then 57. With 5 servers a policy of 10 % is less than one of 4. */
    @Test
    void aFallOfTenPercentAMinute() {
        Direction slow = new Direction(0, Select.MAX, List.of(new Policy(false, 4, 60), new Policy(true, 10, 60)));
        ScalingRule rule = new ScalingRule(new Settings(1, 100, 100, 0.1, FREE, slow));
        assertThat(decide(rule, 0, 80, 1)).isEqualTo(72);
        assertThat(decide(rule, 60, 72, 1)).isEqualTo(64);
        assertThat(decide(rule, 120, 64, 1)).isEqualTo(57);
        assertThat(decide(rule, 180, 10, 1)).isEqualTo(6);
        Direction least = new Direction(0, Select.MIN, List.of(new Policy(false, 5, 60), new Policy(true, 10, 60)));
        assertThat(decide(rule(FREE, least), 0, 20, 1)).isEqualTo(18);
    }

    @Test
    void aDirectionCanBeSwitchedOff() {
        Direction off = new Direction(0, Select.DISABLED, List.of());
        assertThat(decide(rule(FREE, off), 0, 5, 1)).isEqualTo(5);
        assertThat(decide(rule(off, FREE), 0, 5, 500)).isEqualTo(5);
    }

    @Test
    void theBoundsComeFirst() {
        assertThat(decide(rule(FREE, FREE), 0, 30, 100)).isEqualTo(20);
        assertThat(decide(rule(FREE, FREE), 0, 15, 1_000)).isEqualTo(20);
        assertThat(decide(rule(FREE, FREE), 0, 5, 0)).isEqualTo(1);
        assertThat(decide(new ScalingRule(new Settings(3, 20, 100, 0.1, FREE, FREE)), 0, 2, 1))
                .isEqualTo(3);
    }

    /** What is found first counts as recommended: nothing falls before the window is over. */
    @Test
    void theFirstNumberIsARecommendation() {
        ScalingRule usual = new ScalingRule(Settings.usual(1, 10, 60));
        assertThat(decide(usual, 0, 6, 10)).isEqualTo(6);
        assertThat(decide(usual, 299, 6, 10)).isEqualTo(6);
        // 10/60 of 6.
        assertThat(decide(usual, 301, 6, 10)).isEqualTo(1);
    }

    /** 66.9 % are 66 % of use, and 66/60 is within the tolerance. */
    @Test
    void useIsInWholePercent() {
        assertThat(decide(new ScalingRule(Settings.usual(1, 10, 60)), 0, 2, 66.9))
                .isEqualTo(2);
        assertThat(decide(new ScalingRule(Settings.usual(1, 10, 60)), 0, 2, 67)).isEqualTo(3);
    }

    /** Of 100, 200 % are used by one, and the two that start may yet take their part: 200/3 = 66 % of use, so nothing changes. */
    @Test
    void serversThatStartCountAsIdleBeforeMoreAreOrdered() {
        assertThat(rule(FREE, FREE).decide(0, new Observed(3, 1, 2, 0, 200))).isEqualTo(3);
        // 400/3 = 133 %, of three.
        assertThat(rule(FREE, FREE).decide(0, new Observed(3, 1, 2, 0, 400))).isEqualTo(4);
        // Where one is too much already, those that start are not waited for.
        assertThat(rule(FREE, FREE).decide(0, new Observed(3, 1, 2, 0, 50))).isEqualTo(1);
    }

    /** Idle where more would be ordered, at their full use where fewer would be. */
    @Test
    void serversThatTellNothingMakeTheRuleCareful() {
        // (2 × 180 + 2 × 0) / 4 = 90 %, which is no longer too much.
        assertThat(rule(FREE, FREE).decide(0, new Observed(4, 2, 0, 2, 180))).isEqualTo(4);
        // (2 × 20 + 2 × 100) / 4 = 60 % of four.
        assertThat(rule(FREE, FREE).decide(0, new Observed(4, 2, 0, 2, 20))).isEqualTo(3);
        // At the target nothing is assumed.
        assertThat(rule(FREE, FREE).decide(0, new Observed(4, 2, 0, 2, 100))).isEqualTo(4);
    }

    @Test
    void whereNobodyTellsAnythingNothingChanges() {
        assertThat(rule(FREE, FREE).decide(0, new Observed(4, 0, 4, 0, 0))).isEqualTo(4);
        assertThat(rule(FREE, FREE).decide(0, new Observed(0, 0, 0, 0, 500))).isZero();
    }
}
