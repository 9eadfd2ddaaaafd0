package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppMetricsTest {
    private static PrometheusPage page(int scale, int active) {
        return PrometheusPage.parse("""
                http_server_requests_seconds_count{method="GET",uri="/api/auctions",status="200"} %1$s00
                http_server_requests_seconds_sum{method="GET",uri="/api/auctions",status="200"} %1$s.0
                http_server_requests_seconds_count{method="GET",uri="/api/auctions",status="503"} %1$s
                http_server_requests_seconds_sum{method="GET",uri="/api/auctions",status="503"} 0
                http_server_requests_seconds_count{method="GET",uri="/actuator/prometheus",status="200"} %1$s
                jvm_gc_pause_seconds_count{action="minor"} %1$s0
                jvm_gc_pause_seconds_sum{action="minor"} 0.%1$s
                jvm_gc_pause_seconds_max{action="minor"} 0.0%2$s
                jvm_memory_max_bytes{area="heap",id="Eden"} -1
                jvm_memory_max_bytes{area="heap",id="Tenured"} 1000
                jvm_gc_live_data_size_bytes 600
                hikaricp_connections_max{pool="main"} 20
                hikaricp_connections_active{pool="main"} %2$s
                hikaricp_connections_pending{pool="main"} %2$s
                hikaricp_connections_acquire_seconds_sum{pool="main"} %1$s
                hikaricp_connections_acquire_seconds_count{pool="main"} %1$s0
                hikaricp_connections_timeout_total{pool="main"} %1$s
                gavel_cache_gets_total{cache="sessions",result="hit"} %1$s0
                gavel_cache_gets_total{cache="sessions",result="miss"} %1$s
                # TYPE gavel_bids_decided_total counter
                gavel_bids_decided_total{outcome="ACCEPTED"} %1$s7
                # TYPE gavel_partitions_owned gauge
                gavel_partitions_owned 64
                """.formatted(scale, active));
    }

    private final AppUse use = AppMetrics.between(List.of(page(1, 2), page(2, 9), page(3, 4)));

    @Test
    void requestsAreTheDifferenceOfTheEnds() {
        AppUse.Endpoint auctions = use.endpoints().getFirst();
        assertThat(use.endpoints()).as("management requests do not count").hasSize(1);
        assertThat(auctions.requests()).isEqualTo(202);
        assertThat(auctions.errors()).isEqualTo(2);
        assertThat(auctions.meanMillis()).isCloseTo(1000 * 2.0 / 202, within(1e-9));
    }

    @Test
    void aProcessThatWasStartedMeanwhileCountsFromZero() {
        PrometheusPage before = started(page(3, 2), 1_000);
        PrometheusPage after = started(page(1, 2), 2_000);
        AppUse again = AppMetrics.between(List.of(before, after));

        assertThat(again.endpoints().getFirst().requests()).isEqualTo(101);
        assertThat(again.endpoints().getFirst().meanMillis()).isCloseTo(1000 * 1.0 / 101, within(1e-9));
        assertThat(again.gc().collections()).isEqualTo(10);
        assertThat(again.counters().get("gavel_bids_decided_total{outcome=ACCEPTED}"))
                .isEqualTo(17);
        assertThat(again.stretches()).allMatch(stretch -> stretch.collections() >= 0 && stretch.gcPauseSeconds() >= 0);
        assertThat(AppMetrics.between(List.of(started(page(1, 2), 1_000), started(page(3, 2), 1_000)))
                        .gc()
                        .collections())
                .isEqualTo(20);
    }

    /** Killed and started again, as in a failover: what it did before the kill is part of the run. */
    @Test
    void aServerThatComesBackUnderItsNameKeepsWhatItCountedBefore() {
        List<PrometheusPage> all = List.of(
                started(page(1, 2), 1_000),
                started(page(2, 2), 1_000),
                started(page(4, 2), 1_000),
                started(page(1, 2), 2_000),
                started(page(2, 2), 2_000),
                started(page(3, 2), 2_000));
        List<PrometheusPage> kept = new ArrayList<>();
        all.forEach(next -> AppMetrics.append(kept, next));
        AppUse both = AppMetrics.between(kept);

        assertThat(both).isEqualTo(AppMetrics.between(all));
        assertThat(both.endpoints().getFirst().requests())
                .as("from 1 to 4, and from 0 to 3")
                .isEqualTo(6 * 101);
        assertThat(both.endpoints().getFirst().errors()).isEqualTo(6);
        assertThat(both.gc().collections()).isEqualTo(60);
        assertThat(both.pools().getFirst().acquired()).isEqualTo(60);
        assertThat(both.caches().getFirst()).isEqualTo(new AppUse.Cache("sessions", 60, 6, 0));
        assertThat(both.counters().get("gavel_bids_decided_total{outcome=ACCEPTED}"))
                .as("(47 - 17) + 37")
                .isEqualTo(67);
        assertThat(both.stretches().stream()
                        .mapToLong(AppUse.Stretch::collections)
                        .sum())
                .as("the parts make the whole")
                .isEqualTo(60);
    }

    private static PrometheusPage started(PrometheusPage page, int seconds) {
        StringBuilder text = new StringBuilder(
                "# TYPE gavel_bids_decided_total counter\nprocess_start_time_seconds " + seconds + "\n");
        page.matching(_ -> true).forEach(m -> text.append(m.name())
                .append(m.labels().entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + label.getValue() + '"')
                        .collect(java.util.stream.Collectors.joining(",", "{", "}")))
                .append(' ')
                .append(m.value())
                .append('\n'));
        return PrometheusPage.parse(text.toString());
    }

    @Test
    void peaksAreTheHighestOfAllPages() {
        AppUse.Pool pool = use.pools().getFirst();
        assertThat(pool.activeMax()).isEqualTo(9);
        assertThat(pool.pendingMax()).isEqualTo(9);
        assertThat(pool.size()).isEqualTo(20);
        assertThat(pool.waitMeanMillis()).as("2 s over 20 acquisitions").isCloseTo(100, within(1e-9));
        assertThat(pool.timeouts()).isEqualTo(2);
        assertThat(use.gc().maxPauseSeconds()).isCloseTo(0.09, within(1e-9));
    }

    @Test
    void garbageCollectionAndHeap() {
        assertThat(use.gc().pauseSeconds()).isCloseTo(0.2, within(1e-9));
        assertThat(use.gc().collections()).isEqualTo(20);
        assertThat(use.gc().liveBytes()).isEqualTo(600);
        assertThat(use.gc().heapMaxBytes())
                .as("an unbounded pool counts nothing")
                .isEqualTo(1000);
    }

    @Test
    void aPauseBeforeTheMeasurementIsNoneOfIt() {
        assertThat(AppMetrics.between(List.of(page(1, 9), page(1, 9))).gc().maxPauseSeconds())
                .isZero();
    }

    @Test
    void cachesAndTheApplicationsOwn() {
        assertThat(use.caches().getFirst()).isEqualTo(new AppUse.Cache("sessions", 20, 2, 0));
        assertThat(use.caches().getFirst().hitShare()).isCloseTo(20.0 / 22, within(1e-9));
        assertThat(use.counters()).containsEntry("gavel_bids_decided_total{outcome=ACCEPTED}", 20.0);
        assertThat(use.gauges()).containsEntry("gavel_partitions_owned", 64.0);
    }

    @Test
    void stretchesTellWhenWithinTheMeasurement() {
        AppUse timed = AppMetrics.between(
                List.of(page(1, 2).at(5_000), page(3, 9).at(10_000), page(4, 1).at(15_000)));
        assertThat(timed.stretches()).hasSize(2);
        AppUse.Stretch first = timed.stretches().getFirst();
        assertThat(first.fromMillis()).isEqualTo(5_000);
        assertThat(first.seconds()).isEqualTo(5);
        assertThat(first.gcPauseSeconds()).isCloseTo(0.2, within(1e-9));
        assertThat(first.pools().getFirst().acquired()).isEqualTo(20);
        assertThat(timed.stretches().getLast().pools().getFirst().timeouts()).isEqualTo(1);
        assertThat(timed.stretches().stream().map(s -> s.pools().getFirst()).reduce(AppUse.Pool::plus))
                .as("the parts make the whole")
                .contains(timed.pools().getFirst());
    }

    @Test
    void aLongMeasurementKeepsOnlyWhatIsAskedOfThePagesBetween() {
        List<PrometheusPage> all = List.of(page(1, 2), page(2, 9), page(3, 5), page(4, 4));
        List<PrometheusPage> kept = new ArrayList<>();
        all.forEach(next -> AppMetrics.append(kept, next));
        assertThat(AppMetrics.between(kept)).isEqualTo(AppMetrics.between(all));
        assertThat(kept.get(1).named("gavel_partitions_owned")).isEmpty();
        assertThat(kept.getLast().named("gavel_partitions_owned")).isNotEmpty();
    }

    @Test
    void poolsAddUpByTheNumberOfTheirWaits() {
        AppUse.Pool busy = new AppUse.Pool("main", 20, 20, 7, 30, 100, 2);
        AppUse.Pool calm = new AppUse.Pool("main", 20, 3, 0, 10, 0, 0);
        assertThat(busy.plus(calm))
                .as("(30 x 100 + 10 x 0) / 40")
                .isEqualTo(new AppUse.Pool("main", 20, 20, 7, 40, 75, 2));
        AppUse.Pool idle = new AppUse.Pool("main", 20, 0, 0, 0, 0, 0);
        assertThat(idle.plus(idle).waitMeanMillis()).isZero();
    }

    @Test
    void onePageSaysNothing() {
        assertThat(AppMetrics.between(List.of(page(1, 1)))).isNull();
        assertThat(AppMetrics.between(List.of())).isNull();
    }
}
