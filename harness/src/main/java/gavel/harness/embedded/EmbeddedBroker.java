package gavel.harness.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.qpid.server.SystemLauncher;
import tools.jackson.databind.json.JsonMapper;

/** Qpid Broker-J with one user and one virtual host named "default"; it speaks AMQP 0-9-1 and keeps messages in memory. */
final class EmbeddedBroker implements AutoCloseable {
    private final SystemLauncher launcher;

    private EmbeddedBroker(SystemLauncher launcher) {
        this.launcher = launcher;
    }

    static EmbeddedBroker start(EmbeddedSpec.Broker spec, String address) throws IOException {
        Path directory = Files.createDirectories(Path.of(spec.directory()));
        Path configuration = directory.resolve("initial.json");
        Files.writeString(configuration, new JsonMapper().writeValueAsString(configuration(spec, address)));
        SystemLauncher launcher = new SystemLauncher();
        try {
            launcher.startup(Map.of(
                    "type",
                    "Memory",
                    "initialConfigurationLocation",
                    configuration.toUri().toURL().toExternalForm(),
                    "context",
                    Map.of("qpid.work_dir", directory.toString()),
                    "startupLoggedToSystemOut",
                    "false"));
        } catch (Exception e) {
            throw new IOException("the broker did not start on port " + spec.port(), e);
        } finally {
            Files.deleteIfExists(configuration);
        }
        return new EmbeddedBroker(launcher);
    }

    private static Map<String, Object> configuration(EmbeddedSpec.Broker spec, String address) {
        return Map.of(
                "name", "gavel",
                "modelVersion", "9.1",
                "authenticationproviders",
                        List.of(Map.of(
                                "name",
                                "password",
                                "type",
                                "Plain",
                                "secureOnlyMechanisms",
                                List.of(),
                                "users",
                                List.of(Map.of(
                                        "name", spec.username(),
                                        "type", "managed",
                                        "password", spec.password())))),
                "ports",
                        List.of(Map.of(
                                "name",
                                "amqp",
                                "type",
                                "AMQP",
                                "port",
                                spec.port(),
                                "bindingAddress",
                                address,
                                "protocols",
                                List.of("AMQP_0_9_1"),
                                "authenticationProvider",
                                "password",
                                "virtualhostaliases",
                                List.of(
                                        Map.of("name", "named", "type", "nameAlias"),
                                        Map.of("name", "default", "type", "defaultAlias")))),
                "virtualhostnodes",
                        List.of(Map.of(
                                "name", "default",
                                "type", "Memory",
                                "defaultVirtualHostNode", "true",
                                "virtualHostInitialConfiguration", "{\"type\":\"Memory\"}")));
    }

    @Override
    public void close() {
        launcher.shutdown();
    }
}
