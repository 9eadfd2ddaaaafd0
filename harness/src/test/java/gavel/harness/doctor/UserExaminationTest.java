package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class UserExaminationTest {
    private static final Configuration MINIMAL =
            new Configurations(Path.of("../deploy/configs")).read("minimal", List.of());

    @Test
    void postgresNeedsAUserWithAName() {
        assertThat(UserExamination.of(MINIMAL, "?")).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Finding.Level.PROBLEM);
            assertThat(finding.line())
                    .startsWith("user: this user id has no entry in the password file; PostgreSQL does not start");
        });
        assertThat(UserExamination.of(MINIMAL, "ann")).isEmpty();
    }

    @Test
    void rabbitDoesNotLiveBeyondLatin() {
        Configuration rabbit = new Configurations(Path.of("../deploy/configs"))
                .read("minimal", List.of(Configurations.SettingOverride.parse("broker.implementation=rabbitmq")));

        assertThat(DirectoryExamination.of(rabbit, Path.of("/tmp/日本")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.line())
                        .startsWith("directory: /tmp/日本; RabbitMQ does not start below a directory"));
        assertThat(DirectoryExamination.of(rabbit, Path.of("/tmp/gävel"))).isEmpty();
        assertThat(DirectoryExamination.of(MINIMAL, Path.of("/tmp/日本"))).isEmpty();
    }
}
