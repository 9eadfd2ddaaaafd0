package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrometheusPageTest {
    @Test
    void readsNamesLabelsAndValues() {
        PrometheusPage page = PrometheusPage.parse("""
                # HELP jvm_memory_used_bytes used
                # TYPE jvm_memory_used_bytes gauge
                jvm_memory_used_bytes{area="heap",id="G1 Eden"} 1.5E7
                jvm_memory_used_bytes{area="nonheap",id="x"} 2 1700000000

                process_uptime_seconds 12.5
                """);
        assertThat(page.sum("jvm_memory_used_bytes")).isEqualTo(15_000_002);
        assertThat(page.sum("jvm_memory_used_bytes", m -> m.label("area").equals("heap")))
                .isEqualTo(1.5e7);
        assertThat(page.sum("process_uptime_seconds")).isEqualTo(12.5);
        assertThat(page.sum("absent")).isZero();
    }

    @Test
    void labelValuesMayContainBracesCommasAndEscapes() {
        PrometheusPage page = PrometheusPage.parse("r_count{uri=\"/api/{id},x\",why=\"a \\\"b\\\" \\\\ c\\nd\",} 3\n");
        PrometheusPage.Metric metric = page.named("r_count").getFirst();
        assertThat(metric.label("uri")).isEqualTo("/api/{id},x");
        assertThat(metric.label("why")).isEqualTo("a \"b\" \\ c\nd");
        assertThat(metric.value()).isEqualTo(3);
    }

    @Test
    void notANumberAndInfinityAreNotSummed() {
        PrometheusPage page = PrometheusPage.parse("a{x=\"1\"} NaN\na{x=\"2\"} +Inf\na{x=\"3\"} -Inf\na{x=\"4\"} 2\n");
        assertThat(page.sum("a")).isEqualTo(2);
    }

    @Test
    void bucketsArePassedOver() {
        PrometheusPage page = PrometheusPage.parse("r_seconds_bucket{le=\"0.1\"} 3\nr_seconds_count{x=\"1\"} 4\n");
        assertThat(page.matching(m -> true))
                .extracting(PrometheusPage.Metric::name)
                .containsExactly("r_seconds_count");
    }

    @Test
    void countersAreTold() {
        PrometheusPage page = PrometheusPage.parse(
                "# TYPE gavel_bids_total counter\n# TYPE gavel_batch_seconds summary\n# TYPE gavel_owned gauge\n");
        assertThat(page.cumulative("gavel_bids_total")).isTrue();
        assertThat(page.cumulative("gavel_batch_seconds_count")).isTrue();
        assertThat(page.cumulative("gavel_batch_seconds_max")).isFalse();
        assertThat(page.cumulative("gavel_owned")).isFalse();
    }
}
