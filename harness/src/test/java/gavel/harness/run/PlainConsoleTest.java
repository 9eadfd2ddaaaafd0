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
        Console console = console(true);
        console.status("one");
        console.status("two");
        console.line("done");

        assertThat(written()).isEqualTo("one\r\u001b[Ktwo\r\u001b[Kdone\n");
    }

    @Test
    void elsewhereAStatusIsPrintedEveryTenSecondsAtMost() throws InterruptedException {
        Console console = console(false);
        for (int second = 0; second < 21; second++) {
            console.status("second " + second);
            time.pause(Duration.ofSeconds(1));
        }

        assertThat(written()).isEqualTo("second 0\nsecond 10\nsecond 20\n");
    }

    private Console console(boolean terminal) {
        return new PlainConsole(new PrintStream(out, true, StandardCharsets.UTF_8), terminal, time);
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
