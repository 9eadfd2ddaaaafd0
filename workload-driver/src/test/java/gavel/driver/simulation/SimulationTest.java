package gavel.driver.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.profile.Draws;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.simulation.Scenario.Stage;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private final Profile profile = read();

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(Simulation.calibrate(profile, 100, 60, 120, 3))
                .isEqualTo(Simulation.calibrate(profile, 100, 60, 120, 3));
        assertThat(Simulation.calibrate(profile, 100, 60, 120, 3))
                .isNotEqualTo(Simulation.calibrate(profile, 100, 60, 120, 4));
    }

    @Test
    void usersComeStayAndGo() {
        // Nobody bids before anybody is there: a minute without a bid ends every lot.
        Scenario idle = new Scenario(List.of(new Stage(0, 1, 0)), 600, 1_200);
        assertThat(Simulation.run(profile, idle, 1).lotSeconds()).isCloseTo(60, within(10.0));
        Scenario fewer = new Scenario(List.of(new Stage(0, 200, 10), new Stage(60, 100, 10)), 120, 720);
        assertThat(Simulation.run(profile, fewer, 1).mainOperations()).isCloseTo(0.2, within(0.01));
        Scenario more = new Scenario(List.of(new Stage(0, 100, 10), new Stage(60, 200, 10)), 120, 720);
        assertThat(Simulation.run(profile, more, 1).mainOperations()).isCloseTo(0.2, within(0.01));
    }

    @Test
    void lotsOfTheSetAreMetInEveryPartOfALife() {
        Draws draws = Draws.of(1, 2, 3);
        List<LoadedLot> lots = IntStream.range(0, 400)
                .mapToObj(part -> LoadedLot.draw(profile.auctions(), part, 400, draws))
                .toList();
        assertThat(lots).allSatisfy(lot -> {
            assertThat(lot.silent()).isBetween(0.0, 60.0);
            assertThat(lot.silent()).isLessThanOrEqualTo(lot.age());
            assertThat(lot.price() == 0 || lot.price() >= lot.start()).isTrue();
            assertThat(lot.start() % 100).isZero();
        });
        assertThat(lots.getLast().silent()).as("last call").isGreaterThanOrEqualTo(30);
        assertThat(lots.stream().mapToLong(LoadedLot::start).average().orElseThrow())
                .as("exp(ln 40 + 0.8² / 2)")
                .isCloseTo(5_500, within(700.0));
        assertThat(LoadedLot.minimumAfter(500)).isEqualTo(600);
        assertThat(LoadedLot.minimumAfter(20_050)).isEqualTo(20_251);
    }

    @Test
    void countingBeginsWithTheLastStage() {
        assertThatThrownBy(() -> new Scenario(List.of(new Stage(10, 5, 1)), 5, 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("counting must begin after the last stage");
    }

    private static Profile read() {
        try {
            return ProfileReader.read("liveauction");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
