package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

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

    private Console console(int columns) {
        return new PlainConsole(new PrintStream(out, true, StandardCharsets.UTF_8), columns, time);
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
