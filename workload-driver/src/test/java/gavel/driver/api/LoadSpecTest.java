package gavel.driver.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** How far a plan may go that somebody else has written down. */
class LoadSpecTest {
    private static final String PLAN = """
            {"name": "run", "targets": ["http://127.0.0.1:8080"], "caCertificate": null, "profile": "liveauction", "users": 100,
             "accounts": {"emailPattern": "u%d@gavel.example", "first": 1, "last": 500, "password": "secret"}, "seed": 7,
             "phases": {"rampSeconds": 1, "warmUpSeconds": 1, "measureSeconds": 10, "rampDownSeconds": 1},
             "agent": {"index": 0, "count": 1},
             "engine": {"loops": 1, "maxConnections": 0, "connectTimeoutMillis": 5000, "acquireTimeoutMillis": 10000,
                        "responseTimeoutMillis": 60000, "idleTimeoutMillis": 0, "http": "1.1"},
             "outputDirectory": null, "earliestEndSeconds": 0, "shape": null, "auctionsFromMillis": 0}
            """;

    private static LoadSpec read(String at, String json) {
        ObjectNode plan = (ObjectNode) AgentJson.MAPPER.readTree(PLAN);
        List<String> path = new ArrayList<>(List.of(at.split("[.]")));
        String last = path.removeLast();
        ObjectNode within = plan;
        for (String name : path) {
            within = (ObjectNode) within.get(name);
        }
        within.set(last, AgentJson.MAPPER.readTree(json));
        return AgentJson.MAPPER.treeToValue(plan, LoadSpec.class);
    }

    @Test
    void aUsualPlanIsTaken() {
        assertThat(read("users", "10000000").users()).isEqualTo(10_000_000);
        assertThat(read("engine.loops", "1024").engine().loops()).isEqualTo(1_024);
        assertThat(read("phases.measureSeconds", "604800").phases().measureSeconds())
                .isEqualTo(604_800);
        assertThat(read("phases.rampDownSeconds", "-1").phases().staying()).isTrue();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "users | 0 | users must be 1..10000000: 0",
                "users | 2147483647 | users must be 1..10000000: 2147483647",
                "engine.loops | 1000000 | loops must be 0..1024: 1000000",
                "engine.loops | -1 | loops must be 0..1024: -1",
                "engine.maxConnections | -1 | maxConnections must be 0..100000000: -1",
                "engine.connectTimeoutMillis | 0 | connectTimeoutMillis must be 1..3600000: 0",
                "engine.acquireTimeoutMillis | 2147483647 | acquireTimeoutMillis must be 1..3600000: 2147483647",
                "engine.responseTimeoutMillis | -5 | responseTimeoutMillis must be 1..3600000: -5",
                "engine.idleTimeoutMillis | 3600001 | idleTimeoutMillis must be 0..3600000: 3600001",
                "engine.http | null | http must be auto, 1.1 or 2: null",
                "phases.rampSeconds | 604801 | rampSeconds must be 0..604800: 604801",
                "phases.warmUpSeconds | -1 | warmUpSeconds must be 0..604800: -1",
                "phases.measureSeconds | -1 | measureSeconds must be 0..604800: -1",
                "phases.rampDownSeconds | -2 | rampDownSeconds must be -1..604800: -2",
                "agent.count | 2147483647 | the number of agents must be 1..1024: 2147483647",
                "agent.index | 1 | an agent's index must be 0..0: 1",
                "accounts.emailPattern | `%9999999d` | emailPattern must have one %d and no other %: %9999999d",
                "accounts.emailPattern | `u%d%d` | emailPattern must have one %d and no other %: u%d%d",
                "accounts.emailPattern | `u@gavel.example` | emailPattern must have one %d and no other %: u@gavel.example",
                "accounts.emailPattern | `%d\\n` | emailPattern must have no control characters: %d?",
                "accounts.password | null | password must be given: null",
                "accounts.last | 9223372036854775807 | last of the accounts must be 0..1099511627776: 9223372036854775807",
                "targets | [] | targets must name at least one address: []",
                "targets | [`http://a:1/x`] | a target must be http://host:port or https://host:port and nothing else: http://a:1/x",
                "name | `a\\u0000b` | name must have no control characters: a?b",
                "profile | `a\\u0000b` | profile must have no control characters: a?b",
                "accounts | null | accounts must be given: null",
                "engine | null | engine must be given: null",
                "earliestEndSeconds | -1 | earliestEndSeconds must be 0..604800: -1",
                "auctionsFromMillis | -1 | auctionsFromMillis must be >= 0: -1",
            })
    void aFieldBeyondItsBoundIsNamed(String at, String json, String told) {
        assertThatThrownBy(() -> read(at, json.replace('`', '"')))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(told);
    }

    @Test
    void aTextBeyondItsLengthIsNamedAndNotRepeated() {
        Map.of(
                        "name", "name must have at most 255 characters: 300000",
                        "profile", "profile must have at most 4096 characters: 300000",
                        "outputDirectory", "outputDirectory must have at most 4096 characters: 300000",
                        "accounts.password", "password must have at most 255 characters: 300000")
                .forEach((at, told) -> assertThatThrownBy(() -> read(at, '"' + "a".repeat(300_000) + '"'))
                        .rootCause()
                        .hasMessage(told));
    }

    @Test
    void allIsToldAtOnce() {
        assertThatThrownBy(() -> new LoadSpec.Phases(-1, 0, -1, 0))
                .hasMessage("rampSeconds must be 0..604800: -1\nmeasureSeconds must be 0..604800: -1");
    }

    @Test
    void aPathHasSoManyPointsAtMost() {
        String points = "{\"seconds\": 0, \"users\": 100},".repeat(200_000);
        assertThatThrownBy(() -> read(
                        "shape",
                        "{\"path\": {\"points\": [" + points
                                + "{\"seconds\": 5, \"users\": 100}]}, \"arrivals\": null}"))
                .rootCause()
                .hasMessage("a path must have at most 100000 points: 200001");
    }
}
