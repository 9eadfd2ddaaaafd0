package gavel.harness.platform.power;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.hosts.SideBySide;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchedOnTest {
    @TempDir
    Path home;

    @Test
    void whatSeveralRememberAtOnceIsAllThere() {
        Path file = home.resolve("taken-away");
        List<String> names =
                IntStream.rangeClosed(1, 40).mapToObj(i -> "machine" + i).toList();

        SideBySide.all(names, name -> {
            new SwitchedOn(file).add(name);
            return name;
        });

        assertThat(new SwitchedOn(file).names()).containsExactlyInAnyOrderElementsOf(names);
    }
}
