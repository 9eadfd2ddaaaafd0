package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.WorkloadDriver;
import gavel.driver.api.AgentClient;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.stub.StubServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own. */
class AgentProcessIT {
    private static final String TOKEN = "of-this-test";
    private static final String READY = "agent ready on ";

    @TempDir
    private Path directory;

    @Test
    void servesUntilItsStandardInputIsClosed() throws Exception {
        Process agent = start();
        try (BufferedReader said = said(agent)) {
            try (AgentClient client = new AgentClient(address(said), TOKEN)) {
                assertThat(client.status().pid()).isEqualTo(agent.pid());
            }

            agent.getOutputStream().close();

            assertThat(agent.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(agent.exitValue()).isZero();
        } finally {
            agent.destroyForcibly();
        }
    }

    @Test
    void anAgentThatIsStoppedOrKilledWithinTheRunIsLost() throws Exception {
        for (String signal : List.of("STOP", "KILL")) {
            Process agent = start();
            try (BufferedReader said = said(agent);
                    StubServer server = new StubServer(2, 500);
                    AgentClient client = new AgentClient(address(said), TOKEN)) {
                CountDownLatch goesOn = new CountDownLatch(2);
                client.prepare(spec(server));
                client.start(Instant.now(), _ -> goesOn.countDown());
                assertThat(goesOn.await(20, TimeUnit.SECONDS)).isTrue();

                long began = System.nanoTime();
                new ProcessBuilder("kill", "-" + signal, Long.toString(agent.pid()))
                        .start()
                        .waitFor();

                assertThatThrownBy(() -> client.awaitReport(Duration.ofMinutes(1)))
                        .as(signal)
                        .isInstanceOf(AgentLostException.class)
                        .hasMessageContaining("does not answer any more");
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
            } finally {
                agent.destroyForcibly();
            }
        }
    }

    private Process start() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        return new ProcessBuilder(
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
    }

    private static BufferedReader said(Process agent) {
        return new BufferedReader(new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8));
    }

    private static URI address(BufferedReader said) throws IOException {
        String ready = said.readLine();
        assertThat(ready).startsWith(READY + "http://127.0.0.1:");
        return URI.create(ready.substring(READY.length()));
    }

    private static LoadSpec spec(StubServer server) {
        return new LoadSpec(
                "lost",
                List.of(server.address()),
                null,
                "liveauction",
                5,
                new Accounts("u%d@gavel.example", 1, 50, "secret"),
                7,
                Phases.SMOKE,
                AgentShare.ALONE,
                EngineSpec.DEFAULT,
                null);
    }
}
