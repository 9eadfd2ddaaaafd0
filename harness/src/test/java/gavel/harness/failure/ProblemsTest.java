package gavel.harness.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemsTest {
    @Test
    void withoutAProblemNothingIsThrown() {
        assertThatCode(() -> new Problems().that(true, "never").add(List.of()).check())
                .doesNotThrowAnyException();
        assertThat(new Problems().<String>take(() -> "read")).isEqualTo("read");
    }

    @Test
    void allAreToldInTheirOrderAndEachOnce() {
        Problems problems = new Problems().that(false, "one").add(List.of("two", "one"));
        String nothing = problems.take(() -> {
            throw new ConfigurationException(List.of("three", "two"));
        });
        assertThat(nothing).isNull();
        ConfigurationException told = catchThrowableOfType(ConfigurationException.class, problems::check);
        assertThat(told.problems()).containsExactly("one", "two", "three");
        assertThat(told).hasMessage(String.join(System.lineSeparator(), "one", "two", "three"));
        assertThat(told.evidence()).isEmpty();
    }

    @Test
    void whatIsNoProblemOfTheConfigurationIsNotKept() {
        assertThatThrownBy(() -> new Problems().take(() -> {
                    throw new EnvironmentException("no disk");
                }))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("no disk");
    }

    @ParameterizedTest
    @CsvSource({"PASS, 0", "QOS_FAIL, 1", "INVALID, 2", "ENVIRONMENT, 3", "CONFIGURATION, 4", "INTERRUPTED, 130"})
    void eachEndingHasTheCodeThatTheGuideSays(ExitCode ending, int code) {
        assertThat(ending.code()).isEqualTo(code);
        assertThat(ending.meaning()).isNotBlank();
        Set<Integer> codes = new HashSet<>();
        for (ExitCode each : ExitCode.values()) {
            assertThat(codes.add(each.code())).isTrue();
        }
    }

    @Test
    void eachExceptionEndsWithItsCode() {
        assertThat(new ConfigurationException("x").exitCode()).isEqualTo(ExitCode.CONFIGURATION);
        assertThat(new EnvironmentException("x", List.of("a line"), null).exitCode())
                .isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(new EnvironmentException("x", List.of("a line"), null).evidence())
                .containsExactly("a line");
        assertThat(new InterruptedRunException("the load").exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(new InterruptedRunException("the load")).hasMessage("interrupted during: the load");
    }
}
