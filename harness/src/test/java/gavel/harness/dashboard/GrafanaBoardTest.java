package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.dashboard.state.DashboardState;
import gavel.harness.dashboard.state.FinalState;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.dashboard.state.SampleLoad;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The ready board asks for what the page of figures has, and shows all of it. */
class GrafanaBoardTest {
    private static final Pattern FAMILY = Pattern.compile("gavel_\\w+");
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)\\}\\}");

    private static JsonNode board() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(Path.of("../deploy/grafana/gavel.json")));
    }

    private static List<JsonNode> targets() throws IOException {
        List<JsonNode> targets = new ArrayList<>();
        board().get("panels").forEach(panel -> panel.get("targets").forEach(targets::add));
        return targets;
    }

    private static String page() throws InterruptedException {
        DashboardState state = new DashboardState(new RunKind(), 2, () -> Instant.EPOCH);
        SampleCollector seen = new SampleCollector();
        seen.figures = new SampleLoad().figures(1);
        SampleLoad.begin(state);
        state.watched(seen);
        state.ask();
        state.second(
                SampleLoad.second(
                        3,
                        "MEASURE",
                        new OperationInterval("SearchItems", 40, 40, 2, 1, 1_500_000),
                        new OperationInterval("NextBid", 4, 4, 0, 0, 1_500_000)),
                new SampleLoad().sample(1));
        state.concluded(FinalState.of(new RunKind(), SampleResults.passed()));
        return MetricsPage.of(state.frame());
    }

    private static Set<String> families(String text) {
        return FAMILY.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyFigureItAsksForIsServedAndEveryServedOneIsShown() throws Exception {
        Set<String> asked = new TreeSet<>();
        targets().forEach(target -> asked.addAll(families(target.get("expr").stringValue())));
        Set<String> served = page().lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .collect(Collectors.toCollection(TreeSet::new));
        served.remove("gavel_info");
        served.remove("gavel_operation_latency_max_seconds");

        assertThat(asked).isEqualTo(served);
    }

    @Test
    void itsLegendsNameLabelsThatTheFiguresHave() throws Exception {
        String page = page();
        for (JsonNode target : targets()) {
            for (MatchResult label : LABEL.matcher(target.get("legendFormat").stringValue())
                    .results()
                    .toList()) {
                String family =
                        families(target.get("expr").stringValue()).iterator().next();
                boolean labelled = page.contains(family + "{" + label.group(1) + "=");
                assertThat(labelled || family.equals("gavel_phase"))
                        .as(target.toString())
                        .isTrue();
            }
        }
    }

    /** Each phase is a series of its own: over a time, all that were would be shown. */
    @Test
    void thePhaseIsThatOfNow() throws IOException {
        assertThat(targets())
                .filteredOn(target -> target.get("expr").stringValue().equals("gavel_phase"))
                .isNotEmpty()
                .allMatch(target -> target.path("instant").asBoolean(false)
                        && !target.path("range").asBoolean(true));
    }

    /** A window that is shorter than two scrapes holds no rate: Prometheus asks every 15 s or minute where nobody tells it otherwise. */
    @Test
    void countersAreRatesAndPanelsHaveTheirOwnPlace() throws IOException {
        for (JsonNode target : targets()) {
            String asked = target.get("expr").stringValue();
            if (asked.contains("_total") && !asked.equals("gavel_loads_total")) {
                assertThat(asked).contains("rate(").contains("[$__rate_interval]");
            }
        }
        Set<Integer> ids = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (JsonNode panel : board().get("panels")) {
            assertThat(ids.add(panel.get("id").intValue())).isTrue();
            JsonNode place = panel.get("gridPos");
            assertThat(places.add(place.get("x") + " " + place.get("y"))).isTrue();
            assertThat(place.get("x").intValue() + place.get("w").intValue()).isLessThanOrEqualTo(24);
        }
    }
}
