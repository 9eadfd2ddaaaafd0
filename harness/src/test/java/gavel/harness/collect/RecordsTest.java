package gavel.harness.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.DatabaseStatistics;
import gavel.harness.collect.metrics.DatabaseUse;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.platform.local.proc.Throttling;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is handed from the collector to everybody else. */
class RecordsTest {
    private static InstanceUse use(String tier, String name, double cpu, double system) {
        return new InstanceUse(
                tier, name, 2, cpu, system, 1.5, "app1", 0.1, 500, 400, 30, 20, 9, 8, 70, 1000, null, null, null);
    }

    @Test
    void anInstanceGrowsByWhatIsKnownOfIt() {
        Instance instance = Instance.of("relational", "postgresql", 42)
                .limitedTo(1.5, "database1")
                .scraping(new GuardedPage(URI.create("http://127.0.0.1:9/metrics"), "token", ""))
                .querying("jdbc:postgresql://far/gavel", "me", "secret");

        assertThat(instance.cpuLimit()).isEqualTo(1.5);
        assertThat(instance.limitHost()).isEqualTo("database1");
        assertThat(instance.limitedTo(0, "database1").limitHost()).isEmpty();
        assertThat(instance.metrics().token()).isEqualTo("token");
        assertThat(instance.database().password()).isEqualTo("secret");
        assertThat(instance.pid()).isEqualTo(42);
    }

    @Test
    void anInstancePrintsNoSecret() {
        Instance instance = Instance.of("relational", "postgresql", 42)
                .scraping(new GuardedPage(URI.create("http://127.0.0.1:9/metrics"), "token-4711", ""))
                .querying("jdbc:postgresql://far/gavel", "me", "secret-4711");

        assertThat(instance.toString())
                .contains("http://127.0.0.1:9/metrics", "me")
                .doesNotContain("4711");
    }

    @Test
    void anInstanceWithoutAProcessIsRefused() {
        assertThatThrownBy(() -> Instance.of("driver", "driver1", 0)).hasMessage("pid of driver1 must be > 0: 0");
        assertThatThrownBy(() -> Instance.of("driver", "driver1", 1).limitedTo(-1, ""))
                .hasMessage("cpuLimit of driver1 must be >= 0: -1.0");
    }

    @Test
    void tiersStandInTheOrderTheyWereNamedEachOnce() {
        Collected collected = new Collected(
                10_000,
                70_500,
                Collected.MachineUse.UNKNOWN,
                List.of(use("services", "s", 1, 0), use("appServers", "app1", 1, 0), use("appServers", "app2", 1, 0)),
                List.of(),
                List.of(),
                List.of());

        assertThat(collected.tiers()).containsExactly("services", "appServers");
        assertThat(collected.seconds()).isEqualTo(60.5);
    }

    @Test
    void nothingLastedNoTime() {
        assertThat(Collected.NOTHING.seconds()).isZero();
        assertThat(new Collected(5, 1, Collected.MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of())
                        .seconds())
                .as("a clock that was set back")
                .isZero();
    }

    @Test
    void whatWasCollectedDoesNotChangeAfterwards() {
        List<String> problems = new ArrayList<>(List.of("one"));
        Collected collected =
                new Collected(0, 1, Collected.MachineUse.UNKNOWN, List.of(), List.of(), List.of(), problems);
        problems.add("two");

        assertThat(collected.problems()).containsExactly("one");
    }

    @Test
    void theCoresOfATierAreThoseOfItsInstances() {
        Sample sample = new Sample(
                1,
                0.5,
                0,
                1,
                0,
                List.of(
                        new InstanceSample("appServers", "app1", 0.5, 1),
                        new InstanceSample("relational", "postgresql", 0.25, 1),
                        new InstanceSample("appServers", "app2", 0.75, 1)));

        assertThat(sample.cpuCores("appServers")).isEqualTo(1.25);
        assertThat(sample.cpuCores("nobody")).isZero();
        assertThat(Sample.NONE.instances()).isEmpty();
    }

