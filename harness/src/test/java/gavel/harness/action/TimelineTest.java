package gavel.harness.action;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.action.ActionSettings.Kind;
import gavel.harness.action.Targets.Scaled;
import gavel.harness.action.Targets.Target;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.RecordBinder;
import gavel.harness.setting.RecordWriter;
import gavel.harness.setting.Setting;
import gavel.harness.setting.YamlSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final Duration END = Duration.ofSeconds(120);

    /** As {@code small} has: one balancer, one web server, two application servers of at most four, real data services. */
    private static final String UNCUT = "needs a host of its own for the instance (hosts.isolated: true)";

    private static final String STAYING = "needs a machine that Gavel may switch off and on";

    private static final Targets TARGETS = new Targets(
            Map.of(
                    "haproxy1", new Target(null, false, UNCUT, STAYING),
                    "nginx1", new Target(null, false, null, null),
                    "postgresql", new Target(null, true, UNCUT, null),
                    "services", new Target("keeps data in memory only, which would be lost", true, UNCUT, null)),
            new Scaled(
                    "appServers",
                    2,
                    4,
                    "as appServers.most says",
                    null,
                    index -> "app" + (index + 1),
                    new Target(null, false, UNCUT, STAYING)));

    public record Whole(List<ActionSettings> actions) {}

    private static final Setting.Section NOTHING = YamlSettings.read("defaults", "actions: []");

    private static Whole read(String yaml) {
        return RecordBinder.bind(
                Whole.class, YamlSettings.read("run.yaml", yaml), NOTHING, List.of(), (whole, rules) -> new Timeline(
                                whole.actions())
                        .check(END, TARGETS, rules));
    }

    private static List<String> problems(String yaml) {
        return Assertions.catchThrowableOfType(ConfigurationException.class, () -> read(yaml))
                .problems();
    }

    @Test
    void aTimelineIsReadAsItIsWritten() {
        Whole whole = read("""
                actions:
                  - {at: 60s, do: kill, instance: app1}
                  - at: 30s
                    do: scale
                    tier: appServers
                    to: 4
                """);

        assertThat(new Timeline(whole.actions()).inOrder())
                .containsExactly(
                        new ActionSettings(Duration.ofSeconds(30), Kind.SCALE, "appServers", 4, null),
                        new ActionSettings(Duration.ofSeconds(60), Kind.KILL, null, null, "app1"));
        assertThat(new Timeline(whole.actions()).inOrder())
                .extracting(ActionSettings::text)
                .containsExactly("scale appServers to 4", "kill app1");
    }

    /** Two servers at first. Whatever takes its time, nothing is done to a server that is not there yet. */
    @Test
    void eachWaitsForWhatItNeeds() {
        Timeline timeline = new Timeline(
                List.of(
                        scale(10, 4),
                        act(10, Kind.KILL, "app1"),
                        act(10, Kind.FREEZE, "app3"),
                        act(11, Kind.START, "app1"),
                        act(12, Kind.THAW, "app3"),
                        scale(13, 2),
                        act(14, Kind.KILL, "app2"),
                        act(14, Kind.FREEZE, "postgresql")),
                TARGETS.scaled());

        assertThat(IntStream.range(0, 8).mapToObj(timeline::before).toList())
                .isEqualTo(List.of(
                        List.of(),
                        List.of(),
                        List.of(0),
                        List.of(1),
                        List.of(0, 2),
                        List.of(0, 1, 2, 3, 4),
                        List.of(),
                        List.of()));
    }

    private static ActionSettings scale(int second, int to) {
        return new ActionSettings(Duration.ofSeconds(second), Kind.SCALE, "appServers", to, null);
    }

    private static ActionSettings act(int second, Kind kind, String instance) {
        return new ActionSettings(Duration.ofSeconds(second), kind, null, null, instance);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Whole whole =
                read("actions: [{at: 90s, do: scale, tier: appServers, to: 1}, {at: 91s, do: freeze, instance: app1}, "
                        + "{at: 95s, do: thaw, instance: app1}]");

        assertThat(read(RecordWriter.write(whole))).isEqualTo(whole);
        assertThat(RecordWriter.write(whole)).contains("{at: 90s, do: scale, tier: \"appServers\", to: 1}");
    }

    @Test
    void everyProblemIsToldAtOnceWithItsLine() {
        assertThat(problems("""
                        actions:
                          - {at: 10s, do: explode, instance: app1}
                          - {at: 130s, do: kill, instance: app1}
                          - {at: 20s, do: freeze, instance: app9}
                          - {at: 30s, do: scale, tier: webServers, to: 2}
                          - {at: 40s, do: scale, tier: appServers, to: 5, instance: app1}
                          - {do: stop, instance: app1}
                          - {at: 50s, do: kill, instance: services}
                          - {at: 55s, do: cut, instance: app2}
                          - {at: 60s, do: reconnect, instance: app2}
                        """))
                .containsExactly(
                        "do must be one of scale, stop, start, kill, freeze, thaw, cut, reconnect, away, back: explode (run.yaml:2:"
                                + " actions[0].do)",
                        "do must say what is done, such as scale or kill: null (run.yaml:2: actions[0].do)",
                        "instance is not for do: scale, which acts on a tier: app1 (run.yaml:6: actions[4].instance)",
                        "at must be a time after the beginning of the measurement, such as 60s: null (run.yaml:7:"
                                + " actions[5].at)",
                        "instance must be one that exists then; did you mean 'app1'?: app9 (run.yaml:4: actions[2].instance)",
                        "tier must be appServers, the one that can be scaled: webServers (run.yaml:5: actions[3].tier)",
                        "instance keeps data in memory only, which would be lost: services (run.yaml:8: actions[6].instance)",
                        "do needs a host of its own for the instance (hosts.isolated: true): cut app2 (run.yaml:9: actions[7].do)",
                        "at must be before the measurement ends, 120s: 130s (run.yaml:3: actions[1].at)");
    }

    @Test
    void anInstanceIsActedOnOnlyInAStateThatAllowsIt() {
        assertThat(problems("""
                        actions:
                          - {at: 1s, do: thaw, instance: app1}
                          - {at: 2s, do: stop, instance: app2}
                          - {at: 3s, do: freeze, instance: app2}
                          - {at: 4s, do: thaw, instance: app2}
                          - {at: 5s, do: kill, instance: postgresql}
                          - {at: 6s, do: back, instance: nginx1}
                          - {at: 7s, do: away, instance: haproxy1}
                          - {at: 8s, do: back, instance: haproxy1}
                          - {at: 9s, do: away, instance: services}
                          - {at: 10s, do: away, instance: nginx1}
                        """))
                .containsExactly(
                        "do needs a freeze of the instance before it: thaw app1 (run.yaml:2: actions[0].do)",
                        "do needs it running, and it is not after stop app2: freeze app2 (run.yaml:4: actions[2].do)",
                        "do needs an away of the instance before it: back nginx1 (run.yaml:7: actions[5].do)",
                        "do needs a machine that Gavel may switch off and on: away haproxy1 (run.yaml:8: actions[6].do)",
                        "instance keeps data in memory only, which would be lost: services (run.yaml:10: actions[8].instance)",
                        "do needs a start of it before the measurement ends, as the audit comes after: kill postgresql"
                                + " (run.yaml:6: actions[4].do)",
                        "do needs a back of it before the measurement ends, as the audit comes after: away nginx1"
                                + " (run.yaml:11: actions[9].do)");
    }

    @Test
    void scalingFollowsTheNumberOfInstances() {
        read("actions: [{at: 1s, do: scale, tier: appServers, to: 3}, {at: 9s, do: kill, instance: app3}, "
                + "{at: 20s, do: start, instance: app3}, {at: 30s, do: scale, tier: appServers, to: 1}]");

        assertThat(problems(
                        "actions: [{at: 1s, do: scale, tier: appServers, to: 1}, {at: 2s, do: kill, instance: app2}]"))
                .singleElement()
                .asString()
                .startsWith("instance must be one that exists then");
        assertThat(problems(
                        "actions: [{at: 1s, do: kill, instance: app2}, {at: 2s, do: scale, tier: appServers, to: 4}]"))
                .singleElement()
                .asString()
                .startsWith("do needs all of its tier running, and these are not: app2");
        assertThat(problems("actions: [{at: 1s, do: scale, tier: appServers, to: 5}]"))
                .containsExactly("to must be <= 4, as appServers.most says: 5 (run.yaml:1: actions[0].to)");
    }

    @Test
    void whatIsNoListOfActionsIsRefused() {
        assertThat(problems("actions: kill app1"))
                .containsExactly("'actions' must be a list of sections, such as [{name: value}] (run.yaml:1: actions)");
        assertThat(problems("actions: [kill]"))
                .containsExactly("'actions' must be a list of sections, such as [{name: value}] (run.yaml:1: actions)");
        assertThat(problems("actions: [{at: 1s, doo: kill, instance: app1}]"))
                .first()
                .asString()
                .startsWith("unknown setting 'doo' (run.yaml:1: actions[0].doo); did you mean 'do'?");
        assertThat(read("actions: []").actions()).isEmpty();
        assertThat(read("actions: null").actions()).isEmpty();
    }
}
