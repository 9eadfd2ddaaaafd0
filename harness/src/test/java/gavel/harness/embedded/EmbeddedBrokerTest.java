package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {
    /** The directory of a deployment may be read by every user of its machine. */
    @Test
    void itsConfigurationIsForItsOwnerAloneWhileItIsThere(@TempDir Path directory) throws IOException {
        Path configuration = EmbeddedBroker.written(directory, "a password");

        assertThat(configuration).hasParent(directory).content().isEqualTo("a password");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(configuration)))
                .isEqualTo("rw-------");
    }
}
