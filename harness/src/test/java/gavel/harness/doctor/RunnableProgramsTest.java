package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnableProgramsTest {
    private static final Configurations READY = new Configurations(Path.of("../deploy/configs"));

    @Test
    void noReadyConfigurationRunsAny() {
        assertThat(READY.ready()).isNotEmpty().allSatisfy(ready -> assertThat(
                        RunnablePrograms.of(READY.read(ready.name(), List.of())))
                .as(ready.name())
                .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "appServers.jvmFlags=-javaagent:/tmp/x.jar",
                "appServers.jvmFlags=-XX:OnError=reboot",
                "appServers.jvmFlags=-XX:Flags=/tmp/flags",
                "drivers.jvmFlags=-agentpath:/tmp/x.so",
                "relational.settings=archive_command=/tmp/x",
                "relational.settings=shared_preload_libraries=x",
            })
    void aSettingThatCanIsTold(String setting) {
        Configuration configuration = READY.read("minimal", List.of(Configurations.SettingOverride.parse(setting)));

        assertThat(RunnablePrograms.of(configuration)).containsExactly(setting.replaceFirst("=", ": "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "appServers.jvmFlags=-Xmx512m -XX:+UseG1GC -XX:MaxGCPauseMillis=50 -Dgavel.warm-up.within=60s",
                "relational.settings=work_mem=64MB",
            })
    void otherSettingsAreNot(String setting) {
        assertThat(RunnablePrograms.of(READY.read("minimal", List.of(Configurations.SettingOverride.parse(setting)))))
                .isEmpty();
    }
}
