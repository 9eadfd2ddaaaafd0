package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.elastic.ScalingRule.Direction;
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

    /** The metric is 200 and is to be 100: the servers are doubled. It is 50: they are halved. */
    @Test
    void serversFollowTheRatio() {
        assertThat(rule(FREE, FREE).decide(0, 3, 200)).isEqualTo(6);
        assertThat(rule(FREE, FREE).decide(0, 6, 50)).isEqualTo(3);
        // 1.25 × 3 = 3.75, rounded up.
        assertThat(rule(FREE, FREE).decide(0, 3, 125)).isEqualTo(4);
    }

    @Test
    void withinTheToleranceNothingChanges() {
        assertThat(rule(FREE, FREE).decide(0, 10, 110)).isEqualTo(10);
        assertThat(rule(FREE, FREE).decide(0, 10, 90)).isEqualTo(10);
        assertThat(rule(FREE, FREE).decide(0, 10, 111)).isEqualTo(12);
    }

    /** A fall has to last as long as the window: the highest recommendation of it counts. */
    @Test
    void theWindowHoldsServersBack() {
        ScalingRule rule = rule(FREE, new Direction(60, Select.MAX, List.of(new Policy(true, 100, 15))));
        assertThat(rule.decide(0, 8, 100)).isEqualTo(8);
        assertThat(rule.decide(15, 8, 50)).isEqualTo(8);
        assertThat(rule.decide(30, 8, 25)).isEqualTo(8);
        // What was said at 0 s is over: the most of 4, 2 and 4.
        assertThat(rule.decide(60, 8, 50)).isEqualTo(4);
    }

    @Test
    void aWindowForRisesTakesTheLeast() {
        ScalingRule rule = rule(new Direction(60, Select.MAX, List.of(new Policy(true, 10_000, 15))), FREE);
        assertThat(rule.decide(0, 2, 100)).isEqualTo(2);
        assertThat(rule.decide(15, 2, 300)).isEqualTo(2);
        assertThat(rule.decide(61, 2, 400)).isEqualTo(6);
    }

    /** By default at most 4 more or twice as many in 15 s, whichever is more. */
    @Test
    void policiesBoundAChange() {
        ScalingRule usual = new ScalingRule(Settings.usual(1, 100, 100));
        assertThat(usual.decide(0, 1, 5_000)).isEqualTo(5);
        // Within the same 15 s: from 1 no more than 5.
        assertThat(usual.decide(10, 5, 5_000)).isEqualTo(5);
        assertThat(usual.decide(20, 5, 5_000)).isEqualTo(10);
        assertThat(usual.decide(40, 10, 5_000)).isEqualTo(20);
    }

    /** 10 % of 80 are 8, so 72; then 7.2, of which 64.8 is cut to 64; then 57. With 5 servers a policy of 10 % is less than one of 4. */
    @Test
    void aFallOfTenPercentAMinute() {
        Direction slow = new Direction(0, Select.MAX, List.of(new Policy(false, 4, 60), new Policy(true, 10, 60)));
        ScalingRule rule = new ScalingRule(new Settings(1, 100, 100, 0.1, FREE, slow));
        assertThat(rule.decide(0, 80, 1)).isEqualTo(72);
        assertThat(rule.decide(60, 72, 1)).isEqualTo(64);
        assertThat(rule.decide(120, 64, 1)).isEqualTo(57);
        assertThat(rule.decide(180, 10, 1)).isEqualTo(6);
        Direction least = new Direction(0, Select.MIN, List.of(new Policy(false, 5, 60), new Policy(true, 10, 60)));
        assertThat(rule(FREE, least).decide(0, 20, 1)).isEqualTo(18);
    }

    @Test
    void aDirectionCanBeSwitchedOff() {
        Direction off = new Direction(0, Select.DISABLED, List.of());
        assertThat(rule(FREE, off).decide(0, 5, 1)).isEqualTo(5);
        assertThat(rule(off, FREE).decide(0, 5, 500)).isEqualTo(5);
    }

    @Test
    void theBoundsComeFirst() {
        assertThat(rule(FREE, FREE).decide(0, 30, 100)).isEqualTo(20);
        assertThat(rule(FREE, FREE).decide(0, 15, 1_000)).isEqualTo(20);
        assertThat(rule(FREE, FREE).decide(0, 5, 0)).isEqualTo(1);
        assertThat(new ScalingRule(new Settings(3, 20, 100, 0.1, FREE, FREE)).decide(0, 2, 1))
                .isEqualTo(3);
    }
}
