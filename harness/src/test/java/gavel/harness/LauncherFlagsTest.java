package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherFlagsTest {
    private static final Pattern FLAGS = Pattern.compile("(?m)^flags=\\(([^)]*)\\)");

    @TempDir
    Path directory;

    /** Else the start cache would neither be made nor read, and nothing would say so. */
    @Test
    void theJvmTakesAStartCacheBesideThem() throws Exception {
        Matcher flags = FLAGS.matcher(Files.readString(Path.of("../gavel")));
        assertThat(flags.find()).isTrue();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(flags.group(1).split("\\s+"))
                .filter(flag -> flag.startsWith("-X"))
                .forEach(command::add);
        assertThat(command).hasSizeGreaterThan(2);
        command.add("-XX:AOTCache=" + directory.resolve("none"));
        command.add("-version");

        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(java.waitFor()).as(said).isZero();
    }
}
