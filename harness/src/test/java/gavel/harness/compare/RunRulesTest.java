package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.verdict.RunRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunRulesTest {
    private static ComparedResult run(Map<String, String> settings) {
        Map<String, String> must = new LinkedHashMap<>(Map.of(ComparedResult.KIND, "run"));
        must.putAll(RunRules.mustBe(settings));
        return new ComparedResult(
                "one",
                new ComparedResult.Outcome("PASS", "", ""),
                must,
                Map.of(),
                Map.of("operations/s", 100.0),
                List.of(),
                ComparedResult.Speed.UNKNOWN,
                settings);
    }

    private static Comparison compared(Map<String, String> one, Map<String, String> other, boolean force) {
        return Comparison.of(List.of(List.of(run(one)), List.of(run(other))), force, History.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "lots.closeAfter, 30s, 10s",
        "lots.lastCallAfter, 30s, 10s",
        "appServers.bcryptCost, 5, 4",
        "relational.durable, true, false",
        "documents.durable, true, false"
    })
    void whatTheRulesFixIsNotCompared(String path, String usual, String other) {
        assertThat(compared(Map.of(path, usual), Map.of(path, other), false).refusals())
                .containsExactly(path + " (fixed by the run rules) differs: " + usual + " / " + other);
        assertThat(compared(Map.of(), Map.of(path, usual), false).refusals())
                .as("a release that does not know the setting did what is usual")
                .isEmpty();
        assertThat(RunRules.changed(Map.of(path, usual))).isEmpty();
        assertThat(RunRules.changed(Map.of(path, other))).isEqualTo(Map.of(path, other));
    }

    @Test
    void publishedNumbersAreOfOneProfile() {
        assertThat(RunRules.changed(Map.of("load.profile", "liveauction"))).isEmpty();
        assertThat(RunRules.changed(Map.of("load.profile", "/tmp/my.yaml"))).containsKey("load.profile");
    }

    @Test
    void whatIsForcedIsToldAndWhatIsFreeIsListed() {
        Comparison forced = compared(
                Map.of("lots.closeAfter", "30s", "appServers.jvmFlags", "[]"),
                Map.of("lots.closeAfter", "10s", "appServers.jvmFlags", "[-Xss1m]"),
                true);

        assertThat(forced.lines())
                .contains(
                        "Setting     lots.closeAfter: 30s  /  10s (fixed by the run rules)",
                        "Setting     appServers.jvmFlags: []  /  [-Xss1m]");
    }

    @Test
    void theRulesSaySo() throws Exception {
        String rules = Files.readString(Path.of("..", "docs", "run-rules.md"));
        RunRules.mustBe(Map.of()).keySet().stream()
                .map(name -> name.split(" ")[0])
                .forEach(path -> assertThat(rules).contains("`" + path + "`"));
    }
}
