package gavel.driver.api.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.AgentJson;
import gavel.driver.api.shape.LoadPath.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadPathTest {
    @Test
    void aRampAnswersWithTheNearestNumber() {
        LoadPath path = path("0=0", "10s=4", "20s=2");

        // Four come within ten seconds: in the middle of each quarter.
        assertThat(path.users(1.24)).isZero();
        assertThat(path.users(1.25)).isEqualTo(1);
        assertThat(path.users(5)).isEqualTo(2);
        assertThat(path.users(10)).isEqualTo(4);
        // Two go within ten: after 2.5 s and after 7.5 s.
        assertThat(path.users(12.4)).isEqualTo(4);
        assertThat(path.users(12.5)).isEqualTo(3);
        assertThat(path.users(17.5)).isEqualTo(2);
        assertThat(path.users(1_000)).isEqualTo(2);
        assertThat(path.users(-3)).isZero();
        assertThat(path.most()).isEqualTo(4);
        assertThat(path.seconds()).isEqualTo(20);
    }

    @Test
    void aStepTakesAFewSecondsSoThatNobodyActsInTimeWithOthers() {
        LoadPath path = LoadPath.steps(points("0=100", "60s=200", "120s=50", "180s=50"));

        assertThat(path.users(59.9)).isEqualTo(100);
        assertThat(path.users(62.5)).isEqualTo(150);
        assertThat(path.users(65)).isEqualTo(200);
        assertThat(path.users(119)).isEqualTo(200);
        assertThat(path.users(125)).isEqualTo(50);
        assertThat(path.seconds()).isEqualTo(180);
        assertThat(LoadPath.steps(points("0=1", "2s=9", "4s=1", "9s=1")).users(4))
                .as("a step ends where the next begins")
                .isEqualTo(9);
    }

    @Test
    void stepsWhoseMostUsersWouldNeverBeThereAreRefused() {
        assertThatThrownBy(() -> LoadPath.steps(points("0=100", "120s=200")))
                .hasMessage(
                        "a path of steps must have its most users before its last point, which only ends it: 120s=200");
        assertThat(LoadPath.steps(points("0=100", "120s=50")).most()).isEqualTo(100);
    }

    @Test
    void twoPointsOfOneSecondAreAJump() {
        LoadPath path = path("0=10", "5s=10", "5s=30", "9s=30");

        assertThat(path.users(4.999)).isEqualTo(10);
        assertThat(path.users(5)).isEqualTo(30);
        assertThat(path.userSeconds(9)).isEqualTo(5 * 10 + 4 * 30);
    }

    @Test
    void whoGoesWithTheLastPointIsThereUntilTheEnd() {
        LoadPath path = LoadPath.steps(points("0=10", "5s=30", "9s=0"));

        assertThat(path.users(9)).isZero();
        assertThat(path.usersUntil(9)).isEqualTo(30);
        assertThat(path.usersUntil(7.5)).isEqualTo(path.users(7.5));
        assertThat(path.usersUntil(-3)).isEqualTo(10);
        assertThat(path.usersUntil(0)).isEqualTo(10);
        assertThat(path("0=10", "9s=4").usersUntil(9)).isEqualTo(4);
    }

    @Test
    void userSecondsAreTheAreaBelowThePath() {
        LoadPath path = path("0=0", "10s=20", "30s=20");

        assertThat(path.userSeconds(10)).isCloseTo(100, within(1e-9));
        assertThat(path.userSeconds(5)).isCloseTo(25, within(1e-9));
        assertThat(path.userSeconds(30)).isCloseTo(500, within(1e-9));
        assertThat(path.userSeconds(40)).isCloseTo(700, within(1e-9));
        assertThat(path.userSeconds(0)).isZero();
        double sum = 0;
        for (int i = 0; i < 3_000; i++) {
            sum += path.users((i + 0.5) / 100) / 100.0;
        }
        assertThat(sum).as("of whole users").isCloseTo(500, within(0.5));
    }

    @Test
    void oneNumberAllTheWayIsNoPath() {
        assertThat(LoadShape.along(path("0=7", "60s=7")).constant()).isTrue();
        assertThat(LoadShape.along(path("0=7", "60s=8")).constant()).isFalse();
        assertThat(LoadShape.CONSTANT.constant()).isTrue();
        assertThat(LoadShape.along(path("0=7", "60s=8")).words(8)).isEqualTo("a path of up to 8 users");
        assertThat(LoadShape.of(new SessionArrivals(SessionArrivals.Process.POISSON, 2.50))
                        .words(8))
                .isEqualTo("2.5 sessions a second at random");
    }

    @Test
    void oneIsNotSeveral() {
        assertThat(new SessionArrivals(SessionArrivals.Process.POISSON, 1).words())
                .isEqualTo("1 session a second at random");
        assertThat(new SessionArrivals(SessionArrivals.Process.CONSTANT, 1).words())
                .isEqualTo("1 session a second");
        assertThat(LoadShape.CONSTANT.words(1)).isEqualTo("1 user");
        assertThat(LoadShape.along(path("0=0", "60s=1")).words(1)).isEqualTo("a path of up to 1 user");
    }

    @Test
    void whatIsNoPathIsRefused() {
        assertRefused("must begin at second 0: 5.0", "5s=1", "9s=1");
        assertRefused("must begin at second 0: no points");
        assertRefused("must not go back in time: 3.0 s after 5.0 s", "0=1", "5s=1", "3s=1");
        assertRefused("must be at least 1 s long: 0.5", "0=1", "0.5s=2");
        assertRefused("must have users at some time: 0", "0=0", "5s=0");
        assertThatThrownBy(() -> new LoadPath(List.of(new Point(0, 5), new Point(9, -1))))
                .hasMessage("a path must have users >= 0: -1");
        assertThatThrownBy(() -> new SessionArrivals(SessionArrivals.Process.CONSTANT, 0))
                .hasMessage("sessions per second must be > 0 and at most 100000: 0.0");
    }

    @Test
    void anAgentIsToldTheWholePath() {
        LoadShape path = LoadShape.along(path("0=7", "60s=8"));
        LoadShape arrivals = LoadShape.of(new SessionArrivals(SessionArrivals.Process.CONSTANT, 0.5));
        for (LoadShape shape : List.of(path, arrivals, LoadShape.CONSTANT)) {
            String json = AgentJson.MAPPER.writeValueAsString(shape);
            assertThat(AgentJson.MAPPER.readValue(json, LoadShape.class))
                    .as(json)
                    .isEqualTo(shape);
        }
    }

    private static void assertRefused(String message, String... points) {
        assertThatThrownBy(() -> path(points)).hasMessage("a path " + message);
    }

    private static LoadPath path(String... points) {
        return new LoadPath(points(points));
    }

    private static List<Point> points(String... points) {
        return PathText.points(List.of(points));
    }
}
