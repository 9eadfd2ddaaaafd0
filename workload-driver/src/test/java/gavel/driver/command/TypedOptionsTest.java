package gavel.driver.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.command.DriverOptions;
import gavel.driver.api.command.DriverOptions.Option;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Whoever tells of the driver's commands tells of what they understand. */
class TypedOptionsTest {
    private static List<Option> of(String command) {
        return DriverOptions.installed().of(command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"drive", "agent"})
    void everyOptionOfTheHelpIsThereAndNoOther(String command) {
        CommandLine line = DriverCommand.line(null, true).getSubcommands().get(command);

        assertThat(of(command).stream().flatMap(option -> option.names().stream()))
                .isNotEmpty()
                .doesNotContain("--help", "--version")
                .allSatisfy(name -> assertThat(line.getUsageMessage()).contains(name));
        assertThat(line.getUsageMessage()
                        .lines()
                        .filter(text -> text.strip().startsWith("--"))
                        .filter(text -> of(command).stream()
                                .flatMap(option -> option.names().stream())
                                .noneMatch(text::contains)))
                .isEmpty();
    }

    @Test
    void aValueHasALabelAndADefaultItsValue() {
        assertThat(of("agent"))
                .anySatisfy(option -> {
                    assertThat(option.names()).containsExactly("--port");
                    assertThat(option.value()).isNotEmpty();
                    assertThat(option.description()).isEqualTo("port to listen on; 0: a free one (default: 7500)");
                })
                .anySatisfy(option -> assertThat(option.names()).containsExactly("--key-file", "--token-file"));
        assertThat(of("drive")).noneMatch(option -> option.description().contains("${"));
    }
}
