package gavel.driver.run;

import gavel.driver.api.LoadSpec;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.profile.Profile;
import gavel.driver.qos.ExpectedBids;
import gavel.driver.simulation.BidForecast;
import gavel.driver.simulation.Scenario;
import gavel.driver.simulation.Scenario.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * The loads that auctions had from this driver, and how many bids are to be expected in the last of them. Lots remember for minutes who bid for
 * them: after a time without bidders all of them are new, and people outbid each other twice as often as in mid-life. So all generators of a
 * process share one, whichever of them made a load. Any thread may use it.
 */
public final class LoadHistory {
    /** In so long without bidders every lot has become a new one. */
    private static final double IDLE = 300;

    /** So long after a storm of bids on new lots, prices are highest beside what people would pay, and fewest bid. */
    private static final double LULL = 180;

    private static final double QUICKLY = 15;
    /** So long before a measurement every lot there was has been sold since: what came before changes nothing but the time a simulation takes. */
    private static final double MEMORY = 1_800;

    /** Of a measurement. By then bids come as they go on to come, and a simulation of days would take longer than anybody waits for a report. */
    private static final double LONGEST = 7_200;

    /** Points of a path that a simulation takes no longer for than for any load. */
    private static final int MOST_POINTS = 100;

    private final List<Stage> stages = new ArrayList<>();
    /** Everybody's departure; null where they stay, or are still there. */
    private Stage left;

    private long auctions;
    private boolean changed;

    /**
     * A measurement, on the clock of whoever asked for the load.
     *
     * @param aheadMillis so far this driver's clock is ahead of that one
     */
    record Span(long fromMillis, long toMillis, long aheadMillis) {}

    /** Moments are in seconds of the epoch here, on this driver's clock. */
    synchronized void began(LoadSpec spec, long atMillis) {
        if (spec.auctionsFromMillis() != auctions || auctions == 0 && left != null) {
            // Other auctions, or some whose age nobody knows: earlier loads say nothing.
            auctions = spec.auctionsFromMillis();
            stages.clear();
            left = null;
            changed = false;
        }
        if (left != null) {
            stages.add(left);
            left = null;
        }
        double at = atMillis / 1e3;
        LoadPath path = spec.shape().path();
        stages.add(new Stage(
                at, path == null ? spec.users() : path.users(0), spec.phases().rampSeconds()));
        if (path != null) {
            along(path, at + spec.phases().rampSeconds() + spec.phases().warmUpSeconds());
        }
    }

    private void along(LoadPath path, double from) {
        double step = Math.max(1, path.seconds() / MOST_POINTS);
        for (double second = 0; second < path.seconds(); second += step) {
            int users = path.users(Math.min(path.seconds(), second + step));
            if (users != stages.getLast().users()) {
                stages.add(new Stage(from + second, users, step));
            }
        }
    }

    /** The load is over. Unless they stay, its people have left by now: those of the next one begin their sessions anew. */
    synchronized void ended(LoadSpec spec, long atMillis) {
        int leaving = spec.phases().rampDownSeconds();
        left = spec.phases().staying() ? null : new Stage(atMillis / 1e3 - leaving, 0, leaving);
    }

    /** The number of users of the load that is going on was changed by hand. */
    synchronized void changed() {
        changed = true;
    }

    /**
     * @param userSeconds that there were
     * @return null where the number of users is not constant, or where the findings are not kept
     */
    synchronized ExpectedBids expected(Profile profile, LoadSpec spec, double userSeconds, Span measured) {
        boolean passing = spec.phases().staying() && spec.outputDirectory() == null;
        if (passing || changed || !spec.shape().constant() || measured.toMillis() <= measured.fromMillis()) {
            return null;
        }
        double ahead = measured.aheadMillis() / 1e3;
        double from = measured.fromMillis() / 1e3 + ahead;
        double to = Math.min(measured.toMillis() / 1e3 + ahead, from + LONGEST);
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

    private static Scenario since(double auctions, List<Stage> all, double from, double to) {
        double zero = Math.max(auctions, from - MEMORY);
        List<Stage> stages = new ArrayList<>();
        for (Stage stage : all) {
            if (stage.at() <= zero) {
                // Of those before only the last one matters.
                stages.clear();
            }
            stages.add(new Stage(Math.max(0, stage.at() - zero), stage.users(), stage.ramp()));
        }
        return new Scenario(stages, from - zero, to - zero);
    }

    private static ExpectedBids expected(Profile profile, Scenario scenario, double userSeconds) {
        BidForecast forecast = BidForecast.of(profile, scenario);
        return ExpectedBids.of(forecast.perUserSecond() * userSeconds, forecast.dispersion());
    }
}
