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
import org.junit.jupiter.api.Test;

class EmbeddedRulesTest {
    private static Configuration read(String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        "minimal",
                        Arrays.stream(settings).map(SettingOverride::parse).toList());
    }

    private static List<String> problems(String... settings) {
        return catchThrowableOfType(ConfigurationException.class, () -> read(settings))
                .problems();
    }

    @Test
    void aLimitThatWouldNotBeInForceIsRefused() {
        assertThat(problems("hosts.relational.cpu=0.5", "hosts.relational.memory=1g", "hosts.broker.memory=1g"))
                .containsExactly(
                        "cpu needs hosts.broker.cpu and hosts.documents.cpu too, as what is embedded is one process"
                                + " that has the sum of them: 0.5 (--set: hosts.relational.cpu)",
                        "memory needs hosts.documents.memory too, as what is embedded is one process"
                                + " that has the sum of them: 1g (--set: hosts.relational.memory)",
                        "memory needs hosts.documents.memory too, as what is embedded is one process"
                                + " that has the sum of them: 1g (--set: hosts.broker.memory)");
    }

    @Test
    void limitsOfAllThatIsEmbeddedAreTaken() {
        assertThat(Placement.of(read(
                                "hosts.isolated=true",
                                "hosts.relational.cpu=0.5",
                                "hosts.broker.cpu=0.25",
                                "hosts.documents.cpu=0.25"))
                        .hosts())
                .contains(new Partition("services1", true, 1, 0));
    }

    @Test
    void aTierOfItsOwnHasItsOwnLimit() {
        assertThat(read("relational.implementation=postgresql", "hosts.relational.cpu=0.5")
                        .hosts()
                        .relational()
                        .cpu())
                .isEqualTo(0.5);
        assertThat(problems("broker.implementation=rabbitmq", "hosts.documents.cpu=0.5"))
                .singleElement()
                .asString()
                .startsWith("cpu needs hosts.relational.cpu too, ");
    }
}
