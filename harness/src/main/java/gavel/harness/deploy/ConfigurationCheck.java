package gavel.harness.deploy;

import gavel.driver.api.TextFile;
import gavel.harness.config.AppServerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.LoadSettings;
import gavel.harness.config.Sizing;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.deployment.Installation;
import gavel.harness.platform.Machine;
import gavel.harness.tier.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What only this machine can say of a configuration, before anything is made. It looks whether the files it names can be read, the driver
 * understands the profile, the JVM takes the flags, and quotas of its own parts are within its cores. Touches nothing.
 */
public final class ConfigurationCheck {
    private static final long HEAP = 128;
    private static final List<String> SHORT_LIVED = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final String NO_JVM = "Error: ";

    private final Configuration configuration;
    private final Installation installation;
    private final Machine host;
    private final List<String> problems = new ArrayList<>();

    private ConfigurationCheck(Configuration configuration, Installation installation, Machine host) {
        this.configuration = configuration;
        this.installation = installation;
        this.host = host;
    }

    /** Everything that is wrong, in the words of a problem of the configuration. */
    public static List<String> problems(Configuration configuration, Installation installation, Machine host) {
        ConfigurationCheck check = new ConfigurationCheck(configuration, installation, host);
        check.secrets();
        check.profile();
        check.flags();
        if (configuration.hosts().elsewhere()) {
            check.identities();
        } else if (!configuration.clustered()) {
            check.quotas();
        }
        return List.copyOf(check.problems);
    }

    private void secrets() {
        Map<String, String> files = new LinkedHashMap<>();
        if (configuration.relational().external()) {
            files.put("relational.passwordFile", configuration.relational().passwordFile());
        }
        if (configuration.broker().external()) {
            files.put("broker.passwordFile", configuration.broker().passwordFile());
        }
        if (configuration.documents().external()) {
            files.put("documents.uriFile", configuration.documents().uriFile());
        }
        files.forEach((setting, file) -> {
            try {
                if (TextFile.read(Path.of(file)).isBlank()) {
                    problems.add("file is empty: " + file + " (" + setting + ")");
                }
            } catch (IOException e) {
                problems.add("file cannot be read: " + e.getMessage() + " (" + setting + ")");
            }
        });
    }

    private void profile() {
        LoadSettings load = configuration.load();
        if (load.builtInProfile()) {
            return;
        }
        if (!Files.isRegularFile(Path.of(load.profile()))) {
            problems.add("profile must be a built-in name (`gavel profiles`) or a file: " + load.profile()
                    + " (load.profile)");
            return;
        }
        Machine.Said said = host.tried(
                java(HEAP, SHORT_LIVED).jar(installation.driverJar().toString(), "describe", load.profile()));
        if (said.code() != 0) {
            problems.addAll(
                    said.lines().isEmpty()
                            ? List.of("the driver refuses the profile " + load.profile() + " (load.profile)")
                            : said.lines());
        }
    }

    /** Those of the defaults are known to be good. */
    private void flags() {
        Configuration usual = Configurations.usual();
        Sizing sizing = Sizing.of(configuration);
        AppServerSettings servers = configuration.appServers();
        if (!servers.jvmFlags().equals(usual.appServers().jvmFlags())) {
            flags("appServers.jvmFlags", sizing.appServerHeap(), servers.flags(0));
        }
        if (!configuration.drivers().jvmFlags().equals(usual.drivers().jvmFlags())) {
            flags("drivers.jvmFlags", sizing.driverHeap(), sizing.driverFlags(configuration.drivers()));
        }
    }

    private void flags(String setting, long heap, List<String> flags) {
        Machine.Said said = host.tried(java(heap, flags).version());
        if (said.code() != 0) {
            String why = said.lines().stream()
                    .filter(line -> !line.isBlank() && !line.startsWith(NO_JVM))
                    .findFirst()
                    .orElse("it ends with exit code " + said.code());
            problems.add("the JVM does not start with these flags: " + why + ": " + String.join(" ", flags) + " ("
                    + setting + ")");
        }
    }

    private void identities() {
        for (MachineSettings machine : configuration.hosts().known()) {
            if (machine.identity() != null && !Files.isReadable(Path.of(machine.identity()))) {
                problems.add("identity of " + machine.name() + " must be a file that can be read: " + machine.identity()
                        + " (hosts.machines)");
            }
        }
    }

    private void quotas() {
        quota("appServers.cpu", configuration.appServers().cpu());
        configuration.hosts().sizes().forEach((tier, size) -> quota("hosts." + tier + ".cpu", size.cpu()));
    }

    private void quota(String setting, Double cpu) {
        int cores = host.facts().cores();
        if (cpu != null && cpu > cores) {
            problems.add("cpu must be <= " + cores + ", the cores of this machine: " + cpu + " (" + setting + ")");
        }
    }

    private JavaCommand java(long heap, List<String> flags) {
        return new JavaCommand(installation.java().toString(), heap, System.getProperty("java.io.tmpdir"), flags);
    }
}
