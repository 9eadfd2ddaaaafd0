package gavel.harness.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.EnvironmentException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PortsTest {
    @Test
    void everyServiceGetsAFreePortOfItsOwn() {
        Ports ports = Ports.choose(
                configuration("appServers.count=5", "drivers.count=3"), port -> port % 2 == 0, new SplittableRandom(3));

        List<Integer> all = new ArrayList<>(List.of(ports.database(), ports.broker(), ports.documents()));
        all.addAll(ports.agents());
        all.addAll(ports.app());
        all.addAll(ports.management());
        assertThat(all).hasSize(3 + 3 + 2 * 5).doesNotHaveDuplicates().allMatch(port -> port % 2 == 0 && port < 32_768);
    }

    @Test
    void theServersOfMongoDbListenOnPortsOfTheirOwnAndApplicationsComeToTheFirst() {
        Ports set = Ports.choose(
                configuration("documents.implementation=mongodb", "documents.topology=replicaset"),
                port -> true,
                new SplittableRandom(3));
        assertThat(set.mongo().data()).hasSize(3).doesNotHaveDuplicates();
        assertThat(set.documents()).isEqualTo(set.mongo().data().getFirst());

        Ports cluster = Ports.choose(
                configuration("documents.implementation=mongodb", "documents.topology=sharded"),
                port -> true,
                new SplittableRandom(3));
        assertThat(cluster.mongo().data()).hasSize(2);
        assertThat(cluster.mongo().config()).hasSize(1);
        assertThat(cluster.documents()).isEqualTo(cluster.mongo().routers().getFirst());
    }

    @Test
    void explicitPortsCountUpFromTheFirst() {
        Ports ports = Ports.choose(
                configuration("appServers.count=3", "appServers.port=8080"), port -> true, new SplittableRandom(3));

        assertThat(ports.app()).containsExactly(8080, 8081, 8082);
    }

    @Test
    void anExplicitPortInUseIsToldWithItsSetting() {
        Configuration configuration = configuration("appServers.count=2", "appServers.port=8080");

        assertThatThrownBy(() -> Ports.choose(configuration, port -> port != 8081, new SplittableRandom(3)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("port 8081 is in use (appServers.port)");
    }

    @Test
    void serversThatTakeOverEachOthersAddressesHaveTheSamePort() {
        Ports ports = Ports.choose(
                configuration(
                        "hosts.isolated=true",
                        "virtualIps.implementation=keepalived",
                        "balancers.implementation=haproxy",
                        "balancers.count=3",
                        "webServers.implementation=nginx",
                        "webServers.count=2"),
                port -> true,
                new SplittableRandom(3));

        assertThat(ports.balancers())
                .extracting(Ports.Web::https)
                .hasSize(3)
                .containsOnly(ports.balancers().getFirst().https());
        assertThat(ports.balancers()).extracting(Ports.Web::status).doesNotHaveDuplicates();
        assertThat(ports.web()).extracting(Ports.Web::https).doesNotHaveDuplicates();
    }

    @Test
    void serversWithMoreThanOneDoorGetMorePorts() {
        Ports none = Ports.choose(configuration(), port -> true, new SplittableRandom(3));
        Ports all = Ports.choose(
                configuration(
                        "broker.implementation=rabbitmq", "webServers.implementation=nginx",
                        "webServers.count=2", "webServers.port=8443"),
                port -> true,
                new SplittableRandom(3));

        assertThat(none.rabbit()).isNull();
        assertThat(none.web()).isEmpty();
        assertThat(none.balancers()).isEmpty();
        assertThat(all.web()).extracting(Ports.Web::https).containsExactly(8443, 8444);
        assertThat(List.of(
                        all.broker(),
                        all.rabbit().names(),
                        all.rabbit().nodes().getFirst().others(),
                        all.rabbit().nodes().getFirst().statistics(),
                        all.web().getFirst().status()))
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 15_000);
    }

    @Test
    void noFreePortAtAllIsToldToo() {
        assertThatThrownBy(() -> Ports.choose(configuration(), port -> false, new SplittableRandom(3)))
                .hasMessageStartingWith("no free port between");
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }
}
