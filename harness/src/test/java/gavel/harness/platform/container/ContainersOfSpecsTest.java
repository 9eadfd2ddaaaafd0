package gavel.harness.platform.container;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.images.Image;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Step;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images, limits and probes follow from the specifications every platform has. */
class ContainersOfSpecsTest {
    private static Configuration configuration(String name, String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        name,
                        Stream.concat(Stream.of("platform=compose"), Stream.of(settings))
                                .map(SettingOverride::parse)
                                .toList());
    }

    private static InstanceSpec instance(Configuration configuration, String name) {
        return Topologies.planned(configuration).instance(name).orElseThrow();
    }

    private static long limit(Configuration configuration, String name) {
        return ContainerMemory.limit(
                instance(configuration, name),
                configuration,
                Placement.of(configuration).hosts());
    }

    @Test
    void eachProgramHasItsImage() {
        Map<String, Image> images = new LinkedHashMap<>();
        Topologies.planned(configuration("small"))
                .instances()
                .forEach(instance -> images.put(
                        instance.name(),
                        ContainerImages.of(instance, instance.launch().program())));

        assertThat(images)
                .containsEntry("rabbitmq-epmd", Image.RABBITMQ)
                .containsEntry("rabbitmq1", Image.RABBITMQ)
                .containsEntry("postgresql", Image.POSTGRESQL)
                .containsEntry("document-server", Image.SERVICES)
                .containsEntry("app1", Image.APP)
                .containsEntry("nginx1", Image.NGINX)
                .containsEntry("haproxy1", Image.HAPROXY)
                .containsEntry("driver1", Image.DRIVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "small", "scaling"})
    void whatIsLookedForIsWhatIsStarted(String name) {
        Configuration configuration = configuration(name);
        List<InstanceSpec> instances = Topologies.planned(configuration).instances();

        assertThat(instances.stream()
                        .filter(instance -> instance.launch() instanceof Launch.Command)
                        .map(instance ->
                                ContainerImages.of(instance, instance.launch().program())))
                .isNotEmpty()
                .allMatch(ContainerImages.of(configuration)::contains);
        assertThat(ContainerImages.of(configuration)).allMatch(Image::runs);
        assertThat(instances.stream()
                        .flatMap(instance -> instance.before().stream())
                        .filter(step -> step.action() instanceof Step.Command)
                        .map(step -> ContainerImages.of(((Step.Command) step.action()).program())))
                .as("tools of a server are in its image")
                .allMatch(ContainerImages.of(configuration)::contains);
    }

    @Test
    void aProgramThatNoImageHasIsFoundInNone() {
        assertThat(ContainerImages.holding(List.of("/usr/sbin/mariadbd"))).isEmpty();
        assertThat(ContainerImages.holding(List.of("/usr/pgsql-*/bin/postgres", "/usr/local/pgsql/bin/postgres")))
                .contains(Image.POSTGRESQL);
    }

    @Test
    void limitsAreTheSizesOfProcesses() {
        Configuration small = configuration("small");
        Sizing sizing = Sizing.of(small);

        assertThat(limit(small, "app1")).isEqualTo(Sizing.process(sizing.appServerHeap()));
        assertThat(limit(small, "driver1")).isEqualTo(Sizing.process(sizing.driverHeap()));
        assertThat(limit(small, "postgresql")).isEqualTo(sizing.databaseMemory());
        assertThat(limit(small, "rabbitmq1"))
                .as("above what it holds publishers back at")
                .isEqualTo(sizing.brokerMemory() + 256);
        assertThat(limit(small, "nginx1")).as("nobody knows").isZero();
    }

    @Test
    void theEmbeddedDatabaseIsInTheContainerOfTheServices() {
        Configuration minimal = configuration("minimal");
        Sizing sizing = Sizing.of(minimal);

        assertThat(limit(minimal, "embedded-services"))
                .isEqualTo(Sizing.process(sizing.embeddedHeap()) + sizing.databaseMemory());
    }

    @Test
    void anExplicitLimitWins() {
        assertThat(limit(configuration("small", "hosts.appServers.memory=3g"), "app1"))
                .isEqualTo(3 * 1024);
        assertThat(limit(configuration("small", "hosts.webServers.memory=300m"), "nginx1"))
                .isEqualTo(300);
    }

    @Test
    void aProbeAsksWhatReadyMeans() {
        Configuration small = configuration("small");

        assertThat(ContainerProbe.of(instance(small, "app1"), "/run"))
                .startsWith("curl", "-sf")
                .last()
                .asString()
                .endsWith("/actuator/health/readiness");
        assertThat(ContainerProbe.of(instance(small, "postgresql"), "/run"))
                .last()
                .asString()
                .matches("exec 3<>/dev/tcp/database1/\\d+");
        assertThat(ContainerProbe.of(instance(small, "haproxy1"), "/run"))
                .last()
                .asString()
                .matches("exec 3<>/dev/tcp/balancer1/\\d+");
        assertThat(ContainerProbe.of(instance(configuration("minimal"), "embedded-services"), "/run"))
                .containsExactly("test", "-s", "/run/settings/embedded-state.json");
        assertThat(ContainerProbe.of(instance(configuration("minimal"), "postgresql"), "/run"))
                .isEmpty();
    }
}
