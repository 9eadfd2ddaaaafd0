package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureExaminationTest {
    private static Configuration minimal(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
    }

    @Test
    void theEmbeddedDatabaseIsRefusedWhereItHasNoPrograms() {
        assertThat(ArchitectureExamination.of(minimal(), "aarch64"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Finding.Level.PROBLEM);
                    assertThat(finding.line())
                            .startsWith("architecture: aarch64; the embedded database is for x86-64 only: take")
                            .contains("relational.implementation=postgresql");
                });
    }

    /** Images are built where they run, but for those that pods run. */
    @Test
    void soItIsInContainersOfThisMachine() {
        assertThat(ArchitectureExamination.of(minimal("platform=compose"), "aarch64"))
                .hasSize(1);
        assertThat(ArchitectureExamination.of(minimal("platform=kubernetes"), "aarch64"))
                .isEmpty();
    }

    @Test
    void otherDatabasesAndMachinesThatHaveThemMayGoOn() {
        assertThat(ArchitectureExamination.of(minimal("relational.implementation=postgresql"), "aarch64"))
                .isEmpty();
        assertThat(List.of("amd64", "x86_64", ""))
                .as("as a JVM says it, as uname says it, and where nobody says it")
                .allSatisfy(architecture -> assertThat(ArchitectureExamination.of(minimal(), architecture))
                        .isEmpty());
    }
}
