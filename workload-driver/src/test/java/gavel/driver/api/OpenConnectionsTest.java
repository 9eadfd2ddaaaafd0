package gavel.driver.api;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadSpec.EngineSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenConnectionsTest {
    @ParameterizedTest
    @CsvSource({
        "1.1, false,     0, 5",
        "1.1, true,      0, 5",
        "auto, false,    0, 5",
        "auto, true,     0, 1.1",
        "2, false,       0, 1.1",
        "1.1, false, 60000, 5",
        "1.1, false, 15000, 4.5",
        "1.1, false,  5000, 3.5",
        "auto, true,  5000, 1.1"
    })
    void whatAPersonHasOpenFollowsFromWhatItSpeaks(String http, boolean offered, int idleMillis, double usual) {
        EngineSpec engine = new EngineSpec(1, 0, 5_000, 10_000, 60_000, idleMillis, HttpVersion.of(http));

        assertThat(OpenConnections.of(engine, offered).usual()).isEqualTo(usual);
    }

    @ParameterizedTest
    @CsvSource({"20000, 4000, 2857", "4, 0, 0", "-5, 0, 0", "9223372036854775807, 2147483647, 2147483647"})
    void descriptorsAreEnoughForSoManyUsers(long descriptors, int users, int always) {
        assertThat(OpenConnections.HTTP_1.usersWithin(descriptors)).isEqualTo(users);
        assertThat(OpenConnections.HTTP_1.usersAlwaysWithin(descriptors)).isEqualTo(always);
    }
}
