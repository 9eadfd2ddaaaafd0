package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.dashboard.state.DashboardState;
import gavel.harness.dashboard.state.FinalState;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.dashboard.state.SampleLoad;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
    private final DashboardState state = new DashboardState(new RunKind(), 2, () -> Instant.EPOCH);

    private PrometheusPage page() {
        return PrometheusPage.parse(MetricsPage.of(state.frame()));
    }

    private static OperationInterval search(long completed, long late, long p99Micros) {
        return new OperationInterval("SearchItems", completed, completed, late, 0, p99Micros);
    }

    private void second(OperationInterval... operations) {
        state.second(SampleLoad.second(3, "MEASURE", operations), new SampleLoad().sample(1));
    }

    @Test
    void figuresAreThoseOfThePageInBaseUnits() {
        SampleLoad.begin(state);
        second(search(40, 2, 1_500_000));
        PrometheusPage page = page();
        assertThat(page.sum("gavel_users")).isEqualTo(400);
        assertThat(page.sum("gavel_operations_total", m -> m.label("operation").equals("SearchItems")))
                .isEqualTo(40);
        assertThat(page.sum("gavel_operations_late_total")).isEqualTo(2);
        assertThat(page.sum("gavel_operation_latency_p99_seconds")).isEqualTo(1.5);
        assertThat(page.sum("gavel_operation_limit_seconds")).isEqualTo(2);
        assertThat(page.sum("gavel_driver_lateness_p99_seconds")).isEqualTo(0.0008);
        assertThat(page.sum("gavel_tier_memory_bytes", m -> m.label("tier").equals("appServers")))
                .isEqualTo((350 + 360) * 1_048_576.0);
        assertThat(page.named("gavel_phase").getFirst().label("phase")).isEqualTo("ramp");
        assertThat(page.named("gavel_info").getFirst().label("name")).isEqualTo("minimal");
    }

    @Test
    void storageNetworkAndServersAreThereWhereTheyAreKnown() throws Exception {
        SampleLoad.begin(state);
        SampleCollector seen = new SampleCollector();
        seen.figures = new LiveFigures(
                Map.of("relational", 2_048.0, "appServers", Double.NaN),
                Map.of(LiveFigures.TOGETHER, 7.5),
                Map.of("broker", Map.of("messagesReady", 3.0)));
        state.watched(seen);
        state.ask();
        second(search(40, 2, 1_500_000));
        PrometheusPage page = page();

        assertThat(page.named("gavel_tier_storage_bytes_per_second"))
                .singleElement()
                .satisfies(metric -> assertThat(metric.label("tier")).isEqualTo("relational"));
        assertThat(page.sum("gavel_tier_storage_bytes_per_second")).isEqualTo(2_048);
        assertThat(page.sum("gavel_tier_network_bytes_per_second", m -> m.label("tier")
                        .equals("together")))
                .isEqualTo(7.5);
        assertThat(page.sum("gavel_server_figure", m -> m.label("figure").equals("message broker: messages that wait")))
                .isEqualTo(3);
    }

    @Test
    void heldRequestsAreNoOperations() {
        SampleLoad.begin(state);
        second(search(40, 0, -1), new OperationInterval("NextBid", 9, 8, 0, 1, 30_000_000));
        assertThat(page().sum("gavel_operations_total")).isEqualTo(40);
        assertThat(page().sum("gavel_held_requests_total")).isEqualTo(8);
        assertThat(page().sum("gavel_held_requests_failed_total")).isEqualTo(1);
    }

    @Test
    void countersGoOnOverTheLoadsOfACommand() {
        SampleLoad.begin(state);
        second(search(40, 0, 1));
        SampleLoad.begin(state);
        second(search(2, 0, 1));
        assertThat(page().sum("gavel_operations_total")).isEqualTo(42);
        assertThat(page().sum("gavel_loads_total")).isEqualTo(2);
    }

    @Test
    void aLoadThatIsOverHasItsCountersAndNoPresent() {
        AtomicLong millis = new AtomicLong();
        DashboardState later = new DashboardState(new RunKind(), 2, () -> Instant.ofEpochMilli(millis.get()));
        SampleLoad.begin(later);
        later.second(SampleLoad.second(3, "MEASURE", search(40, 2, 1_500_000)), new SampleLoad().sample(1));
        millis.set(60_000);
        PrometheusPage page = PrometheusPage.parse(MetricsPage.of(later.frame()));

        assertThat(page.sum("gavel_operations_total")).isEqualTo(40);
        assertThat(page.matching(m -> m.name().startsWith("gavel_users")
                        || m.name().startsWith("gavel_driver")
                        || m.name().startsWith("gavel_operation_latency")))
                .isEmpty();
    }

    @Test
    void whatIsNotKnownIsAbsent() {
        assertThat(page().named("gavel_users")).isEmpty();
        assertThat(page().named("gavel_verdict")).isEmpty();
        SampleLoad.begin(state);
        second(search(0, 0, -1));
        assertThat(page().named("gavel_operation_latency_p99_seconds")).isEmpty();
        state.concluded(FinalState.of(new RunKind(), SampleResults.passed()));
        assertThat(page().named("gavel_verdict").getFirst().label("verdict")).isEqualTo("PASS");
    }

    @Test
    void everySampleBelongsToADescribedFamilyAndCountersAreNamedLikeIt() {
        SampleLoad.begin(state);
        second(search(40, 2, 1_500_000));
        state.concluded(FinalState.of(new RunKind(), SampleResults.passed()));
        List<String> lines = MetricsPage.of(state.frame()).lines().toList();
        Set<String> helped = names(lines, "# HELP ");
        assertThat(names(lines, "# TYPE ")).isEqualTo(helped);
        assertThat(lines.stream().filter(line -> !line.startsWith("#")))
                .hasSizeGreaterThan(20)
                .allSatisfy(line -> {
                    assertThat(line).matches("gavel_[a-z0-9_]+(\\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*})? -?[0-9.]+");
                    assertThat(helped).contains(line.split("[{ ]")[0]);
                });
        assertThat(lines.stream().filter(line -> line.startsWith("# TYPE ") && line.endsWith(" counter")))
                .allMatch(line -> line.split(" ")[2].endsWith("_total"));
    }

    private static Set<String> names(List<String> lines, String head) {
        return lines.stream()
                .filter(line -> line.startsWith(head))
                .map(line -> line.split(" ")[2])
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
