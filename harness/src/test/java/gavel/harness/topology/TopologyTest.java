package gavel.harness.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.deploy.Topologies;
import gavel.harness.tier.TierRig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {
    private static InstanceSpec instance(String name, String... needs) {
        return InstanceSpec.of("tier", name, new Launch.Elsewhere("far"))
                .needs(List.of(needs))
                .build();
    }

    @Test
    void whatIsNeededComesFirst() {
        assertThat(new Topology(List.of(instance("a"), instance("b", "a"))).instances())
                .hasSize(2);
        assertThatThrownBy(() -> new Topology(List.of(instance("b", "a"), instance("a"))))
                .hasMessage("b needs a, which does not come before it");
    }

    @Test
    void eachNameIsThereOnce() {
        assertThatThrownBy(() -> new Topology(List.of(instance("a"), instance("a"))))
                .hasMessage("two instances are called a");
    }

    /** A file or an option that would be another the next time could not be compared with anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "appServers.count=2",
                "relational.implementation=postgresql broker.implementation=rabbitmq broker.count=3",
                "relational.implementation=mariadb documents.implementation=server webServers.implementation=httpd",
                "documents.implementation=mongodb documents.topology=sharded",
                "balancers.implementation=haproxy webServers.implementation=nginx imageStore.implementation=directory"
            })
    void aConfigurationAloneDecidesWhatIsStartedWithWhat(String settings) {
        Configuration configuration = TierRig.configuration(settings.split(" "));

        Topology one = Topologies.planned(configuration);
        Topology other = Topologies.planned(configuration);

        assertThat(one.instances()).isNotEmpty();
        for (InstanceSpec instance : one.instances()) {
            InstanceSpec same = other.instance(instance.name()).orElseThrow();
            assertThat(same.launch()).isEqualTo(instance.launch());
            assertThat(same.files()).isEqualTo(instance.files());
            assertThat(same.ready()).isEqualTo(instance.ready());
            assertThat(same.before()).isEqualTo(instance.before());
            assertThat(same.after()).isEqualTo(instance.after());
        }
    }

    @Test
    void everyTierThatStartsAProgramOfTheMachineNamesIt() {
        for (String settings : List.of(
                "relational.implementation=postgresql",
                "relational.implementation=mariadb",
                "broker.implementation=rabbitmq",
                "documents.implementation=mongodb",
                "webServers.implementation=nginx",
                "webServers.implementation=httpd",
                "balancers.implementation=haproxy")) {
            List<Program> needed =
                    Topologies.planned(TierRig.configuration(settings)).programs();
            assertThat(needed).as(settings).isNotEmpty();
            assertThat(Topologies.programs()).as(settings).containsAll(needed);
        }
    }

    @Test
    void secretsAreReferencesUntilSomebodyKnowsThem() {
        String text = "url?p=" + Secret.DATABASE.reference() + "&q="
                + Secret.ticketKey(1).base64().reference();

        assertThat(text).isEqualTo("url?p=${secret:database}&q=${secret:ticket-key-2-base64}");
        assertThat(Secret.resolve(
                        text, Quoting.JSON, Map.of("database", "a\"b\\$1\n", "ticket-key-2-base64", "k")::get))
                .isEqualTo("url?p=a\\\"b\\\\$1\\u000a&q=k");
        assertThat(Secret.resolve("'${secret:database}'", Quoting.SQL, _ -> "it's"))
                .isEqualTo("'it''s'");
        assertThat(Secret.resolve("${secret:database}", Quoting.PLAIN, _ -> "it's"))
                .isEqualTo("it's");
    }

    @Test
    void portsThatAreNotSetAreNotKnownBefore() {
        Ports ports = Ports.planned(TierRig.configuration("appServers.count=2", "appServers.port=8080"));

        assertThat(ports.app()).containsExactly(8080, 8081);
        assertThat(ports.management()).containsExactly(0, 0);
        assertThat(ports.database()).isZero();
    }
}
