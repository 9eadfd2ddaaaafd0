package gavel.harness.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ServiceLossTest {
    private static final ServiceLevel FORTY = new ServiceLevel(40, 1);

    /**
     * The worked example. Half of the level is 20: missing of it are 20, 20, 20, 0, so half is served again after 3 s. 95 % are 38: missing
     * are 38, 38, 38, 18, 8, 0, so that is served again after 5 s. Lost are (40 + 40 + 40 + 20 + 10 + 2) / 40 = 152 / 40 = 3.8 s.
     */
    @Test
    void fortyASecondOfWhichNoneThenTwentyThirtyAndThirtyEightAreServed() {
        ServiceLoss loss = ServiceLoss.of(new double[] {0, 0, 0, 20, 30, 38, 40, 40, 40, 40}, 1, FORTY);
        assertThat(loss.outageSeconds()).isEqualTo(3);
        assertThat(loss.recoverySeconds()).isEqualTo(5);
        assertThat(loss.lostSeconds()).isCloseTo(3.8, within(1e-9));
    }

    @Test
    void wherePeopleAreServedAsBeforeNothingIsLost() {
        double[] level = new double[60];
        Arrays.fill(level, 40);
        assertThat(ServiceLoss.of(level, 1, FORTY)).isEqualTo(new ServiceLoss(0, 0.0, 0));
    }

    /** Caches are cold: four fifths are served for as long as anybody looks. */
    @Test
    void whatIsNotSeenToBeWholeAgainHasNoTimeOfThat() {
        double[] served = new double[60];
        Arrays.fill(served, 3, 60, 32);
        ServiceLoss loss = ServiceLoss.of(served, 1, FORTY);
        assertThat(loss.outageSeconds()).isEqualTo(3);
        assertThat(loss.recoverySeconds()).isNull();
        assertThat(loss.lostSeconds()).isCloseTo(3 + 57 / 5.0, within(1e-9));
    }

    @Test
    void tenthsTellTheEndOfAnOutageToTheTenth() {
        double[] tenths = new double[300];
        Arrays.fill(tenths, 23, 300, 4);
        ServiceLoss loss = ServiceLoss.of(tenths, 0.1, FORTY);
        assertThat(loss.outageSeconds()).isCloseTo(2.3, within(1e-9));
        assertThat(loss.recoverySeconds()).isCloseTo(2.3, within(1e-9));
        assertThat(loss.lostSeconds()).isCloseTo(2.3, within(1e-9));
    }

    /** A freeze: what waited is answered in one burst, and nobody gets the time back that he waited. */
    @Test
    void aBurstAfterwardsPaysNothingBack() {
        double[] served = {0, 0, 0, 0, 200, 40, 40, 40, 40, 40};
        ServiceLoss loss = ServiceLoss.of(served, 1, FORTY);
        assertThat(loss.outageSeconds()).isEqualTo(4);
        assertThat(loss.lostSeconds()).isCloseTo(4, within(1e-9));
    }

    /** As it was measured: all wait for ten seconds, are answered in one, and read what they got before they ask for more. */
    @Test
    void peopleWhoAreAnsweredAtOnceThinkAtOnceAndMissNothing() {
        double[] served = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 349, 16, 2, 14, 58, 50, 41, 36, 35, 36, 38};
        ServiceLoss loss = ServiceLoss.of(served, 1, new ServiceLevel(39, 1));
        assertThat(loss.outageSeconds()).isEqualTo(10);
        assertThat(loss.recoverySeconds()).isEqualTo(10);
        assertThat(loss.lostSeconds()).isCloseTo(10, within(0.05));
        // The burst is no licence: who is away twice is away twice.
        double[] twice = {0, 0, 0, 0, 80, 40, 40, 40, 40, 0, 0, 0, 0, 40, 40, 40, 40, 40, 40, 40, 40};
        assertThat(ServiceLoss.of(twice, 1, FORTY).outageSeconds()).isEqualTo(13);
    }

    /** As it was measured: ten seconds after a server is back, it stands still for 0.7 s by itself. */
    @Test
    void aMomentLongAfterwardsIsNotTheFaults() {
        double[] tenths = new double[200];
        Arrays.fill(tenths, 50, 133, 6);
        Arrays.fill(tenths, 140, 200, 6);
        ServiceLevel sixty = new ServiceLevel(60, 1);
        assertThat(ServiceLoss.of(tenths, 0.1, sixty).outageSeconds()).isCloseTo(5, within(1e-9));
        // Two seconds without service are another loss, and soon after the first they always are.
        Arrays.fill(tenths, 120, 140, 0);
        assertThat(ServiceLoss.of(tenths, 0.1, sixty).outageSeconds()).isCloseTo(14, within(1e-9));
        Arrays.fill(tenths, 120, 140, 6);
        Arrays.fill(tenths, 83, 90, 0);
        assertThat(ServiceLoss.of(tenths, 0.1, sixty).outageSeconds()).isCloseTo(9, within(1e-9));
    }

    /** Caches hide a fault for two seconds: then it costs four. */
    @Test
    void aLossThatBeginsLateCountsFromTheFault() {
        ServiceLoss loss = ServiceLoss.of(new double[] {40, 40, 0, 0, 0, 0, 40, 40, 40, 40, 40}, 1, FORTY);
        assertThat(loss.outageSeconds()).isEqualTo(6);
        assertThat(loss.lostSeconds()).isCloseTo(4, within(1e-9));
    }

    @Test
    void chanceAloneIsHardlyEverALoss() {
        SplittableRandom random = new SplittableRandom(1);
        int told = 0;
        for (int i = 0; i < 300; i++) {
            Double recovery = ServiceLoss.of(poisson(random, new double[300], 0, 4), 0.1, FORTY)
                    .recoverySeconds();
            told += recovery == null || recovery > 0 ? 1 : 0;
        }
        // Two sums, each of which may be wrong in one of a hundred.
        assertThat(told).isLessThanOrEqualTo(9);
    }

    @Test
    void anOutageIsFoundInChanceToTwoTenths() {
        SplittableRandom random = new SplittableRandom(2);
        int late = 0;
        for (int i = 0; i < 100; i++) {
            ServiceLoss loss = ServiceLoss.of(poisson(random, new double[300], 50, 10), 0.1, new ServiceLevel(100, 1));
            assertThat(loss.outageSeconds()).isBetween(4.8, 5.4);
            // To tell 95 % from all takes seconds where a hundred are served in each.
            assertThat(loss.recoverySeconds()).isBetween(4.8, 12.0);
            late += loss.recoverySeconds() > 7 ? 1 : 0;
            assertThat(loss.lostSeconds()).isBetween(4.5, 6.5);
        }
        assertThat(late).isLessThanOrEqualTo(10);
    }

    @Test
    void theResolutionIsAnOutageThatIsFound() {
        double seconds = ServiceLoss.resolution(FORTY, 0.1, 300);
        assertThat(seconds).isBetween(0.3, 0.6);
        int slots = (int) Math.ceil(seconds / 0.1) + 1;
        double[] tenths = new double[300];
        Arrays.fill(tenths, slots, 300, 4);
        assertThat(ServiceLoss.of(tenths, 0.1, FORTY).outageSeconds()).isCloseTo(slots * 0.1, within(1e-9));
    }

    @Test
    void withoutALevelThereIsNothingToLose() {
        assertThatThrownBy(() -> ServiceLoss.of(new double[10], 0.1, new ServiceLevel(0, 1)))
                .hasMessageContaining("a level must be > 0: 0.0");
    }

    /** Mean (30 + 50) / 2 = 40, variance (100 + 100) / 1 = 200: five times that of chance. */
    @Test
    void theLevelSaysHowMuchServiceVariesByItself() {
        assertThat(ServiceLevel.of(new double[] {30, 50})).isEqualTo(new ServiceLevel(40, 5));
        assertThat(ServiceLevel.of(new double[] {40, 40})).isEqualTo(FORTY);
    }

    private static double[] poisson(SplittableRandom random, double[] slots, int from, double mean) {
        for (int i = from; i < slots.length; i++) {
            double product = random.nextDouble();
            while (product > Math.exp(-mean)) {
                slots[i]++;
                product *= random.nextDouble();
            }
        }
        return slots;
    }
}
