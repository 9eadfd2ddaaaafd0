package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.profile.ProfileReader;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is judged otherwise when the number of users is not constant. */
class CourseRuleTest {
    private static final LoadShape PATH =
            LoadShape.along(new LoadPath(List.of(new Point(0, 100), new Point(600, 300))));
    private static final LoadShape ARRIVALS = LoadShape.of(new SessionArrivals(SessionArrivals.Process.POISSON, 2));
    private static final DriverState CALM = new DriverState(
            "driver", new DriverHealth(1, 0.1, 0, 20, 0, 100, 20_000, 0), 0.2, 5, 20_000, 0, null, 0, 0, 0, 0, 0);

    @Test
    void fewerPeopleThanThePathAsksForAreTheDriversFault() {
        assertThat(CourseRule.judge(new Course(PATH, 120_000, 119_000)))
                .singleElement()
                .matches(CourseRuleTest::passed);
        assertThat(CourseRule.judge(new Course(PATH, 120_000, 118_000)))
                .singleElement()
                .matches(outcome ->
                        outcome.status() == Status.INVALID && outcome.subject().equals("path"))
                .extracting(RuleOutcome::message)
                .asString()
                .startsWith("118000.0 user-seconds where 120000.0 were asked for: the driver");
        assertThat(CourseRule.judge(new Course(PATH, 120_000, 126_000)))
                .as("a slow server keeps those who should go")
                .singleElement()
                .matches(CourseRuleTest::passed);
    }

    @Test
    void sessionsThatDidNotBeginAreTheDriversFault() {
        assertThat(CourseRule.judge(new Course(ARRIVALS, 120, 117)))
                .singleElement()
                .matches(CourseRuleTest::passed);
        assertThat(CourseRule.judge(new Course(ARRIVALS, 120, 116)))
                .extracting(RuleOutcome::status)
                .containsExactly(Status.INVALID);
        assertThat(CourseRule.judge(Course.CONSTANT)).isEmpty();
    }

    @Test
    void aLoadThatVariesNeedNotBeSteadyAndBidsInformOnly() throws IOException {
        List<Double> rising = List.of(20.0, 20.0, 20.0, 900.0, 900.0, 900.0);

        assertThat(status(judged(Course.CONSTANT, rising), "steadyState", "responses"))
                .isEqualTo(Status.INVALID);

        List<RuleOutcome> path = judged(new Course(PATH, 100, 100), rising);
        assertThat(status(path, "steadyState", "responses")).isEqualTo(Status.INFO);
        assertThat(status(path, "rate", "accepted bids")).isEqualTo(Status.INFO);
        assertThat(status(path, "rate", "main starts")).isEqualTo(Status.PASS);

        List<RuleOutcome> arrivals = judged(new Course(ARRIVALS, 100, 100), rising);
        assertThat(status(arrivals, "rate", "accepted bids")).isEqualTo(Status.INFO);
        assertThat(status(arrivals, "steadyState", "responses"))
                .as("arrivals keep their rate: sessions that pile up are no steady state")
                .isEqualTo(Status.INVALID);
    }

    private static List<RuleOutcome> judged(Course course, List<Double> means) throws IOException {
        Measurement measured = new Measurement(
                1_000,
                List.of(),
                new NewsSample(2_000, List.of(), List.of(), 0),
                List.of(),
                new Rate(60_000, 12_000, 12_000, 80_000, 80_000, 0.0084, 0.0084),
                List.of(CALM),
                means,
                course,
                null,
                Service.SERVED);
        return Judgement.of(measured, ProfileReader.read("liveauction"));
    }

    private static Status status(List<RuleOutcome> outcomes, String rule, String subject) {
        return outcomes.stream()
                .filter(outcome ->
                        outcome.rule().equals(rule) && outcome.subject().equals(subject))
                .findFirst()
                .orElseThrow()
                .status();
    }

    private static boolean passed(RuleOutcome outcome) {
        return outcome.status() == Status.PASS;
    }
}