    @Test
    void aPartOfTheMeasurementHasItsOwnCpuAndTheSameShareOfSystemTime() {
        InstanceUse part = use("appServers", "app1", 40, 10).during(8, null);

        assertThat(part.cpuSeconds()).isEqualTo(8);
        assertThat(part.cpuSystemSeconds()).isCloseTo(2, within(1e-9));
        assertThat(part.rssMaxBytes()).as("known for the whole only").isEqualTo(500);
        assertThat(part.cpuLimit()).isEqualTo(1.5);
        assertThat(use("appServers", "app1", 0, 0).during(8, null).cpuSystemSeconds())
                .as("nothing is divided by zero")
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "100, 10, 300, 60, 0.25",
        "100, 10, 100, 10, 0",
        "100, 10, 50, 5, 0.1",
        "100, 60, 400, 20, 0.05",
        "0, 0, 10, 10, 1"
    })
    void throttlingIsTheShareOfThePeriodsThatPassed(
            long before, long heldBefore, long after, long heldAfter, double share) {
        assertThat(new Throttling(after, heldAfter).shareSince(new Throttling(before, heldBefore)))
                .isEqualTo(share);
    }

    @Test
    void aPoolOverTwoTimesIsTheWorstOfBothAndTheMeanOfAllWaits() {
        AppUse.Pool both =
                new AppUse.Pool("main", 10, 4, 0, 100, 2.0, 1).plus(new AppUse.Pool("main", 20, 3, 7, 300, 6.0, 2));

        assertThat(both.size()).isEqualTo(20);
        assertThat(both.activeMax()).isEqualTo(4);
        assertThat(both.pendingMax()).isEqualTo(7);
        assertThat(both.acquired()).isEqualTo(400);
        assertThat(both.waitMeanMillis()).isCloseTo(5.0, within(1e-9));
        assertThat(both.timeouts()).isEqualTo(3);
    }

    @Test
    void aPoolNobodyUsedHasNoWait() {
        AppUse.Pool unused = new AppUse.Pool("main", 10, 0, 0, 0, 0, 0);

        assertThat(unused.plus(unused).waitMeanMillis()).isZero();
    }

    @Test
    void aCacheNobodyAskedHasNoHitShare() {
        assertThat(new AppUse.Cache("sessions", 0, 0, 5).hitShare()).isZero();
        assertThat(new AppUse.Cache("sessions", 3, 1, 5).hitShare()).isEqualTo(0.75);
    }

    @Test
    void aStretchIsNeverNegative() {
        assertThat(new AppUse.Stretch(1_000, 6_000, 0, 0, List.of()).seconds()).isEqualTo(5);
        assertThat(new AppUse.Stretch(6_000, 1_000, 0, 0, List.of()).seconds()).isZero();
    }

    @Test
    void aDatabaseIsTheDifferenceOfItsCountersWithItsSettingsOfNow() {
        Map<String, Long> after = new LinkedHashMap<>();
        after.put("walBytes", 500L);
        after.put("commits", 30L);
        after.put("newCounter", 7L);
        DatabaseUse use = new DatabaseStatistics("18", Map.of("fsync", "on"), after, List.of())
                .since(new DatabaseStatistics(
                        "18", Map.of("fsync", "off"), Map.of("commits", 10L, "walBytes", 100L), List.of()));

        assertThat(use.deltas())
                .as("in the order they were read")
                .containsExactly(Map.entry("walBytes", 400L), Map.entry("commits", 20L), Map.entry("newCounter", 7L));
        assertThat(use.settings()).containsEntry("fsync", "on");
        assertThatThrownBy(() -> use.deltas().put("commits", 1L)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aPageOfMetricsKnowsWhenItWasRead() {
        PrometheusPage page = PrometheusPage.parse("a 1\n").at(4711);

        assertThat(page.atMillis()).isEqualTo(4711);
        assertThat(page.sum("a")).isEqualTo(1);
        assertThat(PrometheusPage.EMPTY.sum("a")).isZero();
    }

    @Test
    void metricsAreSummedOverTheLabelsThatAreAskedFor() {
        PrometheusPage page = PrometheusPage.parse("""
                # HELP hits how often
                # TYPE hits counter
                hits{cache="a",kind="x"} 1
                hits{cache="a",kind="y"} 2

                hits{cache="b",kind="x"} 4 1700000000000
                hits_of_others 100
                """);

        assertThat(page.sum("hits")).isEqualTo(7);
        assertThat(page.sum("hits", m -> m.label("cache").equals("a"))).isEqualTo(3);
        assertThat(page.sum("hits", m -> m.label("none").isEmpty())).isEqualTo(7);
        assertThat(page.matching(m -> m.value() > 2)).hasSize(2);
        assertThat(page.named("hits").getFirst().key()).isEqualTo("hits{cache=a, kind=x}");
        assertThat(page.named("hits_of_others").getFirst().key()).isEqualTo("hits_of_others");
    }

    @Test
    void aPeakIsNoCounterWhateverItsTypeSays() {
        PrometheusPage page = PrometheusPage.parse("""
                # TYPE request_seconds summary
                request_seconds_count 3
                request_seconds_max 0.5
                # TYPE request_seconds_max gauge
                # TYPE owned gauge
                owned 64
                """);

        assertThat(page.cumulative("request_seconds_count")).isTrue();
        assertThat(page.cumulative("request_seconds_max")).isFalse();
        assertThat(page.cumulative("owned")).isFalse();
        assertThat(page.cumulative("unknown_total"))
                .as("without a type it is not trusted")
                .isFalse();
    }
}
