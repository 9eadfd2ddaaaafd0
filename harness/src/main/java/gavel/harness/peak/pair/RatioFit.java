package gavel.harness.peak.pair;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The ratio of the peaks by blocks whose figures grow by a power beta of the users: z = beta (x - ln ratio) + beta drift o + noise. Here z
 * is ln of the second's figure over the first's, x the same of their users, and o which of them was measured first. So ln of the ratio is
 * where this line crosses zero. Given beta it is the constant of a linear regression, known as Student's t says. How likely each beta is
 * follows from how well its line fits (Box and Tiao, "Bayesian Inference in Statistical Analysis", 1973), and from what is usual. The
 * interval is the middle 90 % of all lines together. Where the blocks tell beta well it is Fieller's ("Some problems in interval
 * estimation", 1954), but for half a degree of freedom. Pure.
 */
final class RatioFit {
    /** Blocks: below that not much is left for the noise to be told by. */
    static final int FEWEST = 5;

    /** Of ln beta from that of what is usual: one system in three has less than half as much or more than twice as much. */
    private static final double DEVIATION = Math.log(2);

    /** Over so many of its errors on both sides of the likeliest. */
    private static final int BETAS = 41;

    private static final double BETA_REACH = 5;
    /** A noise is as likely as this power of it, so that comparisons that end when their interval is narrow do not believe their luck. */
    private static final double CAUTION = 0.5;

    /** In ln users, of a block: nothing is measured better, as users are whole. */
    private static final double LEAST_NOISE = 1e-4;
    /** Of the likeliest line: others come to nothing. */
    private static final double NOTHING = 1e-3;
    /** Errors of a line from where it crosses zero, beyond which its share comes to nothing. */
    private static final double REACH = 10;

    private static final int CELLS = 500;

    private RatioFit() {}

    /**
     * @param weight how likely its beta is; first the logarithm
     * @param crosses zero at this ln of the ratio
     * @param error of it
     * @param free degrees of freedom of the error
     */
    private record Line(double weight, double crosses, double error, double free) {
        /** How likely the ratio is, by Student's t. */
        double density(double ratio) {
            double t = (ratio - crosses) / error;
            return weight / error * Math.pow(1 + t * t / free, -(free + 1) / 2);
        }
    }

    /** @param blocks that are near on both sides, {@link #FEWEST} at least */
    static Ratio of(List<Block> blocks) {
        Sums sums = Sums.of(blocks);
        List<Line> all = sums.betas().mapToObj(sums::line).toList();
        double most = all.stream().mapToDouble(Line::weight).max().orElseThrow();
        List<Line> lines = all.stream()
                .map(line -> new Line(Math.exp(line.weight() - most), line.crosses(), line.error(), line.free()))
                .filter(line -> line.weight() > NOTHING)
                .toList();
        double low = lines.stream()
                .mapToDouble(line -> line.crosses() - REACH * line.error())
                .min()
                .orElseThrow();
        double high = lines.stream()
                .mapToDouble(line -> line.crosses() + REACH * line.error())
                .max()
                .orElseThrow();
        double cell = (high - low) / CELLS;
        double[] likely = new double[CELLS];
        for (int i = 0; i < CELLS; i++) {
            double ratio = low + (i + 0.5) * cell;
            likely[i] = lines.stream().mapToDouble(line -> line.density(ratio)).sum();
        }
        return new Ratio(
                Math.exp(low + cell * position(likely, 0.05)),
                Math.exp(low + cell * position(likely, 0.5)),
                Math.exp(low + cell * position(likely, 0.95)));
    }

    /** Of a quantile among cells; the first begins at 0. */
    private static double position(double[] likely, double quantile) {
        double left = quantile * DoubleStream.of(likely).sum();
        int i = 0;
        while (i < likely.length - 1 && left > likely[i]) {
            left -= likely[i++];
        }
        return i + left / likely[i];
    }

    /**
     * What lines need to know of the blocks, the drift taken out.
     *
     * @param free degrees of freedom of the noise, given beta
     * @param users mean of x, and of z the figures'
     * @param share of the noise's variance that is the error's of a mean
     * @param xx sums of squares and of products of what differs from the means
     */
    private record Sums(
            int n, double free, double users, double figures, double share, double xx, double xz, double zz) {
        static Sums of(List<Block> blocks) {
            int n = blocks.size();
            double x = mean(blocks, Block::users);
            double z = mean(blocks, Block::figures);
            double o = mean(blocks, Block::order);
            double xo = sum(blocks, block -> (block.users() - x) * (block.order() - o));
            double zo = sum(blocks, block -> (block.figures() - z) * (block.order() - o));
            double oo = sum(blocks, block -> Math.pow(block.order() - o, 2));
            // Of one order only, no drift can be told.
            boolean both = oo > 0;
            double users = both ? xo / oo : 0;
            double figures = both ? zo / oo : 0;
            return new Sums(
                    n,
                    n - (both ? 2 : 1) - CAUTION,
                    x - users * o,
                    z - figures * o,
                    1.0 / n + (both ? o * o / oo : 0),
                    sum(blocks, block -> Math.pow(block.users() - x, 2)) - users * xo,
                    sum(blocks, block -> (block.users() - x) * (block.figures() - z)) - users * zo,
                    sum(blocks, block -> Math.pow(block.figures() - z, 2)) - figures * zo);
        }

        private static double sum(List<Block> blocks, ToDoubleFunction<Block> of) {
            return blocks.stream().mapToDouble(of).sum();
        }

        private static double mean(List<Block> blocks, ToDoubleFunction<Block> of) {
            return sum(blocks, of) / blocks.size();
        }

        /** In equal steps of their logarithm, around that of least squares. */
        DoubleStream betas() {
            double spread = Math.max(xx, n * LEAST_NOISE * LEAST_NOISE);
            double likeliest = xz / spread;
            double rest = Math.max(zz - likeliest * xz, n * Math.pow(likeliest * LEAST_NOISE, 2));
            double reach = BETA_REACH * Math.sqrt(rest / (free - 1) / spread);
            double low = Math.clamp(likeliest - reach, Steepness.LEAST, Steepness.MOST);
            double high = Math.clamp(likeliest + reach, Steepness.LEAST, Steepness.MOST);
            return IntStream.range(0, BETAS).mapToDouble(i -> low * Math.pow(high / low, i / (BETAS - 1.0)));
        }

        /** Its weight is a logarithm. */
        Line line(double beta) {
            double noise = Math.max(xx - 2 * xz / beta + zz / (beta * beta), n * LEAST_NOISE * LEAST_NOISE);
            double unusual = Math.log(beta / Steepness.USUAL) / DEVIATION;
            return new Line(
                    -free * Math.log(beta * Math.sqrt(noise)) - unusual * unusual / 2,
                    users - figures / beta,
                    Math.sqrt(noise / free * share),
                    free);
        }
    }
}
