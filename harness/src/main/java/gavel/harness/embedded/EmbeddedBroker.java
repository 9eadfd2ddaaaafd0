package gavel.harness.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
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

    static EmbeddedBroker start(EmbeddedSpec services) throws IOException {
        EmbeddedSpec.Broker spec = services.broker();
        Path directory = Files.createDirectories(Path.of(spec.directory()));
        Path configuration = written(directory, new JsonMapper().writeValueAsString(configuration(services)));
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

    /** With the password and the key in it: in a file for its owner alone, as temporary ones are. */
    static Path written(Path directory, String configuration) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "initial", ".json"), configuration);
    }

    private static Map<String, Object> configuration(EmbeddedSpec services) throws IOException {
        EmbeddedSpec.Broker spec = services.broker();
        return Map.of(
                "name", "gavel",
                "modelVersion", "9.1",
                "keystores", keys(services),
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
                "ports", List.of(port(services)),
                "virtualhostnodes",
                        List.of(Map.of(
                                "name", "default",
                                "type", "Memory",
                                "defaultVirtualHostNode", "true",
                                "virtualHostInitialConfiguration", "{\"type\":\"Memory\"}")));
    }

    private static Map<String, Object> port(EmbeddedSpec services) {
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("name", "amqp");
        port.put("type", "AMQP");
        port.put("port", services.broker().port());
        port.put("bindingAddress", services.address());
        port.put("protocols", List.of("AMQP_0_9_1"));
        port.put("authenticationProvider", "password");
        port.put(
                "virtualhostaliases",
                List.of(
                        Map.of("name", "named", "type", "nameAlias"),
                        Map.of("name", "default", "type", "defaultAlias")));
        if (services.identity() != null) {
            port.put("transports", List.of("SSL"));
            port.put("keyStore", "server");
        }
        return port;
    }

    /** In the configuration itself, which is deleted once it was read. */
    private static List<Map<String, String>> keys(EmbeddedSpec services) throws IOException {
        if (services.identity() == null) {
            return List.of();
        }
        String password = services.broker().password();
        byte[] store = KeyMaterial.of(services.identity()).store(password);
        return List.of(Map.of(
                "name", "server",
                "type", "FileKeyStore",
                "keyStoreType", "pkcs12",
                "storeUrl",
                        "data:application/octet-stream;base64,"
                                + Base64.getEncoder().encodeToString(store),
                "password", password));
    }

    @Override
    public void close() {
        launcher.shutdown();
    }
}
