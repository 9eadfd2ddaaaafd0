package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What two deployments that are up at the same time disturb each other by. */
class DeploymentConflictsTest {
    private static final String[] EXTERNAL = {
        "relational.implementation=external",
        "relational.url=jdbc:postgresql://db/gavel",
        "relational.username=u",
        "relational.passwordFile=/p",
        "broker.implementation=external",
        "broker.host=mq",
        "broker.port=5672",
        "broker.username=u",
        "broker.passwordFile=/p",
        "documents.implementation=external",
        "documents.uriFile=/uri"
    };

    private static Configuration minimal(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
    }

    private static String[] and(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void whatGavelMakesItselfIsNotShared() {
        assertThat(DeploymentConflicts.problems(minimal(), minimal("appServers.cpu=0.5")))
                .isEmpty();
    }

    @Test
    void dataOfAServerElsewhereBelongToOneDeployment() {
        assertThat(DeploymentConflicts.problems(minimal(EXTERNAL), minimal(EXTERNAL)))
                .containsExactly(
                        "deployments that are up at the same time cannot share jdbc:postgresql://db/gavel: give each a server or data of its own (relational.url)",
                        "deployments that are up at the same time cannot share mq:5672 /: give each a server or data of its own (broker.host)",
                        "deployments that are up at the same time cannot share /uri: give each a server or data of its own (documents.uriFile)");
        assertThat(DeploymentConflicts.problems(
                        minimal(EXTERNAL),
                        minimal(and(
                                EXTERNAL,
                                "relational.url=jdbc:postgresql://db/other",
                                "broker.virtualHost=/other",
                                "documents.uriFile=/other"))))
                .isEmpty();
    }

    @Test
    void aPortIsTakenOnceOnAMachine() {
        Configuration three = minimal("appServers.port=18080", "webServers.implementation=nginx", "appServers.count=3");
        assertThat(DeploymentConflicts.problems(
                        three, minimal("webServers.implementation=nginx", "webServers.port=18082")))
                .containsExactly(
                        "deployments that are up at the same time cannot share port 18082: name another for one of them, or null for free ones (appServers.port)");
        assertThat(DeploymentConflicts.problems(three, minimal("appServers.port=18083")))
                .isEmpty();
    }

    @Test
    void machinesOfOneAreNoneOfTheOther() {
        Configuration one = on("10.0.0.1", "appServers.port=18080");
        assertThat(DeploymentConflicts.apart(one, on("10.0.0.2", "appServers.port=18080")))
                .isTrue();
        assertThat(DeploymentConflicts.apart(one, minimal())).isTrue();
        assertThat(DeploymentConflicts.apart(minimal(), minimal())).isFalse();
        assertThat(DeploymentConflicts.apart(minimal(), minimal("platform=kubernetes")))
                .isTrue();
        assertThat(DeploymentConflicts.apart(minimal("platform=kubernetes"), minimal()))
                .isTrue();
        assertThat(DeploymentConflicts.problems(
                        minimal("appServers.port=18080"), minimal("platform=kubernetes", "appServers.port=18080")))
                .isEmpty();
        assertThat(DeploymentConflicts.problems(one, on("10.0.0.2", "appServers.port=18080")))
                .isEmpty();
        assertThat(DeploymentConflicts.problems(one, on("10.0.0.1", "appServers.port=18080")))
                .hasSize(1);
    }

    private static Configuration on(String address, String... more) {
        String machine = "hosts.machines=[{name: m, address: " + address + ", tiers: [appServers, services, drivers]}]";
        return minimal(and(new String[] {machine}, more));
    }
}
