package gavel.harness.command.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.SearchSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Options as they are typed, and what is made of them. */
class TypedOptionsTest {
    private static final Configurations CONFIGURATIONS = new Configurations(Path.of("../deploy/configs"));

    @Command
    private static final class Typed {
        @Mixin
        private final SearchOptions search = new SearchOptions();

        @Mixin
        private final ConfigOptions options = new ConfigOptions();

        @Mixin
        private final NamedDeployment deployment = new NamedDeployment();
    }

    private static Typed typed(String... arguments) {
        Typed typed = new Typed();
        new CommandLine(typed).parseArgs(arguments);
        return typed;
    }

    private static List<String> problems(String... arguments) {
        Typed typed = typed(arguments);
        return catchThrowableOfType(ConfigurationException.class, () -> typed.options.read(CONFIGURATIONS))
                .problems();
    }

    @Test
    void withoutOptionsItIsMinimalAsItIs() {
        Typed typed = typed();
        assertThat(typed.options.overrides()).isEmpty();
        assertThat(typed.options.read(CONFIGURATIONS)).isEqualTo(CONFIGURATIONS.read("minimal", List.of()));
        assertThat(typed.options.configured()).isFalse();
        assertThat(typed.options.usersTyped()).isFalse();
        assertThat(typed.options.usersOfSearch()).isEmpty();
    }

    @Test
    void eachOptionIsASettingAndSetComesLast() {
        assertThat(typed(
                                "--set",
                                "load.users=9",
                                "--users",
                                "5",
                                "--length",
                                "standard",
                                "--seed",
                                "7",
                                "--name",
                                "n",
                                "--app-servers",
                                "3",
                                "--keep-hosts",
                                "--profile",
                                "liveauction",
                                "--services",
                                "embedded")
                        .options
                        .overrides())
                .containsExactly(
                        new SettingOverride("load.users", "5", "--users"),
                        new SettingOverride("load.length", "standard", "--length"),
                        new SettingOverride("load.profile", "liveauction", "--profile"),
                        new SettingOverride("load.seed", "7", "--seed"),
                        new SettingOverride("appServers.count", "3", "--app-servers"),
                        new SettingOverride("name", "n", "--name"),
                        new SettingOverride("hosts.keepOn", "true", "--keep-hosts"),
                        new SettingOverride("relational.implementation", "embedded", "--services"),
                        new SettingOverride("broker.implementation", "embedded", "--services"),
                        new SettingOverride("documents.implementation", "embedded", "--services"),
                        new SettingOverride("load.users", "9", "--set"));
        Configuration configuration =
                typed("--users", "5", "--set", "load.users=9").options.read(CONFIGURATIONS);
        assertThat(configuration.load().users()).isEqualTo(9);
    }

    @Test
    void clusterAndNamespaceAreOptionsOfTheirOwn() {
        assertThat(typed("--platform", "kubernetes", "--context", "prod", "--namespace", "bench")
                        .options
                        .overrides())
                .containsExactly(
                        new SettingOverride("platform", "kubernetes", "--platform"),
                        new SettingOverride("kubernetes.context", "prod", "--context"),
                        new SettingOverride("kubernetes.namespace", "bench", "--namespace"));
        assertThat(problems("--context", "prod"))
                .singleElement()
                .asString()
                .contains("kubernetes is for platform kubernetes");
    }

    /** Whoever typed three things wrong is told of three. */
    @Test
    void everyProblemOfWhatWasTypedIsToldAtOnce() {
        assertThat(problems("--users", "-5", "--length", "brief", "--set", "nothing", "--set", "lod.users=1"))
                .containsExactlyInAnyOrder(
                        "--set needs path=value: nothing (--set)",
                        "users must be > 0: -5 (--users: load.users)",
                        "length must be one of smoke, standard, official: brief (--length: load.length)",
                        "unknown setting 'lod' (--set: lod); did you mean 'load'?");
    }

    @Test
    void aConfigurationThatIsNotThereIsToldWithTheOtherProblems() {
        assertThat(problems("-c", "minmal", "--set", "x"))
                .containsExactlyInAnyOrder(
                        "--set needs path=value: x (--set)",
                        "unknown configuration: minmal (--config); did you mean 'minimal'?");
    }

