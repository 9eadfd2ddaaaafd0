package gavel.harness.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.kind.RunKind;
import gavel.harness.run.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is known of the machine, its tiers and servers from the deployment on. */
class WatchedTest {
    private static final InstanceSample DATABASE = new InstanceSample("relational", "postgres", 0.25, 300);
    private static final InstanceSample SERVER = new InstanceSample("appServers", "app1", 0.5, 200);

    private long nowMillis = 1_000;
    private final DashboardState state = new DashboardState(new RunKind(), 2, () -> Instant.ofEpochMilli(nowMillis));
    private final SampleCollector collector = new SampleCollector();

    private Tick look(InstanceSample... instances) {
        return look(0.5, instances);
    }

    private Tick look(double busy, InstanceSample... instances) {
        nowMillis += 1_000;
        collector.latest = new Sample(nowMillis, busy, 0, 1, 5_000, List.of(instances));
        state.look();
        return state.frame().tick();
    }

    private void told(LiveFigures newest) throws InterruptedException {
        collector.figures = newest;
        state.ask();
    }

    @Test
    void figuresBeginBeforeTheLoadAndSayWhatIsDone() {
        state.look();
        assertThat(state.lines().ticks()).as("nobody watches yet").isEmpty();
        state.watched(collector);
        state.begun(Phase.DATA.title());
        Tick tick = look(DATABASE);

        assertThat(tick.doing()).isEqualTo("load or reset data");
        assertThat(tick.cores()).containsExactly(0.25);
        assertThat(tick.rssBytes()).containsExactly(300.0);
        assertThat(state.frame().load()).isNull();
        assertThat(state.frame().machine().sampled()).isTrue();
    }

    @Test
    void aSampleCountsOnce() {
        state.watched(collector);
        look(DATABASE);
        state.look();
        state.look();
        assertThat(state.lines().ticks()).hasSize(1);
    }

    /** The driver's seconds bring samples along; the page must not show one twice. */
    @Test
    void aSecondOfTheLoadBringsNoSampleThatIsThereAlready() {
        state.watched(collector);
        look(DATABASE);
        state.loading(SampleLoad.load());
        state.second(SampleLoad.second(1, "RAMP"), collector.latest);
        assertThat(state.lines().ticks()).hasSize(1);
        assertThat(state.lines().points()).hasSize(1);
    }

    /** Tiers come and go; a colour and a place stay. */
    @Test
    void aTierKeepsItsPlace() {
        state.watched(collector);
        look(DATABASE);
        look(SERVER, DATABASE);
        Tick alone = look(SERVER);

        assertThat(state.frame().tiers()).extracting(Frame.Name::tier).containsExactly("relational", "appServers");
        assertThat(state.frame().tiers())
                .extracting(Frame.Name::words)
                .containsExactly("relational database", "application servers");
        assertThat(alone.cores()).containsExactly(Figure.UNKNOWN, 0.5);
        assertThat(state.lines().ticks().getFirst().cores())
                .as("before it was known")
                .containsExactly(0.25);
    }

    @Test
    void ratesAndServersAreThoseOfTheLastReading() throws InterruptedException {
        state.watched(collector);
        told(new LiveFigures(
                Map.of("relational", 4_096.0),
                Map.of(LiveFigures.TOGETHER, 99.0),
                Map.of(
                        "relational",
                        Map.of("commits", 20.0, "rowsInserted", 1.0, "rowsUpdated", 2.0, "walBytes", 8_192.0))));
        Tick tick = look(DATABASE);

        assertThat(state.frame().tiers())
                .extracting(Frame.Name::words)
                .containsExactly("all of a machine together", "relational database");
        assertThat(tick.storage()).containsExactly(Figure.UNKNOWN, 4_096.0);
        assertThat(tick.network()).containsExactly(99.0, Figure.UNKNOWN);
        assertThat(state.frame().figures())
                .contains(
                        new ServerFigure("relational", "relational database: transactions a second", false),
                        new ServerFigure("relational", "relational database: rows written a second", false),
                        new ServerFigure("relational", "relational database: log written a second", true))
                .hasSize(3);
        int rows = state.frame()
                .figures()
                .indexOf(new ServerFigure("relational", "relational database: rows written a second", false));
        assertThat(tick.servers().get(rows)).as("inserted and updated").isEqualTo(3.0);

        told(LiveFigures.NONE);
        assertThat(look(DATABASE).servers()).as("it answers no more").containsOnly(Figure.UNKNOWN);
    }

