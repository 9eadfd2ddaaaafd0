package gavel.harness.command.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Settings that come from the environment, and from the working directory. */
class SettingVariablesTest {
    private static final Configurations CONFIGURATIONS = new Configurations(Path.of("../deploy/configs"));

    @TempDir
    private Path working;

    @Command
    private static final class Typed {
        @Mixin
        private final ConfigOptions options;

        private Typed(ConfigOptions options) {
            this.options = options;
        }
    }

    private ConfigOptions options(Map<String, String> environment, String... arguments) {
        Typed typed = new Typed(new ConfigOptions(environment, working));
        new CommandLine(typed).parseArgs(arguments);
        return typed.options;
    }

    private Configuration read(Map<String, String> environment, String... arguments) {
        return options(environment, arguments).read(CONFIGURATIONS);
    }

    private List<String> problems(Map<String, String> environment) {
        return catchThrowableOfType(ConfigurationException.class, () -> read(environment))
                .problems();
    }

    @Test
    void aSettingIsItsPathInCapitals() {
        Configuration read = read(Map.of("GAVEL_LOAD_USERS", "7", "GAVEL_APPSERVERS_COUNT", "2", "PATH", "/bin"));

        assertThat(read.load().users()).isEqualTo(7);
        assertThat(read.appServers().count()).isEqualTo(2);
    }

    @Test
    void everySettingHasItsOwnVariableAndNoneHidesAnotherMeaning() {
        List<String> names =
                Configurations.paths().stream().map(SettingVariables::name).toList();
        assertThat(names).hasSizeGreaterThan(60).allMatch(name -> name.matches("GAVEL_[A-Z0-9_]+"));
        assertThat(new HashSet<>(names))
                .hasSameSizeAs(names)
                .doesNotContainAnyElementsOf(SettingVariables.OTHERS.keySet());
    }

    /** Whoever exports one for the containers may use all commands. */
    @Test
    void whatComposeCanBeToldIsNoUnknownSetting() throws IOException {
        List<String> told = Files.readAllLines(Path.of("../deploy/compose/.env")).stream()
                .filter(line -> line.startsWith("GAVEL_"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
        assertThat(told).isNotEmpty();
        assertThat(SettingVariables.OTHERS.keySet()).containsAll(told);
    }

    @Test
    void optionsWinOverVariablesAndVariablesOverTheFile() throws IOException {
        Files.writeString(working.resolve("gavel.yaml"), "load: {users: 5, seed: 9}\n");

        assertThat(read(Map.of()).load().users()).isEqualTo(5);
        Configuration read = read(Map.of("GAVEL_LOAD_USERS", "6"));
        assertThat(read.load().users()).isEqualTo(6);
        assertThat(read.load().seed()).isEqualTo(9);
        assertThat(read(Map.of("GAVEL_LOAD_USERS", "6"), "--users", "8").load().users())
                .isEqualTo(8);
        assertThat(read(Map.of("GAVEL_LOAD_USERS", "6"), "--set", "load.users=9")
                        .load()
                        .users())
                .isEqualTo(9);
    }

    @Test
    void aNamedConfigurationIsUsedInsteadOfTheOneThatIsFound() throws IOException {
        Files.writeString(working.resolve("gavel.yaml"), "load: {users: 5}\n");

        assertThat(read(Map.of(), "-c", "minimal").load().users()).isEqualTo(100);
        assertThat(options(Map.of()).configured()).isTrue();
        assertThat(options(Map.of(), "-c", "minimal").origins()).containsExactly("configuration minimal");
        assertThat(options(Map.of("GAVEL_LOAD_USERS", "6")).origins())
                .containsExactly("configuration " + working.resolve("gavel.yaml"), "load.users = 6 (GAVEL_LOAD_USERS)");
    }

    @Test
    void aMistakeInTheFoundFileNamesItsLine() throws IOException {
        Files.writeString(working.resolve("gavel.yaml"), "name: mine\nload: {usres: 5}\n");

        assertThat(problems(Map.of()))
                .singleElement()
                .asString()
                .contains("unknown setting 'usres' (gavel.yaml:2: load.usres)");
    }

    @Test
    void aVariableThatMeansNothingIsRefusedWithTheNearestOne() {
        assertThat(problems(Map.of("GAVEL_LOAD_USRES", "7", "GAVEL_LOAD_LENGTH", "brief")))
                .hasSize(2)
                .anyMatch(
                        problem -> problem.equals(
                                "unknown variable GAVEL_LOAD_USRES (environment); did you mean 'GAVEL_LOAD_USERS'?; `unset GAVEL_LOAD_USRES` takes it away"))
                .anyMatch(problem -> problem.contains("(GAVEL_LOAD_LENGTH: load.length)"));
        assertThat(problems(Map.of("GAVEL_LOAD_USERS", "many")))
                .containsExactly("users must be a whole number: many (GAVEL_LOAD_USERS: load.users)");
    }

    @Test
    void variablesWithAMeaningOfTheirOwnAreNoSettings() {
        Problems problems = new Problems();
        assertThat(SettingVariables.of(
                        Map.of("GAVEL_HOME", "/x", "GAVEL_RESULTS", "/y", "GAVEL_SSH", "ssh -F z", "HOME", "/"),
                        problems))
                .isEmpty();
        problems.check();
        assertThat(SettingVariables.of(Map.of("GAVEL_LOAD_SEED", "3"), problems))
                .containsExactly(new SettingOverride("load.seed", "3", "GAVEL_LOAD_SEED"));
    }
}
