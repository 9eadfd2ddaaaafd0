package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachedToolTest {
    @TempDir
    Path directory;

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private AttachedTool tool(String script) {
        return new AttachedTool("load", List.of("sh", "-c", script), directory.resolve("load.log"));
    }

    @Test
    void itsCodeAndLinesAreThoseOfTheTool() throws IOException, InterruptedException {
        int code = tool("echo one; echo wrong >&2; exit 7").run(lines::add, Duration.ofSeconds(20));

        assertThat(code).isEqualTo(7);
        assertThat(lines).containsExactly("one", "wrong");
        assertThat(directory.resolve("load.log")).hasContent("one\nwrong");
    }

    @Test
    void aSecondRunIsWrittenBehindTheFirst() throws IOException, InterruptedException {
        tool("echo one").run(lines::add, Duration.ofSeconds(20));
        tool("echo two").run(lines::add, Duration.ofSeconds(20));

        assertThat(directory.resolve("load.log")).hasContent("one\ntwo");
    }

    @Test
    void oneThatTakesTooLongIsEndedWithItsLastLines() {
        assertThatThrownBy(() -> tool("echo begun; exec sleep 60").run(lines::add, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(EnvironmentException.class, late -> assertThat(late.evidence())
                        .containsExactly("begun"))
                .hasMessage("load did not end within 1 s");
    }

    @Test
    void nobodyIsAskedForInput() throws IOException, InterruptedException {
        assertThat(tool("read answer || echo none").run(lines::add, Duration.ofSeconds(20)))
                .isZero();
        assertThat(lines).containsExactly("none");
    }

    @Test
    void aProgramThatIsNotThereSaysSo() throws IOException, InterruptedException {
        AttachedTool missing = new AttachedTool("load", List.of("/no/such/docker"), directory.resolve("x.log"));

        assertThat(missing.run(lines::add, Duration.ofSeconds(20))).isNotZero();
        assertThat(lines).singleElement().asString().contains("No such file");
    }
}
