package gavel.harness.peak.pair;

import gavel.harness.peak.Probe;
import java.util.List;

/**
 * How steeply ln of the figures grows with ln of the users: z = beta (x - s r), where s says whether the two are of one configuration or of
 * both. It comes from the differences of neighbours, as hardly any change of the machine is in them. Pure.
 */
final class Steepness {
    /** Figures so much below or above the limit, in ln, tell on which side the knee is and no distance. */
    private static final double NEAR = Math.log(50);

    static final double USUAL = 40;
    static final double LEAST = 4;
    static final double MOST = 220;
    /** What is usual counts as much as three neighbours whose levels lie on different sides of their knees by chance. */
    private static final double USUAL_COUNTS = 3 * 2 * PairedSearch.ASIDE * PairedSearch.ASIDE * 2 / 3;

    private Steepness() {}

    /** Whether a figure tells the distance to its knee. */
    static boolean near(Probe probe) {
        return probe.valid()
                && probe.passed() == probe.worst() <= 1
                && probe.worst() > 0
                && Math.abs(Math.log(probe.worst())) < NEAR;
    }

    /**
     * By least squares: a guide to the next levels. As those follow the figures before them it seems larger than it is, so it is no part of a
     * ratio.
     */
    static double of(List<Measured> made) {
        double xx = USUAL_COUNTS;
        double xz = USUAL * USUAL_COUNTS;
        double xs = 0;
        double ss = 0;
        double sz = 0;
        for (int i = 1; i < made.size(); i++) {
            Measured one = made.get(i - 1);
            Measured next = made.get(i);
            if (near(one.probe()) && near(next.probe())) {
                double x = next.users() - one.users();
                double z = next.figure() - one.figure();
                double s = next.side().ordinal() - one.side().ordinal();
                xx += x * x;
                xz += x * z;
                xs += x * s;
                ss += s * s;
                sz += s * z;
            }
        }
        double beta = ss == 0 ? xz / xx : (xz * ss - sz * xs) / (xx * ss - xs * xs);
        return Math.clamp(beta, LEAST, MOST);
    }
}
