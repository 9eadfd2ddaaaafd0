package gavel.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    void commandsFollowOneAnotherUntilOneDoesNotEndWell() {
        List<String> done = new ArrayList<>();
        List<Command> commands = List.of(new Noted("load", 0, done), new Noted("reset", 1, done));

        assertThat(AuctionApplication.run("load --users 5 --then load".split(" "), commands))
                .isEqualTo(Command.GOOD);
        assertThat(done).containsExactly("load [--users, 5]", "load []");
        done.clear();
        assertThat(AuctionApplication.run("load --then reset a --then load".split(" "), commands))
                .isEqualTo(Command.VIOLATION);
        assertThat(done).containsExactly("load []", "reset [a]");
        done.clear();
        assertThat(AuctionApplication.run("load --then".split(" "), commands)).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(done).containsExactly("load []");
    }

    private record Noted(String name, int code, List<String> done) implements Command {
        @Override
        public int run(String[] args) {
            done.add(name + " " + List.of(args));
            return code;
        }
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
