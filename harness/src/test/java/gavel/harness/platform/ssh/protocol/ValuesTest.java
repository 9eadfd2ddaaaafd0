package gavel.harness.platform.ssh.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configurations;
import gavel.harness.deploy.Topologies;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Watch;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    private static final Configurations CONFIGURATIONS =
            new Configurations(Path.of("../deploy/configs"), Topologies::check);

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "small", "full-2015", "scaling"})
    void everyInstanceTravelsUnchangedButForTheReaderOfItsStatistics(String name) {
        for (InstanceSpec instance :
                Topologies.planned(CONFIGURATIONS.read(name, List.of())).instances()) {
            InstanceSpec sent = Values.far(instance, "");
            assertThat(sent.watch()).isInstanceOf(Watch.Processes.class);
            assertThat(Values.read(Values.write(sent, InstanceSpec.class), InstanceSpec.class))
                    .isEqualTo(sent);
        }
    }
}
