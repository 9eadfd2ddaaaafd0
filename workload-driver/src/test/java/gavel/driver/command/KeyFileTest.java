package gavel.driver.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
    @TempDir
    private Path directory;

    private Path file(String key, String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve("key"), key);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aKeyOfItsOwnerIsTakenAndNotTold() throws IOException {
        assertThat(KeyFile.read(file("0123456789abcdef0123456789abcdef\n", "r--------")))
                .hasToString("AgentKey[…]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----"})
    void oneOthersCanReachIsNot(String permissions) throws IOException {
        Path file = file("0123456789abcdef0123456789abcdef", permissions);
        assertThatThrownBy(() -> KeyFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a key must be its owner's alone to read: " + permissions)
                .hasMessageEndingWith("chmod 600 " + file);
    }

    @Test
    void allThatIsWrongIsToldAndNeverTheKey() throws IOException {
        Path file = file("x y", "rw-r--r--");
        assertThatThrownBy(() -> KeyFile.read(file))
                .hasMessageContaining("a key must have at least 128 bits")
                .hasMessageContaining("without blanks")
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("x y");
    }
}
