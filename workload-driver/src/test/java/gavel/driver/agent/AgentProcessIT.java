package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own. */
class AgentProcessIT {
    @TempDir
    private Path directory;

    @Test
    void servesUntilItsStandardInputIsClosed() throws Exception {
        try (AgentProcess agent = AgentProcess.start(directory)) {
            try (AgentClient client = agent.client()) {
                assertThat(client.status().pid()).isEqualTo(agent.process().pid());
            }

            agent.process().getOutputStream().close();

            assertThat(agent.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(agent.process().exitValue()).isZero();
            assertThat(agent.said().lines()).last().isEqualTo("agent ends: its standard input is closed");
        }
    }
}
