package gavel.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
    private final PrintStream console = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setErr(console);
    }

    @Test
    void aMissingOrUnknownCommandIsAnsweredWithTheKnownOnes() {
        assertThat(AuctionApplication.run(new String[] {})).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(AuctionApplication.run(new String[] {"sreve"})).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("A command is missing.")
                .contains(": sreve")
                .contains("serve");
    }

    @Test
    void aServerWithoutItsSettingsDoesNotStart(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("app1.yaml"), "gavel: {users: -5}");

        assertThat(AuctionApplication.run(new String[] {"serve"})).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(AuctionApplication.run(new String[] {"serve", "--config=" + file}))
                .isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("--config=FILE is missing")
                .contains("gavel.users must be > 0: -5 (" + file + ")");
    }
}
