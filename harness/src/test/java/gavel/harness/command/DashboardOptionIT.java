package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.http.Http;
import gavel.harness.http.JdkHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is watched, as somebody types it. */
class DashboardOptionIT {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    private URI address() {
        return URI.create(rig.run.lines.getFirst().replace("Dashboard   ", ""));
    }

    private static Http.Answer get(URI uri) {
        try (JdkHttp http = new JdkHttp()) {
            return http.get(uri, null);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theAddressIsSaidFirstAndThePageEndsWithTheCommand() {
        AtomicReference<String> metrics = new AtomicReference<>();
        rig.run.generator.meanwhile(
                () -> metrics.set(get(address().resolve("/metrics")).body()));

        assertThat(rig.type("run --users 40 --dashboard")).isZero();

        assertThat(rig.said()).startsWith("Dashboard   http://127.0.0.1:").contains("\nPASS  ");
        assertThat(metrics.get()).contains("gavel_info{kind=\"run\",name=\"minimal\"");
        assertThat(get(address()).status()).as("nobody listens any more").isZero();
    }

    @Test
    void withoutTheOptionThereIsNone() {
        rig.type("run --users 40");
        assertThat(rig.said()).doesNotContain("Dashboard");
    }

    @Test
    void aPortThatIsNoneStartsNothing() {
        assertThat(rig.type("run --dashboard=70000")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("--dashboard must be a port from 1 to 65535, or stand alone for a free one: 70000");
        assertThat(rig.run.lines).isEmpty();
    }

    @Test
    void aSearchIsWatchedByTheSameOption() {
        assertThat(rig.type("peak --dashboard=-1")).isEqualTo(4);
        assertThat(rig.errors()).contains("--dashboard must be a port");
    }

    @Test
    void aReportHasANameOrAPage() {
        assertThat(rig.type("report")).isEqualTo(4);
        assertThat(rig.errors()).contains("name a result, or --dashboard to see all of them in a browser");
        assertThat(rig.type("report --dashboard=8080 some-result")).isEqualTo(4);
    }

    @Test
    void finishedRunsAreShownUntilSomebodyInterrupts() {
        rig.run.interruption.request();
        Thread.interrupted();
        assertThat(rig.type("report --dashboard")).isZero();
        assertThat(rig.said()).startsWith("Dashboard   http://127.0.0.1:").endsWith("Ctrl-C ends it");
    }
}
