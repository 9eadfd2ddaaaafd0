package gavel.harness.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
    @Test
    void theTableInTheDocumentationIsTheProgramsOwn() throws IOException {
        List<String> documented;
        try (var lines = Files.lines(Path.of("../docs/exit-codes.md"))) {
            documented = lines.filter(line -> line.matches("\\| \\d+ .*")).toList();
        }

        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(ExitCode.values())
                        .map(exit -> "| %s | %s | %s |".formatted(exit.code(), exit.name(), exit.meaning()))
                        .toList());
    }
}