    @Test
    void whatNobodyLooksAtAnyMoreIsNotShownAsOfNow() {
        state.watched(collector);
        look(DATABASE);
        nowMillis += 4_000;
        assertThat(state.frame().machine().sampled()).isTrue();
        nowMillis += 2_000;
        assertThat(state.frame().machine().sampled()).isFalse();
    }

    @Test
    void theNextRunBeginsWithNone() throws InterruptedException {
        state.watched(collector);
        told(new LiveFigures(Map.of(), Map.of(), Map.of("broker", Map.of("messagesReady", 1.0))));
        look(DATABASE);
        state.begun(Phase.CHECK.title());
        assertThat(state.lines().ticks()).isEmpty();
        assertThat(state.frame().tiers()).isEmpty();
        assertThat(state.frame().figures()).isEmpty();
    }

    /** What comes from servers may be anything. */
    @Test
    void hostileFiguresAndNamesAreNumbersAndText() throws InterruptedException {
        state.watched(collector);
        String name = "</script><img src=x onerror=alert(1)>";
        told(new LiveFigures(
                Map.of("relational", Double.NaN, name, Double.POSITIVE_INFINITY),
                Map.of("relational", -5.0),
                Map.of("relational", Map.of("commits", Double.NaN, "walBytes", 1e300, name, 1.0))));
        Tick tick = look(Double.NaN, new InstanceSample(name, name, Double.NaN, Long.MIN_VALUE), DATABASE);

        assertThat(tick.busyShare()).isEqualTo(Figure.UNKNOWN);
        assertThat(tick.servers()).as("the one figure that is one, bounded").containsExactly(1e15);
        JsonNode lines = JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(state.lines()));
        for (String list : List.of("cores", "rssBytes", "storage", "network", "servers")) {
            lines.get("ticks").get(0).get(list).forEach(value -> assertThat(value.isNumber())
                    .as(list)
                    .isTrue());
        }
        JsonNode frame = JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(state.frame()));
        assertThat(frame.get("machine").get("busyShare").isNumber()).isTrue();
        assertThat(frame.get("figures")).hasSize(1);
    }

    /** 200 hosts for hours; {@link TimeLineTest} has days. */
    @Test
    void theFormInWhichLinesTravelIsBounded() throws InterruptedException {
        state.watched(collector);
        InstanceSample[] instances = IntStream.range(0, 200)
                .mapToObj(i -> new InstanceSample("tier" + i % 40, "instance" + i, 0.123456, 123_456_789L + i))
                .toArray(InstanceSample[]::new);
        Map<String, Double> many = new java.util.LinkedHashMap<>();
        Map<String, Map<String, Double>> servers = new java.util.LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            many.put("tier" + i, 123_456.789 + i);
            servers.put("tier" + i, Map.of("commits", 1.0 / 3, "walBytes", 1e9 / 3, "connections", 100.0 / 3));
        }
        told(new LiveFigures(many, many, servers));
        for (int second = 0; second < 10_000; second++) {
            nowMillis += 1_000;
            collector.latest = new Sample(
                    nowMillis, 0.5, 0, 1, 5_000, second % 600 == 0 ? List.of(instances) : collector.latest.instances());
            state.look();
        }
        assertThat(state.frame().tiers()).hasSize(16);
        assertThat(state.frame().figures()).hasSize(32);
        assertThat(state.lines().ticks()).hasSizeLessThanOrEqualTo(TimeLine.MOST);
        assertThat(JsonMapper.shared().writeValueAsString(state.lines()).length())
                .isLessThan(3 << 20);
        assertThat(JsonMapper.shared().writeValueAsString(state.frame()).length())
                .isLessThan(32 << 10);
    }
}
