package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.run.Terminal.Loudness;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlainConsoleTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final FakeTime time = new FakeTime();

    @Test
    void onATerminalStatusesOverwriteEachOther() {
        Console console = console(80);
        console.status("one");
        console.status("two");
        console.line("done");

        assertThat(written()).isEqualTo("one\r\u001b[Ktwo\r\u001b[Kdone\n");
    }

    @Test
    void elsewhereAStatusIsPrintedEveryTenSecondsAtMost() throws InterruptedException {
        Console console = console(0);
        for (int second = 0; second < 21; second++) {
            console.status("second " + second);
            time.pause(Duration.ofSeconds(1));
        }

        assertThat(written()).isEqualTo("second 0\nsecond 10\nsecond 20\n");
    }

    @Test
    void aStatusLeavesTheLastColumnFreeSoThatItCanBeWrittenOver() {
        console(40).status("x".repeat(50));

        assertThat(written()).isEqualTo("x".repeat(39));
    }

    @Test
    void aLineIsWrappedOnATerminalAndWholeElsewhere() {
        String line = "Note        " + "word ".repeat(20).strip();
        console(80).line(line);
        assertThat(written().lines()).hasSize(2).allMatch(part -> part.length() <= 80);
        out.reset();
        console(0).line(line);
        assertThat(written()).isEqualTo(line + "\n");
    }

    @Test
    void elsewhereNothingIsCut() {
        Console console = console(0);
        console.status("x".repeat(300));

        assertThat(console.width()).isZero();
        assertThat(written()).isEqualTo("x".repeat(300) + "\n");
    }

    @Test
    void whoWantsTheOutcomeOnlyGetsNothingElse() {
        Console console = console(80, Loudness.QUIET);
        console.status("going on");
        console.step("✓ started");
        console.detail("pid 7");
        console.line("PASS");

        assertThat(written()).isEqualTo("PASS\n");
    }

    @Test
    void whatElseThereIsToKnowIsForThoseWhoAsk() {
        console(80).detail("pid 7");
        assertThat(written()).isEmpty();
        console(80, Loudness.VERBOSE).detail("pid 7");
        assertThat(written()).isEqualTo("pid 7\n");
    }

    @Test
    void whatOverwritesAStatusErasesItAlsoWhereItHasColours() {
        Console console = new PlainConsole(
                new PrintStream(out, true, StandardCharsets.UTF_8), Terminal.of(40, true, Loudness.USUAL), time);
        console.status("x".repeat(50));
        console.step("✓ done");

        assertThat(written()).isEqualTo("x".repeat(39) + "\r\u001b[K\u001b[1;32m✓\u001b[0m done\n");
    }

    private Console console(int columns) {
        return console(columns, Loudness.USUAL);
    }

    private Console console(int columns, Loudness loudness) {
        return new PlainConsole(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new Terminal(columns, columns, false, loudness),
                time);
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
