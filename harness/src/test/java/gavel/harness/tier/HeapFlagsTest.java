package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HeapFlagsTest {
    private static Configuration read(String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        "minimal",
                        Arrays.stream(settings).map(SettingOverride::parse).toList());
    }

    @Test
    void noFlagMakesAHeapThatNoPlanKnows() {
        assertThat(catchThrowableOfType(
                                ConfigurationException.class,
                                () -> read(
                                        "appServers.jvmFlags=[-Xss1m, -Xmx8g]",
                                        "drivers.jvmFlags=-XX:MaxHeapSize=2g -Xmn200m"))
                        .problems())
                .containsExactly(
                        "jvmFlags must leave the heap to appServers.memory, which is held against the memory there is:"
                                + " -Xmx8g (--set: appServers.jvmFlags)",
                        "jvmFlags must leave the heap to drivers.memory, which is held against the memory there is:"
                                + " -XX:MaxHeapSize=2g (--set: drivers.jvmFlags)");
    }

    @Test
    void otherFlagsAreTaken() {
        assertThat(read("appServers.jvmFlags=[-Xss1m, -Xmn200m]").appServers().jvmFlags())
                .containsExactly("-Xss1m", "-Xmn200m");
    }
}
