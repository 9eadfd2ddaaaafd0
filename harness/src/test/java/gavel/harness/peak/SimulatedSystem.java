package gavel.harness.peak;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A system under test that exists only as arithmetic: how many operations of each ten seconds come late at so many users, and how long
 * everything takes. Fixed before the search was written; the search is judged by it and never the other way round.
 *
 * <p>Each interval has a knee of its own, drawn from a logistic distribution around the true one, so the probability that a full-length
 * interval passes falls from 90 to 10 % over {@code width}. The share of late operations grows tenfold for each 3.8 % of users, and comes
 * in bursts. All times in seconds.
 */
final class SimulatedSystem {
    static final double LIMIT = 0.01;
    static final double OPERATIONS_PER_USER = 0.4;
    static final double BATCH = 10;
    private static final double STEEPNESS = 60;
    private static final double BURSTS = 4;
    private static final double MOST_LATE = 0.9;
    private static final double HOUR = 3600;
    private static final double RECOVERY = 30;
    private static final double AFTERMATH = 0.1;
    private static final double COLD = 0.3;
    private static final double DISTURBED_SECONDS = 60;
    private static final double DISTURBED_LATE = 0.5;

    private final Nature nature;
    private final SplittableRandom random;
    private double now;
    private double loadedFor;
    private double overloadedUntil = -1;
    private long judged;

    /**
     * @param knee users at which half of the full-length intervals pass, when the system is warm, at time 0
     * @param width of the transition from 90 to 10 % passes, as a share of the knee
     * @param driftPerHour change of the knee, as a share of it
     * @param warmUp time constant with which a cold system, 30 % slower at first, becomes warm; 0 for one that is never cold
     * @param hysteresis whether an overload makes the system 10 % slower until 30 s after it, and that lasts as long as the overload does
     * @param disturbed chance that somebody disturbs a measurement of a minute or more, so that half of its operations are late
     */
    record Nature(double knee, double width, double driftPerHour, double warmUp, boolean hysteresis, double disturbed) {
        Nature(double knee, double width, double driftPerHour, double warmUp, boolean hysteresis) {
            this(knee, width, driftPerHour, warmUp, hysteresis, 0);
        }

        Nature disturbed(double chance) {
            return new Nature(knee, width, driftPerHour, warmUp, hysteresis, chance);
        }
    }

    /** A measured interval: each batch's operations, and those that were late. */
    record Interval(List<long[]> batches) {
        long operations() {
            return batches.stream().mapToLong(batch -> batch[0]).sum();
        }

        long late() {
            return batches.stream().mapToLong(batch -> batch[1]).sum();
        }

        double share() {
            return (double) late() / operations();
        }

        boolean passed() {
            return share() <= LIMIT;
        }
    }

    SimulatedSystem(Nature nature, long seed) {
        this.nature = nature;
        this.random = new SplittableRandom(seed);
    }

    /** Seconds since the beginning. */
    double now() {
        return now;
    }

    /** Operations that were part of a judged interval. */
    long judged() {
        return judged;
    }

    /** The knee at a moment, of a warm and rested system. */
    double kneeAt(double seconds) {
        return nature.knee() * (1 + nature.driftPerHour() * seconds / HOUR);
    }

    /** No load for a while. */
    void rest(double seconds) {
        now += seconds;
    }

    /** Load that nobody judges. */
    void load(double users, double seconds) {
        boolean over = users > capacity();
        now += seconds;
        loadedFor += seconds;
        if (over) {
            overloadedUntil = now + RECOVERY;
        }
    }

    /** Load that is judged, as long as somebody wants to see another batch. */
    Interval measure(double users, double seconds, Observer observer) {
        double share = share(users, ownKnee());
        if (nature.disturbed() > 0 && seconds >= DISTURBED_SECONDS && random.nextDouble() < nature.disturbed()) {
            share = Math.max(share, DISTURBED_LATE);
        }
        List<long[]> batches = new ArrayList<>();
        for (double t = 0; t < seconds; t += BATCH) {
            long operations = Math.max(1, Math.round(users * OPERATIONS_PER_USER * Math.min(BATCH, seconds - t)));
            double burst = Math.min(MOST_LATE, share * gamma() / BURSTS);
            batches.add(new long[] {operations, late(operations, burst)});
            judged += operations;
            load(users, Math.min(BATCH, seconds - t));
            if (!observer.wantsMore(batches)) {
                break;
            }
        }
        return new Interval(List.copyOf(batches));
    }

    Interval measure(double users, double seconds) {
        return measure(users, seconds, batches -> true);
    }

    /** Whether an interval goes on after the batches so far. */
    interface Observer {
        boolean wantsMore(List<long[]> batches);
    }

    private double ownKnee() {
        double u = random.nextDouble();
        double logistic = Math.log(u / (1 - u));
        return capacity() * (1 + nature.width() / (2 * Math.log(9)) * logistic);
    }

    private double capacity() {
        double cold = nature.warmUp() == 0 ? 0 : COLD * Math.exp(-loadedFor / nature.warmUp());
        double aftermath = nature.hysteresis() && now < overloadedUntil ? AFTERMATH : 0;
        return kneeAt(now) * (1 - cold) * (1 - aftermath);
    }

    private static double share(double users, double knee) {
        return Math.min(MOST_LATE, LIMIT * Math.exp(STEEPNESS * (users / knee - 1)));
    }

    /** Sum of four exponential draws: mean 4, variance 4. */
    private double gamma() {
        double product = 1;
        for (int i = 0; i < BURSTS; i++) {
            product *= 1 - random.nextDouble();
        }
        return -Math.log(product);
    }

    private long late(long operations, double share) {
        double mean = operations * share;
        double draw = mean < 20 ? poisson(mean) : mean + Math.sqrt(mean * (1 - share)) * random.nextGaussian();
        return Math.clamp(Math.round(draw), 0, operations);
    }

    private long poisson(double mean) {
        double floor = Math.exp(-mean);
        long count = 0;
        for (double product = random.nextDouble(); product > floor; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}
