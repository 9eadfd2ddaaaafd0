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

class TokenFileTest {
    @TempDir
    private Path directory;

    private Path file(String token, String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), token);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aTokenOfItsOwnerIsTaken() throws IOException {
        assertThat(TokenFile.read(file("0123456789abcdef\n", "r--------"))).isEqualTo("0123456789abcdef");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----"})
    void oneOthersCanReachIsNot(String permissions) throws IOException {
        Path file = file("0123456789abcdef", permissions);
        assertThatThrownBy(() -> TokenFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a token must be its owner's alone to read: " + permissions)
                .hasMessageEndingWith("chmod 600 " + file);
    }

    @Test
    void allThatIsWrongIsToldAndNeverTheToken() throws IOException {
        Path file = file("x y", "rw-r--r--");
        assertThatThrownBy(() -> TokenFile.read(file))
                .hasMessageContaining("a token must have 16..1024 characters: 3")
                .hasMessageContaining("without blanks")
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("x y");
    }
}
