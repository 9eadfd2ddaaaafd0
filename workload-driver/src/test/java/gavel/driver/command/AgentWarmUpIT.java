package gavel.driver.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.agent.AgentProcess;
import gavel.driver.api.HttpVersion;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoopCapacity;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentWarmUpIT {
    private static final String KEY = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path directory;

    private final CompletableFuture<HttpVersion> warm = new CompletableFuture<>();

    @Test
    void anAgentThatKnowsWhatItWillSpeakWarmsUpBeforeItsFirstOrder() throws Exception {
        assertThat(agent("--http", "2")).isZero();

        assertThat(warm.get(30, TimeUnit.SECONDS)).isEqualTo(HttpVersion.HTTP_2);
    }

    @Test
    void anAgentThatDoesNotKnowItWaits() throws Exception {
        assertThat(agent()).isZero();

        assertThat(warm).isNotDone();
    }

    @Test
    void anHttpThatThereIsNotIsRefused() throws Exception {
        assertThat(agent("--http", "3")).isEqualTo(DriverCommand.BAD_ARGUMENTS);
    }

    /** One whose input ends at once. */
    private int agent(String... options) throws IOException {
        Path key = AgentProcess.ownersAlone(directory.resolve("key"), KEY);
        List<String> arguments = new ArrayList<>(List.of("agent", "--port", "0", "--key-file", key.toString()));
        arguments.addAll(List.of(options));
        InputStream before = System.in;
        System.setIn(InputStream.nullInputStream());
        try {
            return DriverCommand.line(new Parts())
                    .setOut(new PrintWriter(new StringWriter(), true))
                    .setErr(new PrintWriter(new StringWriter(), true))
                    .execute(arguments.toArray(String[]::new));
        } finally {
            System.setIn(before);
        }
    }

    private final class Parts implements DriverParts {
        @Override
        public LoadAgent generator() {
            throw new IllegalStateException("nobody gives an order");
        }

        @Override
        public void warmUp(HttpVersion http) {
            warm.complete(http);
        }

        @Override
        public String describe(String profile, boolean calibrate) {
            return "";
        }

        @Override
        public LoopCapacity capacity(Duration measured) {
            throw new IllegalStateException("nobody asked what this process bears");
        }
    }
}
