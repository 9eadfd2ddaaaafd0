package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.run.FakeHost;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramExaminationTest {
    private final FakeHost host = new FakeHost();

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }

    @Test
    void embeddedServicesNeedNothing() {
        assertThat(ProgramExamination.needed(configuration(), host)).isEmpty();
        assertThat(ProgramExamination.all(configuration(), host))
                .isNotEmpty()
                .allMatch(finding -> finding.level() == Finding.Level.GOOD);
    }

    @Test
    void aServerThatIsNeededAndMissingIsAProblemWithAdvice() {
        assertThat(ProgramExamination.needed(configuration("relational.implementation=postgresql"), host))
                .extracting(Finding::line)
                .containsExactly(
                        "PostgreSQL: not installed; `gavel install` with the same configuration installs it (package postgresql)");
    }

    @Test
    void anInstalledOneIsShownWithItsVersion() {
        host.installed("rabbitmq-server", Path.of("/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8/sbin/rabbitmq-server"));

        assertThat(ProgramExamination.all(configuration(), host))
                .extracting(Finding::line)
                .contains("RabbitMQ: 3.10.8", "PostgreSQL: not installed, and not needed by this configuration");
    }
}
