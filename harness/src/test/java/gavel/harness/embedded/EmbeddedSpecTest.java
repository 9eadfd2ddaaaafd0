package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What one process writes and another reads. */
class EmbeddedSpecTest {
    private static final JsonMapper JSON = new JsonMapper();

    private static EmbeddedSpec.Database database(Map<String, String> settings) {
        return new EmbeddedSpec.Database(1, "/run/data", "/bin", "/log", "gavel", "me", "it's", settings);
    }

    @Test
    void whatIsWrittenIsReadTheSame() {
        EmbeddedSpec spec = new EmbeddedSpec(
                "127.0.0.1",
                "127.0.0.1/32",
                database(Map.of("fsync", "on")),
                new EmbeddedSpec.Broker(2, "/run/broker", "me", "pass \"word\""),
                new EmbeddedSpec.Documents(3, "/documents", "me", "pass"),
                "/run/state.json",
                true,
                new EmbeddedSpec.Identity("-----BEGIN\nCERTIFICATE", "-----BEGIN\nKEY"));

        assertThat(JSON.readValue(JSON.writeValueAsString(spec), EmbeddedSpec.class))
                .isEqualTo(spec);
    }

    @Test
    void aServiceThatIsElsewhereStaysOut() {
        EmbeddedSpec spec = new EmbeddedSpec(
                "127.0.0.1",
                "127.0.0.1/32",
                null,
                null,
                new EmbeddedSpec.Documents(3, "/documents", "me", "pass"),
                "/state",
                false,
                null);

        EmbeddedSpec read = JSON.readValue(JSON.writeValueAsString(spec), EmbeddedSpec.class);
        assertThat(read.database()).isNull();
        assertThat(read.broker()).isNull();
        assertThat(read.documents().port()).isEqualTo(3);
        assertThat(read.followInput()).isFalse();
        assertThat(read.identity()).isNull();
    }

    @Test
    void settingsCannotChangeOnceTheyAreGiven() {
        Map<String, String> settings = new HashMap<>(Map.of("fsync", "on"));
        EmbeddedSpec.Database database = database(settings);
        settings.put("fsync", "off");

        assertThat(database.settings()).containsExactly(Map.entry("fsync", "on"));
        assertThat(database.dataPath()).isEqualTo(Path.of("/run/data"));
    }

    @Test
    void theStateIsReadByWhoeverWaitsForIt() {
        EmbeddedState state = new EmbeddedState(10, 11, "18.6");

        assertThat(JSON.readValue(JSON.writeValueAsString(state), EmbeddedState.class))
                .isEqualTo(state);
    }
}
