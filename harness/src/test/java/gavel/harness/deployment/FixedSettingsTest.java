package gavel.harness.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What somebody may ask of a deployment that is up. */
class FixedSettingsTest {
    private static final String A1 = "{name: a1, address: 10.0.0.3, tiers: [appServers, services, relational]}";
    private static final String LOAD = "{name: load, address: 10.0.0.6, tiers: [drivers]}";

    private static List<SettingOverride> overrides(String... settings) {
        return Stream.of(settings).map(SettingOverride::parse).toList();
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs")).read("minimal", overrides(settings));
    }

    private static FixedSettings made(String... settings) {
        return new FixedSettings("mine", configuration(settings));
    }

    @Test
    void theSameMayBeAskedAgain() {
        FixedSettings made = made("appServers.count=2");
        assertThat(made.forRun(configuration("appServers.count=2"), List.of())).isEmpty();
        assertThat(made.forSame(configuration("appServers.count=2"), List.of())).isEmpty();
    }

    @Test
    void aRunHasALoadAndANameOfItsOwn() {
        Configuration another = configuration("name=elsewhere", "load.users=7", "load.measure=70s");
        assertThat(made().forRun(another, List.of())).isEmpty();
        assertThat(made().forSame(another, overrides("load.users=7")))
                .contains(
                        "deployment mine was made with 100: 7 (--set: load.users); `gavel run --deployment mine` takes another load")
                .noneMatch(problem -> problem.contains("elsewhere"));
    }

    @Test
    void everythingElseIsAsItWasMade() {
        Configuration another = configuration("appServers.count=2", "relational.durable=false");
        assertThat(made().forRun(another, overrides("appServers.count=2")))
                .containsExactlyInAnyOrder(
                        "only load.* and actions can change while deployment mine is up, which was made with 1: 2 (--set: appServers.count)",
                        "only load.* and actions can change while deployment mine is up, which was made with true: false (--config: relational.durable)");
        assertThat(made().forSame(another, List.of()))
                .contains(
                        "deployment mine was made with 1: 2 (--config: appServers.count); `gavel down mine` removes it, --deployment names another");
    }

    @Test
    void theLastOfSeveralOptionsIsNamed() {
        List<SettingOverride> twice = List.of(
                new SettingOverride("appServers.count", "3", "--set"),
                new SettingOverride("appServers.count", "2", "--app-servers"));
        assertThat(made().forRun(configuration("appServers.count=2"), twice))
                .singleElement()
                .asString()
                .endsWith("(--app-servers: appServers.count)");
    }

    @Test
    void actionsAreThoseOfARun() {
        Configuration acting = configuration("actions=[{at: 1s, do: freeze, instance: embedded-services}]");
        assertThat(made().forRun(acting, List.of())).isEmpty();
        assertThat(new FixedSettings("mine", acting).forRun(configuration(), List.of()))
                .isEmpty();
    }

    @Test
    void aMachineThatCameIsTold() {
        assertThat(made("hosts.machines=[" + A1.replace("relational", "relational, drivers") + "]")
                        .forSame(configuration("hosts.machines=[" + A1 + ", " + LOAD + "]"), List.of()))
                .anyMatch(problem -> problem.startsWith(
                        "deployment mine was made with nothing: load (--config: hosts.machines[1].name)"));
    }

    /** It would hold instances that nobody looks for. */
    @Test
    void aMachineThatIsLeftOutIsTold() {
        FixedSettings made = made("hosts.machines=[" + A1 + ", " + LOAD + "]");
        Configuration fewer = configuration("hosts.machines=[" + A1.replace("relational", "relational, drivers") + "]");
        assertThat(made.forSame(fewer, List.of()))
                .anyMatch(problem -> problem.startsWith(
                        "deployment mine was made with load: nothing (--config: hosts.machines[1].name)"));
        assertThat(made.forRun(fewer, List.of())).anyMatch(problem -> problem.contains("made with 10.0.0.6: nothing"));
    }

    /** Here a setting of an element that has none any more. */
    @Test
    void whatAMachineIsNotToldAnyMoreIsTold() {
        FixedSettings made = made("hosts.machines=[" + A1.replace("}", ", port: 2222}") + ", " + LOAD + "]");
        assertThat(made.forSame(configuration("hosts.machines=[" + A1 + ", " + LOAD + "]"), List.of()))
                .singleElement()
                .asString()
                .startsWith("deployment mine was made with 2222: nothing (--config: hosts.machines[0].port)");
    }
}
