package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.elastic.ScalingRule.Direction;
import gavel.harness.elastic.ScalingRule.Observed;
import gavel.harness.elastic.ScalingRule.Policy;
import gavel.harness.elastic.ScalingRule.Select;
import gavel.harness.elastic.ScalingRule.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule against what a kube-controller-manager 1.34.4 decided, as bench/hpa-decisions.sh recorded it. */
class RecordedDecisionsTest {
    private static final String RECORDED = "hpa-decisions.txt";

    /** One line: what the controller saw at a moment, and the replicas it wanted then. */
    record Decision(double at, Observed observed, int wanted) {}

    record Trace(String name, Settings settings, List<Decision> decisions) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Trace> traces() throws IOException {
        try (InputStream recorded = RecordedDecisionsTest.class.getResourceAsStream(RECORDED)) {
            Map<String, Trace> traces = new LinkedHashMap<>();
            Trace last = null;
            for (String line : new String(recorded.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("trace ")) {
                    String[] sides = line.substring("trace ".length()).split(": ");
                    last = new Trace(sides[0], settings(sides[1]), new ArrayList<>());
                    traces.put(last.name(), last);
                } else {
                    last.decisions().add(decision(line));
                }
            }
            return traces.values().stream();
        }
    }

    private static Decision decision(String line) {
        double[] n =
                Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Decision(n[0], new Observed((int) n[1], (int) n[2], (int) n[3], (int) n[4], n[5]), (int) n[6]);
    }

    /** Such as {@code 1 10 60 up 0 MAX 100%/15 4/15 down 30 MAX 100%/15}: bounds, target, and each direction. */
    private static Settings settings(String text) {
        String[] parts = text.split(" (up|down) ");
        int[] bounds =
                Arrays.stream(parts[0].split(" ")).mapToInt(Integer::parseInt).toArray();
        return new Settings(bounds[0], bounds[1], bounds[2], 0.1, direction(parts[1]), direction(parts[2]));
    }

    private static Direction direction(String text) {
        List<String> words = List.of(text.split(" "));
        List<Policy> policies = words.subList(2, words.size()).stream()
                .map(word -> word.split("/"))
                .map(sides -> new Policy(
                        sides[0].endsWith("%"),
                        Integer.parseInt(sides[0].replace("%", "")),
                        Integer.parseInt(sides[1])))
                .toList();
        return new Direction(Integer.parseInt(words.get(0)), Select.valueOf(words.get(1)), policies);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void theRuleDecidesAsTheControllerDid(Trace trace) {
        ScalingRule rule = new ScalingRule(trace.settings());
        for (Decision decision : trace.decisions()) {
            assertThat(rule.decide(decision.at(), decision.observed()))
                    .as("%s", decision)
                    .isEqualTo(decision.wanted());
        }
    }

    /** A controller that does nothing would be followed by a rule that does nothing. */
    @Test
    void theTracesHaveManyKindsOfDecisions() throws IOException {
        List<Trace> traces = traces().toList();
        assertThat(traces).hasSize(20);
        List<Decision> all =
                traces.stream().flatMap(trace -> trace.decisions().stream()).toList();
        assertThat(all).hasSizeGreaterThan(2_000);
        assertThat(all)
                .filteredOn(each -> each.wanted() > each.observed().ordered())
                .hasSizeGreaterThan(50);
        assertThat(all)
                .filteredOn(each -> each.wanted() < each.observed().ordered())
                .hasSizeGreaterThan(50);
        assertThat(all).filteredOn(each -> each.observed().starting() > 0).hasSizeGreaterThan(20);
        assertThat(all).filteredOn(each -> each.observed().silent() > 0).hasSizeGreaterThan(20);
    }
}
