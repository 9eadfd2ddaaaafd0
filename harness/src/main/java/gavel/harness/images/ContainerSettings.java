package gavel.harness.images;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deployment.Secrets;
import gavel.harness.file.WholeFile;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.EmbeddedTier;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Secret;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Main class of the container that makes the settings of {@code deploy/compose/compose.yaml} before the others start. Passwords are random,
 * each in files that only its reader gets, with the same content as in any other deployment. What is there already stays.
 */
public final class ContainerSettings {
    /** Where every container of a deployment keeps what it writes. */
    private static final String KEPT = "/var/lib/gavel";

    private static final Ports PORTS =
            new Ports(5432, 5672, 27_017, List.of(8_080), List.of(8_081), List.of(), null, List.of(), List.of(), null);
    private static final int LAST_ARGUMENTS = 2;

    private ContainerSettings() {}

    /** Arguments: the directory, in which there is one for each reader, and the number of users the deployment is sized for. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != LAST_ARGUMENTS || !arguments[1].matches("[1-9]\\d{0,6}")) {
            System.err.println("needs a directory and a number of users: " + String.join(" ", arguments));
            System.exit(4);
        }
        write(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Secrets.generate(new SecureRandom()));
    }

    static void write(Path directory, int users, Secrets secrets) throws IOException {
        Path app = Files.createDirectories(directory.resolve("app"));
        Path services = Files.createDirectories(directory.resolve("services"));
        Path last = app.resolve("app.yaml");
        if (Files.exists(last)) {
            return;
        }
        TopologyContext context = context(users);
        put(services.resolve("services.json"), services(context), secrets);
        put(app.resolve("account-password"), FileSpec.secret("account-password", Secret.ACCOUNTS.reference()), secrets);
        put(last, AppServer.settings(context, 0), secrets);
    }

    private static FileSpec services(TopologyContext context) {
        return new EmbeddedTier().instances(context).getFirst().files().getFirst();
    }

    /** Everything embedded, each container known to the others by its name; a password of a person takes long to guess. */
    private static TopologyContext context(int users) {
        Configuration configuration = new Configurations(Path.of("/"))
                .read(
                        new Configurations.Source(
                                "compose",
                                "name: compose\nhosts: {isolated: true}\nappServers: {bcryptCost: 10}\nload: {users: "
                                        + users + "}\n",
                                Path.of("/")),
                        List.of());
        Locations planned = TopologyContext.planned(configuration).locations();
        Map<String, Locations.Address> hosts = planned.hosts().keySet().stream()
                // All members of the network of these containers, which is theirs alone.
                .collect(Collectors.toMap(name -> name, name -> new Locations.Address(name, "samenet")));
        Locations locations = new Locations(
                KEPT,
                planned.java(),
                planned.appJar(),
                null,
                planned.driverJar(),
                planned.harnessJar(),
                KEPT + "/programs",
                hosts,
                List.of(),
                -1);
        return new TopologyContext(configuration.name(), false, configuration, configuration, 1, PORTS, locations);
    }

    private static void put(Path file, FileSpec spec, Secrets secrets) throws IOException {
        String content = Secret.resolve(spec.content(), spec.quoting(), name -> value(new Secret(name), secrets));
        WholeFile.put(file, content, true);
    }

    private static String value(Secret secret, Secrets secrets) {
        return Map.of(
                        Secret.DATABASE, secrets.database(),
                        Secret.BROKER, secrets.broker(),
                        Secret.DOCUMENTS, secrets.documents(),
                        Secret.MANAGEMENT, secrets.management(),
                        Secret.ACCOUNTS, secrets.accounts())
                .get(secret);
    }
}
