package gavel.harness.elastic;

import java.util.List;

/**
 * How well supply follows demand, by the metrics of the SPEC Research Group (Herbst, Krebs, Oikonomou, Kousiouris, Evangelinou, Iosup and
 * Kounev, "Ready for Rain? A View from SPEC Research on the Future of Cloud Metrics", SPEC-RG-2016-01; Herbst, Kounev, Weber and Groenda,
 * "BUNGEE", SEAMS 2015). All are 0 at best but speed-ups. Pure.
 *
 * @param underArea servers missing, integrated over time
 * @param overArea servers too many, integrated over time
 * @param underAccuracy servers missing on average over the whole time
 * @param overAccuracy servers too many on average over the whole time
 * @param underShare of the time with too few servers, 0 to 1
 * @param overShare of the time with too many servers, 0 to 1
 * @param underOfDemand servers missing for each one demanded, on average over the time, 0 to 1
 * @param overOfDemand servers too many for each one demanded, likewise
 * @param jitter servers moved beyond those that demand moved, for each second; negative where supply moves less
 */
public record ElasticityMetrics(
        double underArea,
        double overArea,
        double underAccuracy,
        double overAccuracy,
        double underShare,
        double overShare,
        double underOfDemand,
        double overOfDemand,
        double jitter) {

    /** @param seconds both are looked at, from 0 on */
    public static ElasticityMetrics of(Steps demand, Steps supply, double seconds) {
        double under = 0;
        double over = 0;
        double underTime = 0;
        double overTime = 0;
        double underRelative = 0;
        double overRelative = 0;
        List<Double> moments = demand.moments(supply, seconds);
        for (int i = 1; i < moments.size(); i++) {
            double from = moments.get(i - 1);
            double length = moments.get(i) - from;
            int wanted = demand.at(from);
            if (wanted < 1) {
                throw new IllegalArgumentException("demand must be > 0: " + wanted + " at second " + from);
            }
            int missing = Math.max(0, wanted - supply.at(from));
            int spare = Math.max(0, supply.at(from) - wanted);
            under += missing * length;
            over += spare * length;
            underTime += missing > 0 ? length : 0;
            overTime += spare > 0 ? length : 0;
            underRelative += length * missing / wanted;
            overRelative += length * spare / wanted;
        }
        return new ElasticityMetrics(
                under,
                over,
                under / seconds,
                over / seconds,
                underTime / seconds,
                overTime / seconds,
                underRelative / seconds,
                overRelative / seconds,
                (supply.moved(seconds) - demand.moved(seconds)) / seconds);
    }

    /**
     * Share of the time in which supply and demand move in different directions, 0 to 1. What it says depends on the step they are looked at
     * with, so it is told with that and is no headline.
     *
     * @param step in seconds
     */
    public static double instability(Steps demand, Steps supply, double seconds, double step) {
        int different = 0;
        int looks = (int) Math.floor(seconds / step);
        for (int i = 1; i <= looks; i++) {
            different += direction(demand, i * step, step) == direction(supply, i * step, step) ? 0 : 1;
        }
        return looks == 0 ? 0 : (double) different / looks;
    }

    private static int direction(Steps steps, double to, double step) {
        return Integer.signum(steps.at(to) - steps.at(to - step));
    }

    /**
     * How far this is from the perfect follower: the 4-norm of accuracies for each server demanded and time shares, all as shares (Bauer,
     * Herbst, Spinner, Ali-Eldin and Kounev, "Chameleon", IEEE TPDS 2019).
     */
    public double deviation() {
        return Math.pow(
                Math.pow(underOfDemand, 4)
                        + Math.pow(overOfDemand, 4)
                        + Math.pow(underShare, 4)
                        + Math.pow(overShare, 4),
                0.25);
    }
}
