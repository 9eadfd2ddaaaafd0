package gavel.driver.simulation;

import gavel.driver.profile.Profile;

/**
 * How many bids are accepted where a server takes no time: the mean over many simulated runs, and how far one run is from it.
 *
 * @param perUserSecond accepted bids
 * @param dispersion variance of the count over its mean; 1 for Poisson's, more because bids come in waves as long as lots
 */
public record BidForecast(double perUserSecond, double dispersion) {
    /** More users make the count larger, and change neither its level nor its dispersion. */
    private static final int MOST_USERS = 400;

    private static final int FEWEST_RUNS = 40;
    private static final int MOST_RUNS = 400;
    private static final double USER_SECONDS = 4e6;

    public static BidForecast of(Profile profile, Scenario scenario) {
        Scenario small = scenario.within(MOST_USERS);
        int runs = (int) Math.clamp(USER_SECONDS / (small.mostUsers() * small.to()), FEWEST_RUNS, MOST_RUNS);
        double sum = 0;
        double squares = 0;
        for (int run = 1; run <= runs; run++) {
            double count = Simulation.acceptedBids(profile, small, run);
            sum += count;
            squares += count * count;
        }
        double mean = sum / runs;
        double variance = (squares - sum * mean) / (runs - 1);
        return new BidForecast(mean / small.userSeconds(), mean == 0 ? 1 : Math.max(1, variance / mean));
    }
}
