package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.Calibration;
import gavel.driver.profile.CalibrationModel;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often chance alone breaks the rate rule, from the cold start of a run on: many runs of the model against a server that takes no time. */
class FalseAlarmTest {
    @ParameterizedTest(name = "{0} users, {1}, {2} runs")
    @CsvSource({"100, SMOKE, 100", "100, STANDARD, 30", "1000, SMOKE, 10"})
    void chanceAloneDoesNotBreakTheRate(int users, String length, int runs) throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        Phases phases = length.equals("SMOKE") ? Phases.SMOKE : Phases.STANDARD;
        double reference = profile.acceptedBidsPerUserSecond();
        double userSeconds = (double) users * phases.measureSeconds();
        double sum = 0;
        double squares = 0;
        int broken = 0;
        for (int i = 0; i < runs; i++) {
            Calibration run = CalibrationModel.run(
                    profile, users, phases.rampSeconds() + phases.warmUpSeconds(), phases.measureSeconds(), 1_000 + i);
            Rate rate = new Rate(
                    userSeconds,
                    run.mainOperations() * userSeconds,
                    userSeconds / profile.cycle().mean(),
                    1,
                    1,
                    run.acceptedBids(),
                    reference);
            broken += RateRule.judge(rate, users, false, 2_500, new DriverDelay(0)).stream()
                            .map(RuleOutcome::status)
                            .anyMatch(Status.FAIL::equals)
                    ? 1
                    : 0;
            sum += run.acceptedBids();
            squares += run.acceptedBids() * run.acceptedBids();
        }
        double mean = sum / runs;
        double deviation = Math.sqrt(Math.max(0, squares / runs - mean * mean));
        String figures = String.format(
                Locale.ROOT,
                "%d users, %s: %.5f accepted bids a user-second, deviation %.1f %%, %.1f times Poisson's variance; %d of %d runs broken",
                users,
                length,
                mean,
                100 * deviation / mean,
                deviation * deviation * userSeconds / mean,
                broken,
                runs);
        System.getLogger(FalseAlarmTest.class.getName()).log(System.Logger.Level.INFO, figures);
        assertThat(broken).as(figures).isZero();
        assertThat(mean).as(figures).isCloseTo(reference, within(0.12 * reference));
    }
}
