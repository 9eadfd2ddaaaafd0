package gavel.harness.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerFigureTest {
    private static double of(Map<ServerFigure, Double> shown, String title) {
        return shown.entrySet().stream()
                .filter(figure -> figure.getKey().title().endsWith(": " + title))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    @Test
    void countersThatAreOneThingForPeopleAreAddedUp() {
        Map<ServerFigure, Double> shown = ServerFigure.shown(
                "documents",
                Map.of(
                        "insertOperations",
                        3.0,
                        "updateOperations",
                        4.0,
                        "deleteOperations",
                        5.0,
                        "queryOperations",
                        7.0));
        assertThat(of(shown, "documents written a second")).isEqualTo(12);
        assertThat(of(shown, "documents asked for a second")).isEqualTo(7);
        assertThat(shown).hasSize(2);
    }

    @Test
    void aBrokerTellsOfItsMessagesAndADatabaseOfEitherMake() {
        assertThat(ServerFigure.shown("broker", Map.of("messagesReady", 9.0, "memoryAlarm", 0.0)))
                .containsExactly(
                        Map.entry(new ServerFigure("broker", "message broker: messages that wait", false), 9.0));
        assertThat(ServerFigure.shown("relational", Map.of("blocksRead", 2.0)).keySet())
                .as("PostgreSQL and MariaDB have one chart")
                .isEqualTo(ServerFigure.shown("relational", Map.of("pagesRead", 2.0))
                        .keySet());
        assertThat(ServerFigure.shown("relational", Map.of("logBytes", 2.0)).keySet())
                .allMatch(ServerFigure::bytes);
    }

    @Test
    void connectionsThatABalancerCountsAreNotThoseThatAreOpen() {
        Map<ServerFigure, Double> shown = ServerFigure.shown("balancers", Map.of("connections", 90.0, "open", 7.0));

        assertThat(of(shown, "new connections a second")).isEqualTo(90);
        assertThat(of(shown, "connections")).isEqualTo(7);
        assertThat(ServerFigure.shown("webServers", Map.of("connections", 95.0, "open", 40.0)))
                .containsExactly(Map.entry(new ServerFigure("webServers", "web servers: connections", false), 95.0));
    }

    @Test
    void whatIsNotKnownOrNotShownHasNone() {
        assertThat(ServerFigure.shown("relational", Map.of("commits", Double.NaN, "somethingElse", 1.0)))
                .isEmpty();
        assertThat(ServerFigure.shown("relational", Map.of())).isEmpty();
    }
}
