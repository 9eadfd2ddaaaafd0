package gavel.driver.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("looks at all threads of the process")
@EnabledOnOs(OS.LINUX)
class CompilerThreadsIT {
    private static final String IDLE = "5";

    @Test
    void onlyCompilersStepBack() throws IOException {
        CompilerThreads.stepBack();
        try {
            try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
                List<Path> idle =
                        tasks.filter(task -> policy(task).equals(IDLE)).toList();
                assertThat(idle).isNotEmpty().allMatch(task -> name(task).matches("C[12] Compiler.*"));
            }
        } finally {
            CompilerThreads.goOn();
        }
    }

    /** Field 41 of {@code stat}, counted from behind the name, which may have blanks: proc(5). */
    private static String policy(Path task) {
        String stat = read(task.resolve("stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[41 - 3];
    }

    private static String name(Path task) {
        return read(task.resolve("comm")).strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ended) {
            return ") ".concat("0 ".repeat(50));
        }
    }
}
