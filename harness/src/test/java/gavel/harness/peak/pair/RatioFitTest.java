package gavel.harness.peak.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.peak.Probe;
import gavel.harness.peak.Probe.Outcome;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ratio of the peaks of blocks that are made by arithmetic. */
class RatioFitTest {
    private static final int USERS = 1_000_000;

    private static Probe probe(double users, double figure) {
        return new Probe((int) Math.round(users), figure <= 0 ? Outcome.PASS : Outcome.FAIL, Math.exp(figure));
    }

    /**
     * @param users of the second over the first's, in ln
     * @param figures likewise
     */
    private static Block block(double users, double figures, Side begun) {
        return new Block(probe(USERS, -figures / 2), probe(USERS * Math.exp(users), figures / 2), begun);
    }

    /** As a comparison makes them: of four blocks each has another order and side above its knee. */
    private static List<Block> blocks(int count, double beta, double ratio, double drift, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    Side begun = i % 2 == 0 ? Side.FIRST : Side.SECOND;
                    double aside = i % 4 < 2 ? 0.04 : -0.04;
                    double changed = begun == Side.FIRST ? drift : -drift;
                    return block(
                            Math.log(ratio) + aside, beta * (aside + changed + noise * random.nextGaussian()), begun);
                })
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"20, 1, 0", "60, 1.08, 0.009", "60, 0.8, -0.009", "150, 0.97, 0.02"})
    void withoutNoiseTheRatioIsWhereTheLineCrossesZero(double beta, double truth, double drift) {
        Ratio ratio = RatioFit.of(blocks(8, beta, truth, drift, 0, 1));
        assertThat(ratio.middle()).isCloseTo(truth, within(1e-4));
        assertThat(ratio.width()).isLessThan(1e-3);
    }

    /** Steepness known well or hardly, and a drift that is as large as the noise. */
    @ParameterizedTest
    @CsvSource({"20, 0.03, 0.009", "60, 0.005, 0.009", "60, 0.018, 0.009", "60, 0.06, 0", "120, 0.018, 0"})
    void theIntervalHoldsTheRatioAsOftenAsItSays(double beta, double noise, double drift) {
        int held = 0;
        for (int seed = 0; seed < 300; seed++) {
            held += RatioFit.of(blocks(8, beta, 1, drift, noise, seed)).holdsOne() ? 1 : 0;
        }
        assertThat(held / 300.0).isBetween(0.87, 0.96);
    }

    /** Level, steepness and drift leave 4 of 7 blocks to Student's t, caution half a one less. */
    @Test
    void whereTheSteepnessIsWellKnownTheEndsAreFiellers() {
        List<Block> blocks = blocks(7, 40, 1.1, 0.005, 0.002, 5);
        Ratio ratio = RatioFit.of(blocks);
        double students = TDistribution.of(3.5).inverseCumulativeProbability(0.95) * Math.sqrt(4 / 3.5);
        assertThat(Math.abs(deviations(blocks, ratio.lower()))).isCloseTo(students, within(0.1));
        assertThat(Math.abs(deviations(blocks, ratio.upper()))).isCloseTo(students, within(0.1));
    }

    /** Of the constant of z = a + b (x - ln ratio) + c o from zero, in its own errors, by the normal equations. */
    private static double deviations(List<Block> blocks, double ratio) {
        double[][] m = new double[3][7];
        for (int i = 0; i < 3; i++) {
            m[i][4 + i] = 1;
        }
        for (Block block : blocks) {
            double[] row = {1, block.users() - Math.log(ratio), block.order()};
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    m[i][j] += row[i] * row[j];
                }
                m[i][3] += row[i] * block.figures();
            }
        }
        for (int i = 0; i < 3; i++) {
            double pivot = m[i][i];
            for (int j = 0; j < 7; j++) {
                m[i][j] /= pivot;
            }
            for (int k = 0; k < 3; k++) {
                double factor = m[k][i];
                for (int j = 0; k != i && j < 7; j++) {
                    m[k][j] -= factor * m[i][j];
                }
            }
        }
        double squares = 0;
        for (Block block : blocks) {
            double rest =
                    block.figures() - m[0][3] - m[1][3] * (block.users() - Math.log(ratio)) - m[2][3] * block.order();
            squares += rest * rest;
        }
        return m[0][3] / Math.sqrt(squares / (blocks.size() - 3) * m[0][4]);
    }

    @Test
    void blocksOfOneOrderTellNoDriftAndARatio() {
        List<Block> blocks = blocks(10, 40, 1.05, 0, 0.001, 3).stream()
                .filter(block -> block.begun() == Side.FIRST)
                .toList();
        assertThat(RatioFit.of(blocks).middle()).isCloseTo(1.05, within(0.002));
    }

    /** Then the steepness is what is usual, and hardly known. */
    @Test
    void levelsThatNeverChangeTellARatioAllTheSame() {
        List<Block> blocks = IntStream.range(0, 8)
                .mapToObj(i -> block(Math.log(1.05), i % 3 * 0.1 - 0.1, i % 2 == 0 ? Side.FIRST : Side.SECOND))
                .toList();
        Ratio ratio = RatioFit.of(blocks);
        assertThat(ratio.middle()).isCloseTo(1.05, within(0.005));
        assertThat(ratio.lower()).isBetween(1.0, 1.05);
        assertThat(ratio.upper()).isBetween(1.05, 1.1);
    }
}
