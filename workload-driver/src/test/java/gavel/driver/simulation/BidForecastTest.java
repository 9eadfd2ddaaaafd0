package gavel.driver.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.qos.ExpectedBids;
import gavel.driver.simulation.Scenario.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing but arithmetic, and more of it than any other unit test has: so the cases share the cores. */
@Execution(ExecutionMode.CONCURRENT)
class BidForecastTest {
    private static final double READY = 8;
    private static final double BETWEEN = 9;
    private static final long OTHER_SEEDS = 1_000_000;

    /** Of every length, number of users and age: runs with other seeds than the forecast's, and how many are outside its band. */
    @ParameterizedTest(name = "{0}, {1} users, {2} s idle, {3} runs")
    @CsvSource({
        "smoke, 50, 8, 1000",
        "smoke, 100, 8, 500",
        "smoke, 300, 8, 200",
        "smoke, 2000, 8, 40",
        "standard, 50, 8, 200",
        "standard, 100, 8, 200",
        "standard, 1000, 8, 20",
        "smoke, 50, 300, 500",
        "smoke, 300, 300, 100",
        "short, 60, 8, 500",
        "short, 8, 8, 500",
    })
    void chanceAloneHardlyEverLeavesTheBand(String length, int users, double idle, int runs) throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        Scenario scenario = run(users, phases(length), idle);
        BidForecast forecast = BidForecast.of(profile, scenario);
        ExpectedBids expected =
                ExpectedBids.of(forecast.perUserSecond() * scenario.userSeconds(), forecast.dispersion());
        int outside = 0;
        double sum = 0;
        for (int run = 0; run < runs; run++) {
            long bids = Simulation.acceptedBids(profile, scenario, OTHER_SEEDS + run);
            outside += bids < expected.least() || bids > expected.most() ? 1 : 0;
            sum += bids;
        }
        String figures = String.format(
                Locale.ROOT,
                "%s, %d users, %.0f s idle: %.5f a user-second, dispersion %.1f, %.0f of %.0f to %.0f expected, %.1f on average; %d of %d outside",
                length,
                users,
                idle,
                forecast.perUserSecond(),
                forecast.dispersion(),
                expected.mean(),
                expected.least(),
                expected.most(),
                sum / runs,
                outside,
                runs);
        System.getLogger(BidForecastTest.class.getName()).log(System.Logger.Level.INFO, figures);
        assertThat(outside).as(figures).isZero();
        assertThat(sum / runs).as(figures).isCloseTo(expected.mean(), within(0.1 * expected.mean() + 0.5));
    }

    @Test
    void levelsDependOnLengthUsersAndAge() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        double smoke = level(profile, run(100, Phases.SMOKE, READY));
        // Half the users of the warm-up bid for less than there is to be had; then all come.
        assertThat(smoke).isBetween(0.0112, 0.0132);
        assertThat(level(profile, run(100, Phases.STANDARD, READY))).isBetween(0.0072, 0.0088);
        assertThat(level(profile, run(300, Phases.SMOKE, READY))).isBetween(0.0102, 0.0118);
        assertThat(level(profile, run(50, Phases.SMOKE, READY))).isBetween(0.0130, 0.0155);
        // Lots nobody bid for are new ones.
        assertThat(level(profile, run(100, Phases.SMOKE, 300))).isBetween(smoke, 1.2 * smoke);
    }

    @Test
    void aLargeLoadIsForecastByASmallerOne() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        BidForecast large = BidForecast.of(profile, run(100_000, Phases.SMOKE, READY));
        assertThat(large).isEqualTo(BidForecast.of(profile, run(400, Phases.SMOKE, READY)));
        Scenario two = run(3_000, Phases.SMOKE, READY).within(400);
        assertThat(two.stages()).extracting(Stage::users).containsExactly(200, 400);
    }

    private static double level(Profile profile, Scenario scenario) {
        return BidForecast.of(profile, scenario).perUserSecond();
    }

    private static Phases phases(String length) {
        return switch (length) {
            case "smoke" -> Phases.SMOKE;
            case "standard" -> Phases.STANDARD;
            default -> new Phases(3, 3, 10, 2);
        };
    }

    /** Half the users, then all of them. */
    private static Scenario run(int users, Phases phases, double idle) {
        int ramp = phases.rampSeconds();
        int warmUp = phases.warmUpSeconds();
        double all = idle + ramp + warmUp + BETWEEN;
        double from = all + ramp + warmUp;
        return new Scenario(
                List.of(new Stage(idle, Math.max(1, users / 2), ramp), new Stage(all, users, ramp)),
                from,
                from + phases.measureSeconds());
    }
}
