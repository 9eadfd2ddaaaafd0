package gavel.harness.config.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PortRulesTest {
    private static final String[] FRONT = {
        "webServers.implementation=nginx", "webServers.count=2", "balancers.implementation=haproxy", "balancers.count=2"
    };

    private static Configuration read(String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        "minimal",
                        Arrays.stream(settings).map(SettingOverride::parse).toList());
    }

    private static String[] front(String... more) {
        return Stream.of(FRONT, more).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private static List<String> problems(String... settings) {
        return catchThrowableOfType(ConfigurationException.class, () -> read(settings))
                .problems();
    }

    @Test
    void noPortIsNamedForServersOfTwoTiers() {
        assertThat(problems(front("webServers.port=443", "balancers.port=443")))
                .containsExactly("port must leave 443..444 to the webServers: 443..444 (--set: balancers.port)");
        assertThat(problems(front(
                        "appServers.most=3", "appServers.port=8080", "webServers.port=8082", "balancers.port=8083")))
                .containsExactly(
                        "port must leave 8080..8082 to the appServers: 8082..8083 (--set: webServers.port)",
                        "port must leave 8082..8083 to the webServers: 8083..8084 (--set: balancers.port)");
        assertThat(read(front(
                                "appServers.most=3",
                                "appServers.port=8080",
                                "webServers.port=8083",
                                "balancers.port=8085"))
                        .balancers()
                        .port())
                .isEqualTo(8085);
    }

    @Test
    void actionsAreHeldAgainstTheirServersAllTheSame() {
        assertThat(problems(front(
                        "webServers.port=443", "balancers.port=443", "actions=[{at: 1s, do: kill, instance: db}]")))
                .contains("port must leave 443..444 to the webServers: 443..444 (--set: balancers.port)")
                .anyMatch(problem -> problem.contains("actions[0].instance"));
    }

    @Test
    void balancersThatTakeOverEachOthersAddressesHaveOnePort() {
        String[] virtual = {
            "virtualIps.implementation=keepalived", "hosts.isolated=true", "balancers.port=443", "webServers.port=444"
        };
        assertThat(read(front(virtual)).webServers().port()).isEqualTo(444);
        virtual[3] = "webServers.port=65535";
        assertThat(problems(front(virtual)))
                .as("web servers behind them have one each")
                .anyMatch(problem ->
                        problem.startsWith("webServers.port must be 1..65534, as each of 2 has the next one"));
    }
}