    @Test
    void aSearchTakesNoNumberOfUsersAndNoActions() {
        assertThat(typed("--users", "500").options.usersOfSearch())
                .containsExactly(
                        "a search finds the number of users: use --hint, --from or --most instead:" + " 500 (--users)");
        Configuration acts = typed("--set", "actions=[{at: 10s, do: kill, instance: app1}]", "--app-servers", "2")
                .options
                .read(CONFIGURATIONS);
        assertThat(typed().options.actionsOfSearch(acts))
                .singleElement()
                .asString()
                .startsWith("actions are for gavel run: a search needs a deployment that stays as it is: ")
                .endsWith(" (actions)");
        assertThat(typed().options.actionsOfSearch(null)).isEmpty();
        assertThat(typed().options.actionsOfSearch(CONFIGURATIONS.read("minimal", List.of())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {"mine, mine", "'--deployment mine', mine", "'--deployment=mine', mine", "'', null"})
    void aDeploymentIsNamedEitherWay(String arguments, String name) {
        assertThat(typed(arguments.isEmpty() ? new String[0] : arguments.split(" "))
                        .deployment
                        .name())
                .isEqualTo(name);
    }

    @Test
    void aSearchHasItsUsualSettings() {
        assertThat(typed().search.settings(7, 1, 1_000_000))
                .isEqualTo(new SearchSettings(10, 100_000, 0.05, 12, Duration.ofHours(4), 7));
        assertThat(typed("--from", "5", "--most", "50", "--width", "2.5", "--probes", "6", "--budget", "90m")
                        .search
                        .settings(7, 1, 1_000_000))
                .isEqualTo(new SearchSettings(5, 50, 0.025, 6, Duration.ofMinutes(90), 7));
        assertThat(typed().search.settings(7, 1, 1_000_000, new SearchOptions.Usual(24, "1h")))
                .isEqualTo(new SearchSettings(10, 100_000, 0.05, 24, Duration.ofHours(1), 7));
    }

    @ParameterizedTest
    @CsvSource({
        // bound, from, most
        "50, 10, 50",
        "10, 10, 10",
        "5, 5, 5",
        "1, 1, 1"
    })
    void nobodyGoesBeyondWhatThereIsRoomFor(int bound, int from, int most) {
        SearchSettings settings = typed().search.settings(1, 1, bound);
        assertThat(settings.from()).isEqualTo(from);
        assertThat(settings.most()).isEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --hint 0       | users that are expected must be > 0: 0 (--hint)
            --hint -5      | users that are expected must be > 0: -5 (--hint)
            --from 0       | users must be 1 <= from <= most: 0, 100000 (--from, --most, --hint, --width, --probes, --budget)
            --from 9 --most 8 | users must be 1 <= from <= most: 9, 8 (--from, --most, --hint, --width, --probes, --budget)
            --most -1      | users must be 1 <= from <= most: 10, -1 (--from, --most, --hint, --width, --probes, --budget)
            --width 0      | width must be > 0 and < 1: 0.0 (--from, --most, --hint, --width, --probes, --budget)
            --width 100    | width must be > 0 and < 1: 1.0 (--from, --most, --hint, --width, --probes, --budget)
            --width NaN    | width must be > 0 and < 1: NaN (--from, --most, --hint, --width, --probes, --budget)
            --probes 2     | probes must be >= 3: 2 (--from, --most, --hint, --width, --probes, --budget)
            --budget soon  | the budget must be a length of time such as 500ms, 30s, 1m30s or 1h: soon (--budget)
            --budget -1h   | the budget must be a length of time such as 500ms, 30s, 1m30s or 1h: -1h (--budget)
            """)
    void aSearchThatCannotBeIsRefusedWithItsOptions(String arguments, String problem) {
        Typed typed = typed(arguments.split(" "));
        assertThat(catchThrowableOfType(ConfigurationException.class, () -> typed.search.settings(1, 1, 1_000_000)))
                .hasMessage(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2000000000", "2147483647"})
    void anyNumberThatIsExpectedGivesASetThatMayBe(String hint) {
        Typed typed = typed("--hint", hint, "--most", "1000");
        assertThat(typed.search.setUsers(64, 4, _ -> true)).isBetween(1, 1_000);
    }
}
