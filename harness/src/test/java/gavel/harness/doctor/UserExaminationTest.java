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
        assertThat(UserExamination.of(MINIMAL, "?", command -> true))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Finding.Level.PROBLEM);
                    assertThat(finding.line())
                            .startsWith(
                                    "user: this user id has no entry in the password file; PostgreSQL does not start");
                });
        assertThat(UserExamination.of(MINIMAL, "ann", command -> false)).isEmpty();
    }

    private static Configuration with(String setting) {
        return new Configurations(Path.of("../deploy/configs"))
                .read("minimal", List.of(Configurations.SettingOverride.parse(setting)));
    }

    /** Debian's image in Docker: root, and the kernel permits nobody a user namespace. */
    @Test
    void rootWithoutUserNamespacesIsToldBeforeAnythingStarts() {
        assertThat(UserExamination.of(MINIMAL, "root", command -> false))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Finding.Level.PROBLEM);
                    assertThat(finding.line().lines()).hasSize(1);
                    assertThat(finding.line())
                            .startsWith(
                                    "user: this is root, and user namespaces are not permitted here; PostgreSQL does not"
                                            + " start as root: run Gavel as another user")
                            .contains("--user nobody", "setpriv --reuid=65534");
                });
        assertThat(UserExamination.of(with("relational.implementation=postgresql"), "root", command -> false))
                .as("a server of the system is no different")
                .hasSize(1);
    }

    @Test
    void rootThatCanLeaveItsRightsOrStartsNoPostgresMayGoOn() {
        assertThat(UserExamination.of(MINIMAL, "root", command -> command.equals(List.of("unshare", "--user", "true"))))
                .isEmpty();
        assertThat(UserExamination.of(with("relational.implementation=mariadb"), "root", command -> false))
                .isEmpty();
        assertThat(UserExamination.of(with("relational.implementation=mariadb"), "?", command -> false))
                .isEmpty();
    }

    /** A command costs a process: others than root need none. */
    @Test
    void nobodyElseIsAsked() {
        assertThat(UserExamination.of(MINIMAL, "ann", command -> {
                    throw new AssertionError("asked " + command);
                }))
                .isEmpty();
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
