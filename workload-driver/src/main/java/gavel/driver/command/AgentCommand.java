package gavel.driver.command;

import gavel.driver.agent.AgentServer;
import gavel.driver.agent.AllowedTargets;
import gavel.driver.api.OpenConnections;
import gavel.driver.api.key.AgentKey;
import gavel.driver.health.Descriptors;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = "Waits for orders by TLS with a key; ends when its standard input is closed.")
final class AgentCommand implements Callable<Integer> {
    private final DriverParts parts;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7500",
            description = "port to listen on; 0: a free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "address to listen on (default: ${DEFAULT-VALUE})")
    private String address;

    @Option(
            names = {"--key-file", "--token-file"},
            paramLabel = "FILE",
            required = true,
            description = "file with the key that both ends share, readable by its owner only")
    private Path keyFile;

    @Option(
            names = "--allow-target",
            paramLabel = "HOST[:PORT]",
            split = ",",
            description =
                    "where it may send load, such as shop.example:443 or 10.0.0.0/24 (default: this machine only)")
    private List<String> targets = AllowedTargets.LOOPBACK.entries();

    @Spec
    private CommandSpec spec;

    AgentCommand(DriverParts parts) {
        this.parts = parts;
    }

    @Override
    public Integer call() throws Exception {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port must be 0..65535: " + port);
        }
        AllowedTargets allowed = new AllowedTargets(targets);
        AgentKey key = KeyFile.read(keyFile);
        try (AgentServer agent = AgentServer.start(
                new InetSocketAddress(InetAddress.getByName(address), port), key, allowed, parts::generator)) {
            spec.commandLine().getOut().println("agent ready on " + agent.uri());
            spec.commandLine().getOut().println(Descriptors.words(OpenConnections.HTTP_1, 0, 0));
            spec.commandLine().getOut().flush();
            awaitEnd(System.in);
            // Without a terminal that is at once.
            spec.commandLine().getOut().println("agent ends: its standard input is closed");
            spec.commandLine().getOut().flush();
        }
        return DriverCommand.PASS;
    }

    /** The parent holds the other end: when it dies, however it dies, the pipe ends. */
    private static void awaitEnd(InputStream in) throws IOException {
        byte[] ignored = new byte[256];
        while (in.read(ignored) >= 0) {
            // What is written there means nothing.
            continue;
        }
    }
}
