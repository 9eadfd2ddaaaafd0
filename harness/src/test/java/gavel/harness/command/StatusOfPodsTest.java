package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.result.RecordCopy;
import gavel.harness.topology.Locations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Application servers that are pods of a StatefulSet: some may be there later, and have no address now. */
class StatusOfPodsTest {
    @TempDir
    Path home;

    private Placement placement(String... settings) throws IOException {
        Configuration configuration = new CommandRig(home).run.configuration(settings);
        return Placement.of(configuration);
    }

    private static Locations without(Locations all, String... missing) {
        Map<String, Locations.Address> hosts = new HashMap<>(all.hosts());
        for (String host : missing) {
            hosts.remove(host);
        }
        return RecordCopy.with(all, "hosts", hosts);
    }

    @Test
    void onlyServersWhosePodsAreThereAreLookedFor() throws IOException {
        Placement placement = placement(
                "platform=kubernetes",
                "kubernetes.statefulSet=true",
                "appServers.most=3",
                "webServers.implementation=nginx");
        Locations all = Locations.planned(placement, 0);

        assertThat(StatusCommand.placed(placement, 3, all)).isEqualTo(3);
        assertThat(StatusCommand.placed(placement, 3, without(all, "app2", "app3")))
                .isEqualTo(1);
    }

    @Test
    void onThisMachineAllAreThere() throws IOException {
        Placement placement = placement("appServers.count=2");

        assertThat(StatusCommand.placed(placement, 2, Locations.planned(placement, 0)))
                .isEqualTo(2);
    }
}
