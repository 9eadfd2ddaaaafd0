package gavel.driver.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.agent.AgentProcess;
import gavel.driver.agent.AgentServer;
import gavel.driver.agent.AllowedTargets;
import gavel.driver.agent.FakeGenerator;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoopCapacity;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.key.AgentKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --agents} with two agents that answer at once. */
class RunOverAgentsIT {
    private static final String KEY = "of-these-tests-and-long-enough";

    private final FakeGenerator first = new FakeGenerator();
    private final FakeGenerator second = new FakeGenerator();
    private final StringWriter out = new StringWriter();
    private AgentServer one;
    private AgentServer other;

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        one = serve(first);
        other = serve(second);
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
    }

    @Test
    void theAgentsMakeTheLoadAndOneReport() throws IOException {
        first.ends(FakeGenerator.report(Status.PASS));
        second.ends(FakeGenerator.report(Status.FAIL));

        assertThat(run()).as(out.toString()).isEqualTo(DriverCommand.PASS);

        assertThat(first.spec.agent()).isEqualTo(new AgentShare(0, 2));
        assertThat(second.spec.agent()).isEqualTo(new AgentShare(1, 2));
        assertThat(first.told).contains("judge 2");
        assertThat(second.told).contains("prepare").doesNotContain("judge 2");
        assertThat(out.toString()).contains("  200 users").contains("PASS with 100 users");
        assertThat(Files.readAllLines(directory.resolve("answered-bids.csv"))).hasSize(3);
    }

    private static AgentServer serve(LoadAgent agent) throws IOException {
        return AgentServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                AgentKey.of(KEY),
                AllowedTargets.LOOPBACK,
                () -> agent);
    }

    private int run() throws IOException {
        Path key = AgentProcess.ownersAlone(directory.resolve("key"), KEY);
        return DriverCommand.line(new DriverParts() {
                    @Override
                    public LoadAgent generator() {
                        throw new IllegalStateException("this process makes no load");
                    }

                    @Override
                    public String describe(String profile, boolean calibrate) {
                        return "";
                    }

                    @Override
                    public LoopCapacity capacity(Duration measured) {
                        throw new IllegalStateException("nobody asked what this process bears");
                    }
                })
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(
                        "run",
                        "--agents",
                        one.uri().getAuthority() + "," + other.uri().getAuthority(),
                        "--key-file",
                        key.toString(),
                        "--target",
                        "http://127.0.0.1:1",
                        "--users",
                        "8",
                        "--output",
                        directory.toString());
    }
}
