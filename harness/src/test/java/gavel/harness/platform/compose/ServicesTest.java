package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.compose.Services.Network;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServicesTest {
    private static final Network ADDRESS = Network.at("10.201.7.12");

    private static Configuration configuration(String name, String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        name,
                        Stream.concat(Stream.of("platform=compose"), Stream.of(settings))
                                .map(SettingOverride::parse)
                                .toList());
    }

    private static Services services(Configuration configuration, Map<String, String> mounts) {
        return new Services(
                new Project(Path.of("/gavel/.gavel/mine")),
                configuration,
                Placement.of(configuration).hosts(),
                new ImageNames("", "1.0"),
                new HostDirectories.User("1000", "100", false),
                mounts,
                20_000);
    }

    private static Map<String, Object> service(Configuration configuration, String name, Network network) {
        InstanceSpec spec = Topologies.planned(configuration).instance(name).orElseThrow();
        return services(configuration, Map.of()).instance(spec, (Launch.Command) spec.launch(), network);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq1", "postgresql", "document-server", "app1", "nginx1", "haproxy1", "driver1"})
    void noneOfThemHasARightItDoesNotNeed(String name) {
        Map<String, Object> service = service(configuration("small"), name, ADDRESS);

        assertThat(service)
                .containsEntry("user", "1000:100")
                .containsEntry("read_only", true)
                .containsEntry("cap_drop", List.of("ALL"))
                .containsEntry("security_opt", List.of("no-new-privileges:true"))
                .containsEntry("ulimits", Map.of("nofile", 20_000L))
                .containsEntry("container_name", new Project(Path.of("/gavel/.gavel/mine")).container(name))
                .doesNotContainKey("ports");
        assertThat(
                        service.get("environment") == null
                                ? ""
                                : service.get("environment").toString())
                .as("secrets are in files")
                .doesNotContain("${secret:");
        assertThat(service.get("command").toString()).doesNotContain("${secret:");
    }

    @Test
    void anApplicationServerIsItsCommandWithItsLimits() {
        Map<String, Object> service = service(
                configuration("small", "hosts.appServers.cpu=0.5", "hosts.appServers.memory=900m"), "app1", ADDRESS);

        assertThat(service)
                .containsEntry("image", "gavel/app:1.0")
                .containsEntry("cpus", 0.5)
                .containsEntry("mem_limit", "900m")
                .containsEntry("memswap_limit", "900m")
                .containsEntry("stop_signal", "SIGTERM")
                .containsEntry("entrypoint", List.of("/usr/bin/tini", "--"))
                .containsEntry("networks", Map.of("default", Map.of("ipv4_address", "10.201.7.12")))
                .containsKey("healthcheck")
                .doesNotContainKey("profiles");
        assertThat((Map<?, ?>) service.get("labels"))
                .containsEntry(cast("gavel.tier"), cast("appServers"))
                .containsEntry(cast("gavel.host"), cast("app1"))
                .containsEntry(cast("gavel.stage"), cast("1"));
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    /** Many engines keep the last 10 MB only, or send all of it elsewhere. */
    @Test
    void theWholeLogIsKept() {
        assertThat(service(configuration("minimal"), "app1", ADDRESS))
                .containsEntry("logging", Map.of("driver", "json-file", "options", Map.of("max-size", "1000g")));
    }

    @Test
    void withoutALimitOfCpuThereIsNone() {
        assertThat(service(configuration("small"), "app1", ADDRESS)).doesNotContainKey("cpus");
    }

    @Test
    void aDatabaseIsEndedByItsOwnSignal() {
        assertThat(service(configuration("small"), "postgresql", ADDRESS)).containsEntry("stop_signal", "SIGINT");
    }

    /** With 64 MB a large join of the audit ends with "could not resize shared memory segment". */
    @Test
    void aDatabaseSharesAsMuchMemoryAsItsContainerHas() {
        Map<String, Object> database = service(configuration("small"), "postgresql", ADDRESS);

        assertThat(database).containsEntry("shm_size", database.get("mem_limit"));
        assertThat(service(configuration("minimal"), "embedded-services", ADDRESS))
                .containsKey("shm_size");
        assertThat(service(configuration("small"), "app1", ADDRESS)).doesNotContainKey("shm_size");
    }

    @Test
    void nodesOfABrokerShareTheNetworkOfTheirHost() {
        assertThat(service(configuration("small"), "rabbitmq1", Network.of("rabbitmq-epmd")))
                .containsEntry("network_mode", "service:rabbitmq-epmd")
                .doesNotContainKey("networks");
    }

    @Test
    void driversAreStartedOnlyWhenTheyAreAskedFor() {
        assertThat(service(configuration("small"), "driver1", ADDRESS))
                .containsEntry("profiles", List.of("load"))
                .containsEntry("stdin_open", true);
    }

    @Test
    void aContainerSeesTheDirectoryOfItsHostAndWhatAllSee() {
        Services services = services(
                configuration("minimal"),
                Map.of("/etc/passwd", "/run/passwd", "/var/lib/gavel/data/images", "/pictures"));
        Map<String, Object> tool = services.tool(
                "load", "app1", Step.Command.tool(List.of("java", "-version"), Duration.ofSeconds(1)), ADDRESS);

        assertThat(tool)
                .containsEntry("image", "gavel/app:1.0")
                .containsEntry("pull_policy", "never")
                .containsEntry("profiles", List.of("tools"))
                .containsEntry("command", List.of("java", "-version"))
                .doesNotContainKeys("mem_limit", "healthcheck");
        assertThat((List<?>) tool.get("volumes"))
                .contains(
                        cast(Map.of("type", "bind", "source", "./hosts/app1", "target", "/var/lib/gavel")),
                        cast(Map.of(
                                "type", "bind", "source", "/run/passwd", "target", "/etc/passwd", "read_only", true)),
                        cast(Map.of("type", "bind", "source", "/pictures", "target", "/var/lib/gavel/data/images")));
    }
}
