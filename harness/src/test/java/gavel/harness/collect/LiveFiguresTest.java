package gavel.harness.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LiveFiguresTest {
    private static final LiveFigures ONE = new LiveFigures(
            Map.of("appServers", 1.0), Map.of(LiveFigures.TOGETHER, 2.0), Map.of("broker", Map.of("received", 3.0)));

    @Test
    void machinesAddUp() {
        LiveFigures other = new LiveFigures(
                Map.of("appServers", 10.0, "relational", 5.0),
                Map.of("relational", 7.0),
                Map.of("broker", Map.of("received", 4.0, "delivered", 1.0)));

        assertThat(ONE.plus(other))
                .isEqualTo(new LiveFigures(
                        Map.of("appServers", 11.0, "relational", 5.0),
                        Map.of(LiveFigures.TOGETHER, 2.0, "relational", 7.0),
                        Map.of("broker", Map.of("received", 7.0, "delivered", 1.0))));
        assertThat(ONE.plus(LiveFigures.NONE)).isEqualTo(ONE);
        assertThat(LiveFigures.NONE.plus(ONE)).isEqualTo(ONE);
    }

    /** They come from machines over a line. */
    @Test
    void theySurviveTheirFormOnALine() {
        JsonMapper json = JsonMapper.shared();
        assertThat(json.readValue(json.writeValueAsString(ONE), LiveFigures.class))
                .isEqualTo(ONE);
    }
}
