package gavel.harness.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExitCodeTableTest {
    /** The table of the user guide is the documentation; it says neither less nor more than the code. */
    @Test
    void theUserGuideListsEveryExitCode() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "user-guide.md"));
        String section = guide.substring(guide.indexOf("## Exit codes"));
        String table = section.substring(0, section.indexOf("\n## "));
        assertThat(table.lines().filter(line -> line.matches("\\| \\d+ \\|.*")))
                .containsExactlyElementsOf(Arrays.stream(ExitCode.values())
                        .map(code -> "| " + code.code() + " | " + code.meaning() + " |")
                        .toList());
    }
}
