package gavel.harness.command.output;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.run.Terminal;
import gavel.harness.run.Terminal.Loudness;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputOptionsTest {
    private static Terminal terminal(String typed, int columns, Map<String, String> environment) {
        return OutputOptions.of(List.of(typed.split(" "))).terminal(columns, environment);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run                 | 80 |          | true
            run                 |  0 |          | false
            run                 | 80 | NO_COLOR | false
            --color never run   | 80 |          | false
            run --color=always  |  0 |          | true
            run --color ALWAYS  |  0 | NO_COLOR | true
            run --color auto    | 80 | TERM     | false
            """)
    void coloursAreForTerminalsUnlessSomebodySaysOtherwise(String typed, int columns, String set, boolean coloured) {
        Map<String, String> environment =
                set == null ? Map.of("NO_COLOR", "", "TERM", "xterm") : Map.of(set, set.equals("TERM") ? "dumb" : "1");
        assertThat(terminal(typed, columns, environment).colour()).isEqualTo(coloured);
    }

    @ParameterizedTest
    @CsvSource({
        "run, USUAL",
        "run -q --users 5, QUIET",
        "-q run, QUIET",
        "run -v, VERBOSE",
        "run --verbose --set a=-q, VERBOSE",
        "failover --quiet 30s, USUAL"
    })
    void loudnessIsKnownBeforeTheCommandIs(String typed, Loudness loudness) {
        assertThat(terminal(typed, 80, Map.of()).loudness()).isEqualTo(loudness);
    }

    @ParameterizedTest
    @CsvSource({
        "run -o json, true",
        "status -ojson, true",
        "--format=JSON status, true",
        "status, false",
        "run --users 5 -o text, false",
        "run -o xml, false",
        "run --output json, false"
    })
    void theFormIsKnownEvenIfTheRestIsWrong(String typed, boolean json) {
        assertThat(OutputOptions.of(List.of(typed.split(" "))).json()).isEqualTo(json);
    }

    @Test
    void whereResultsGoIsKnownToo() {
        assertThat(EarlyArguments.output(List.of("run", "--users", "5", "--output", "there")))
                .isEqualTo(Path.of("there"));
        assertThat(EarlyArguments.output(List.of("run", "--output=there"))).isEqualTo(Path.of("there"));
        assertThat(EarlyArguments.output(List.of("run"))).isNull();
        assertThat(EarlyArguments.output(List.of("run", "--output"))).isNull();
        assertThat(EarlyArguments.output(List.of("submit", "x", "--output", "x.tar.gz")))
                .isNull();
        assertThat(EarlyArguments.output(List.of("site", "results", "--output", "site")))
                .isNull();
        assertThat(EarlyArguments.output(List.of("-o", "json", "-q", "site", "results", "--output", "x")))
                .isNull();
    }

    /** A deployment, or a result, may have the name of a command. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --deployment site --output there",
                "run --name submit --output there",
                "--color never up --deployment site --output there"
            })
    void aNameIsNoCommand(String typed) {
        assertThat(EarlyArguments.output(List.of(typed.split(" ")))).isEqualTo(Path.of("there"));
    }
}
