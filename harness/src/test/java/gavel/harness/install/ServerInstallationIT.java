package gavel.harness.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.platform.ssh.SshPlatforms;
import gavel.harness.platform.ssh.StandIns;
import gavel.harness.time.Timekeeper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On two machines that are reached by ssh, as root on one of them only. What their package sources offer is real; apt-get is a stand-in. */
class ServerInstallationIT {
    private static final Timekeeper TIME = Timekeeper.system();
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    private Path home;

    @Test
    void rootInstallsAndTheOtherIsToldWhatToType() throws Exception {
        Path project = Path.of("..").toAbsolutePath().normalize();
        LocalPlatforms here = new LocalPlatforms(
                new Installation(project, Path.of(System.getProperty("java.home"), "bin", "java")),
                LocalHost::new,
                TIME,
                new JdkHttp(),
                instances -> ProcCollector.start(instances, TIME, System::nanoTime));
        try (StandIns machines = StandIns.up(2);
                SshPlatforms connected = new SshPlatforms(here, machines.ssh(), line -> {})) {
            Path apt = machines.disk(1).resolve("usr/local/sbin/apt-get");
            Files.writeString(apt, """
                    #!/bin/sh
                    echo "apt-get $*" >> /var/tmp/said
                    case "$*" in *" install "*" caddy") cp /bin/true /usr/bin/caddy ;; esac
                    """);
            Files.setPosixFilePermissions(apt, PosixFilePermissions.fromString("rwxr-xr-x"));
            Configuration configuration = new Configurations(Path.of("../deploy/configs"), Topologies::check)
                    .read(
                            new Configurations.Source(
                                    "two.yaml", """
                                    name: two
                                    webServers: {implementation: caddy}
                                    relational: {implementation: mariadb}
                                    hosts:
                                      directory: /var/tmp/gavel-it-install
                                      machines:
                                      - {name: front, address: %s, tiers: [webServers, appServers, services, drivers]}
                                      - {name: data, address: %s, user: guest, tiers: [relational]}
                                    """.formatted(machines.address(1), machines.address(2)), home),
                            List.of());

            ServerInstallation installation = new ServerInstallation(
                    connected.machines(configuration),
                    project.resolve("deploy/install-servers.sh"),
                    () -> true,
                    lines::add);
            assertThatThrownBy(() -> installation.run(configuration))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessage("an administrator has to install what is missing on data: see above");

            assertThat(lines)
                    .anyMatch(line -> line.matches("host front: caddy \\d.*"))
                    .anyMatch(line -> line.matches("host data: mariadb-server .*, by an administrator"))
                    .contains(
                            "host front: install-servers: caddy",
                            "    apt-get update && apt-get install --no-install-recommends mariadb-server");
            assertThat(machines.disk(1).resolve("usr/bin/caddy")).exists();
            assertThat(machines.disk(1).resolve("var/tmp/said"))
                    .content()
                    .contains(" update -q", " install -y -q --no-install-recommends caddy");
            assertThat(machines.disk(1).resolve("usr/sbin/policy-rc.d")).doesNotExist();
            assertThat(machines.disk(2).resolve("usr/sbin/mariadbd")).doesNotExist();

            lines.clear();
            assertThatThrownBy(() -> installation.run(configuration)).hasMessageContaining("data");
            assertThat(lines).contains("host front: everything is there").noneMatch(line -> line.contains("working"));
        }
    }
}
