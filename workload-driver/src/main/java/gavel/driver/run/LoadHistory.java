package gavel.driver.run;

import gavel.driver.api.LoadSpec;
import gavel.driver.profile.Profile;
import gavel.driver.qos.ExpectedBids;
import gavel.driver.simulation.BidForecast;
import gavel.driver.simulation.Scenario;
import gavel.driver.simulation.Scenario.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * The loads that auctions had from this driver, and how many bids are to be expected in the last of them. Lots remember for minutes who bid for
 * them: after a time without bidders all of them are new, and people outbid each other twice as often as in mid-life.
 */
final class LoadHistory {
    /** In so long without bidders every lot has become a new one. */
    private static final double IDLE = 300;

    /** So long after a storm of bids on new lots, prices are highest beside what people would pay, and fewest bid. */
    private static final double LULL = 180;

    private static final double QUICKLY = 15;

    private final List<Stage> stages = new ArrayList<>();
    private boolean changed;

    /**
     * A measurement, on the clock of whoever asked for the load.
     *
     * @param aheadMillis so far this driver's clock is ahead of that one
     */
    record Span(long fromMillis, long toMillis, long aheadMillis) {}

    /** Moments are in seconds of the epoch here, on this driver's clock. */
    void began(LoadSpec spec, long atMillis) {
        stages.add(new Stage(atMillis / 1e3, spec.users(), spec.phases().rampSeconds()));
    }

    /** The number of users of the load that is going on was changed by hand. */
    void changed() {
        changed = true;
    }

    /**
     * @param userSeconds that there were
     * @return null where the number of users is not constant, or where the findings are not kept
     */
    ExpectedBids expected(Profile profile, LoadSpec spec, double userSeconds, Span measured) {
        boolean passing = spec.phases().staying() && spec.outputDirectory() == null;
        if (passing || changed || !spec.shape().constant() || measured.toMillis() <= measured.fromMillis()) {
            return null;
        }
        double ahead = measured.aheadMillis() / 1e3;
        double from = measured.fromMillis() / 1e3 + ahead;
        double to = measured.toMillis() / 1e3 + ahead;
        if (spec.auctionsFromMillis() > 0 && !spec.phases().staying()) {
            return expected(profile, since(spec.auctionsFromMillis() / 1e3 + ahead, stages, from, to), userSeconds);
        }
        Stage last = stages.getLast();
        ExpectedBids storm = expected(profile, since(last.at() - IDLE, List.of(last), from, to), userSeconds);
        Stage before = new Stage(IDLE, last.users(), QUICKLY);
        ExpectedBids lull =
                expected(profile, new Scenario(List.of(before), IDLE + LULL, IDLE + LULL + to - from), userSeconds);
        return storm.or(lull);
    }

    private static Scenario since(double zero, List<Stage> stages, double from, double to) {
        return new Scenario(
                stages.stream()
                        .map(stage -> new Stage(Math.max(0, stage.at() - zero), stage.users(), stage.ramp()))
                        .toList(),
                from - zero,
                to - zero);
    }

    private static ExpectedBids expected(Profile profile, Scenario scenario, double userSeconds) {
        BidForecast forecast = BidForecast.of(profile, scenario);
        return ExpectedBids.of(forecast.perUserSecond() * userSeconds, forecast.dispersion());
    }
}
