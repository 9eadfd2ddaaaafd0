package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.platform.Machine;
import gavel.harness.run.FakeHost;
import gavel.harness.tier.load.DriverAgent;
import gavel.harness.topology.TopologyContext;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What differs above the platform where hosts are pods. */
class PodsInTopologyTest {
    private static Configuration configuration(String platform, String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        new Configurations.Source(
                                "x.yaml",
                                "webServers: {implementation: nginx}\nbroker: {implementation: rabbitmq}\n",
                                Path.of("/")),
                        Stream.concat(Stream.of("platform=" + platform), Stream.of(settings))
                                .map(SettingOverride::parse)
                                .toList());
    }

    private static Configuration cut(String platform) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        new Configurations.Source(
                                "x.yaml",
                                "platform: " + platform
                                        + "\nbroker: {implementation: rabbitmq}\nload: {measure: 60s}\nactions: [{at: 10s, do: cut, instance: rabbitmq1}, {at: 20s, do: reconnect, instance: rabbitmq1}]\n",
                                Path.of("/")),
                        List.of());
    }

    @Test
    void aContainerCanBeCutOffAndAPodCannot() {
        assertThat(cut("compose").actions()).hasSize(2);

        assertThatThrownBy(() -> cut("kubernetes"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("belongs to the cluster");
    }

    @ParameterizedTest
    @CsvSource({"kubernetes, 127.0.0.1", "compose, driver1"})
    void aDriverInAPodIsHeardByNobodyElse(String platform, String address) {
        TopologyContext context = TopologyContext.planned(configuration(platform));

        assertThat(DriverAgent.address(context, "driver1")).isEqualTo(address);
    }

    @Test
    void quotasOfPodsAreNotHeldAgainstTheCoresOfThisMachine() {
        Machine twoCores = new FakeHost();

        assertThat(problems(configuration("compose", "appServers.cpu=48"), twoCores))
                .anyMatch(problem -> problem.contains("cpu must be <= 2"));
        assertThat(problems(configuration("kubernetes", "appServers.cpu=48"), twoCores))
                .noneMatch(problem -> problem.contains("cpu must be"));
    }

    private static List<String> problems(Configuration configuration, Machine machine) {
        return ConfigurationCheck.problems(configuration, new Installation(Path.of("/"), Path.of("java")), machine);
    }
}
