package gavel.auction.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSettingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gavel.users",
                "gavel.lots.last-call-after",
                "gavel.lots.lastCallAfter",
                "gavel.images",
                "gavel.broker.others",
                "gavel.broker.others[1]",
                "gavel.warm-up.requests",
                "gavel.warm-up.within",
                "server.port",
                "management.server.port",
                "spring.anything.at-all",
                "logging.level.gavel",
                "springdoc.api-docs.enabled"
            })
    void whatExistsIsNoProblem(String name) {
        assertThat(KnownSettings.problemOf(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gavel.user,                 gavel.users",
        "gavel.lots.close-aftr,      gavel.lots.close-after",
        "gavel.database.pol,         gavel.database.pool",
        "gavel.sessions.bcryptcost,  gavel.sessions.bcrypt-cost",
        "gavl.users,                 gavel.users",
        "users,                      gavel.users"
    })
    void aMisspeltNameIsToldWithTheOneThatWasMeant(String name, String meant) {
        assertThat(KnownSettings.problemOf(name))
                .contains("unknown setting: " + name + "; did you mean " + meant + "?");
    }

    @Test
    void aNameThatOnlyBeginsLikeAnotherIsUnknown() {
        assertThat(KnownSettings.problemOf("gavel.lot")).isPresent();
        assertThat(KnownSettings.problemOf("gavel.usersx")).isPresent();
        assertThat(KnownSettings.problemOf("gavel.users[0]")).isPresent();
        assertThat(KnownSettings.problemOf("gavel.users.more")).isPresent();
        assertThat(KnownSettings.problemOf("servers.port")).isPresent();
    }

    @Test
    void namesAreThoseOfTheRecordsWithDashes() {
        assertThat(KnownSettings.names())
                .contains("gavel.node", "gavel.broker.virtual-host", "gavel.bids.answer-within")
                .doesNotContain("gavel.broker", "gavel.broker.virtualHost")
                .isSorted();
    }

    @ParameterizedTest
    @CsvSource({
        "'',      '',       0",
        "clock,   clock,    0",
        "'',      clock,    5",
        "clock,   '',       5",
        "clock,   cloc,     1",
        "clock,   clocks,   1",
        "clock,   block,    1",
        "clock,   lcock,    2",
        "kitten,  sitting,  3",
        "flaw,    lawn,     2"
    })
    void theDistanceIsTheFewestLettersToChange(String a, String b, int distance) {
        assertThat(KnownSettings.distance(a, b)).isEqualTo(distance);
        assertThat(KnownSettings.distance(b, a)).as("there and back").isEqualTo(distance);
    }
}
