package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.WorkloadDriver;
import gavel.driver.api.AgentClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own. */
class AgentProcessIT {
    @Test
    void servesUntilItsStandardInputIsClosed(@TempDir Path directory) throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "of-this-test\n");
        Process agent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkloadDriver.class.getName(),
                        "agent",
                        "--port",
                        "0",
                        "--token-file",
                        token.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8))) {
            String ready = said.readLine();
            assertThat(ready).startsWith("agent ready on http://127.0.0.1:");
            URI address = URI.create(ready.substring("agent ready on ".length()));
            try (AgentClient client = new AgentClient(address, "of-this-test")) {
                assertThat(client.status().pid()).isEqualTo(agent.pid());
            }

            agent.getOutputStream().close();

            assertThat(agent.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(agent.exitValue()).isZero();
        } finally {
            agent.destroyForcibly();
        }
    }
}
