package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.simulation.Simulation;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The model that says how many bids to expect beside the users themselves, in virtual time against a house in memory. */
class ModelTest {
    private static final int USERS = 105;
    private static final int SECONDS = 900;

    @Test
    void peopleBidAsMuchAsTheModelOfThem() throws IOException {
        double seen = 0;
        for (int seed = 1; seed <= 3; seed++) {
            VirtualRun run = new VirtualRun(USERS, seed).phases(15, 285, SECONDS);
            seen += run.loop.snapshot().tally().acceptedBids() / (3.0 * USERS * SECONDS);
        }
        Profile profile = ProfileReader.read("liveauction");
        double expected =
                Simulation.calibrate(profile, USERS, 300, 40 * SECONDS, 1).acceptedBids();
        // Three quarters of an hour of 105 people: 2,400 bids, known to 2 % by Poisson's law and to 4 % as they come in
        // waves.
        assertThat(seen).isCloseTo(expected, within(0.12 * expected));
    }
}
