package gavel.harness.tier;

import gavel.harness.config.LoadSettings;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.host.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks at the files a configuration names before anything is started: secrets can be read, the driver understands the profile. */
public final class NamedFiles {
    private static final String NAME = "profile-check";
    private static final long HEAP = 128;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private NamedFiles() {}

    /** @throws ConfigurationException with everything that is wrong with the first that is wrong */
    public static void check(Deployment deployment, Installation installation)
            throws IOException, InterruptedException {
        DataAddresses.of(deployment);
        LoadSettings load = deployment.configuration().load();
        if (load.builtInProfile()) {
            return;
        }
        Path file = Path.of(load.profile()).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            throw new ConfigurationException("profile must be a built-in name (`gavel profiles`) or a file: "
                    + load.profile() + " (load.profile)");
        }
        JavaCommand java = new JavaCommand(
                installation.java(),
                HEAP,
                deployment.directory().temporary(),
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        List<String> said = new ArrayList<>();
        int code = deployment
                .host()
                .run(
                        new ProcessSpec(
                                NAME,
                                Tiers.TOOLS,
                                java.jar(installation.driverJar(), "describe", file.toString()),
                                Map.of(),
                                deployment.directory().path(),
                                0,
                                true),
                        said::add,
                        LONGEST);
        if (code != 0) {
            throw new ConfigurationException(
                    said.isEmpty() ? List.of("the driver refuses the profile " + file + " (load.profile)") : said);
        }
    }
}
