package gavel.auction.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwaitCommandTest {
    @TempDir
    private Path directory;

    @Test
    void storesThatNeverAnswerAreNamed() throws IOException {
        // A port nobody listens on: that of no service.
        Path settings = Files.writeString(
                directory.resolve("settings.yaml"),
                "gavel: {database: {url: 'jdbc:postgresql://127.0.0.1:1/gavel'}, documents: {uri: 'mongodb://127.0.0.1:1/gavel'}}\n");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);

        int code = new AwaitCommand(new CommandFrame(stream, stream, System::nanoTime))
                .run(new String[] {"--config=" + settings, "--wait=0s"});

        assertThat(code).isEqualTo(Command.SERVICE_FAILED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("Not there after 0 s: the database does not answer")
                .contains("refused");
    }
}
