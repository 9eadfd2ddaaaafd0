package gavel.harness.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machine.Said;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.run.FakeHost;
import gavel.harness.topology.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On machines that are simulated; what their shells answer is planted. */
class ServerInstallationTest {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<List<String>> installed = Collections.synchronizedList(new ArrayList<>());
    private final FakeHost front = new FakeHost("front");
    private final FakeHost data = new FakeHost("data");
    private final FakeHost rest = new FakeHost("rest");
    private boolean agrees = true;
    private List<Unreached> unreached = List.of();

    private static final Configuration CONFIGURATION = new Configurations(
                    Path.of("../deploy/configs"), Topologies::check)
            .read(new Configurations.Source("far.yaml", """
                            name: far
                            balancers: {implementation: haproxy}
                            webServers: {implementation: nginx}
                            relational: {implementation: postgresql}
                            hosts:
                              machines:
                              - {name: front, address: 10.0.0.2, tiers: [balancers, webServers]}
                              - {name: data, address: 10.0.0.3, tiers: [relational]}
                              - {name: rest, address: 10.0.0.4, tiers: [services, appServers, drivers]}
                            """, Path.of(".")), List.of());

    @BeforeEach
    void answer() {
        answers(front, "haproxy", "root", "apt", "lists", "offered haproxy 2.6", "offered nginx 1.22");
        front.installed("nginx", Path.of("/usr/sbin/nginx"));
        answers(data, "postgres", "sudo", "apt", "lists", "offered postgresql 15");
        answers(rest, "none", "apt");
    }

    /** Asked for packages it answers so; told to install them, it has the program. */
    private void answers(FakeHost host, String program, String... answer) {
        host.administered(command -> {
            if (command.getFirst().equals("sh")) {
                return new Said(0, List.of(answer));
            }
            installed.add(command);
            host.installed(program, Path.of("/usr/sbin", program));
            return new Said(0, List.of("install-servers: working"));
        });
    }

    private void install() {
        new ServerInstallation(
                        new Machines(List.of(front, data, rest), unreached),
                        Path.of("../deploy/install-servers.sh"),
                        () -> {
                            lines.add("asked");
                            return agrees;
                        },
                        lines::add)
                .run(CONFIGURATION);
    }

    @Test
    void whatIsMissingIsSaidAskedForAndInstalledByRootOrSudo() {
        install();

        assertThat(lines)
                .containsSubsequence("host front: haproxy 2.6", "asked")
                .contains(
                        "host data: postgresql 15, by sudo",
                        "host rest: everything is there",
                        "host front: install-servers: working");
        assertThat(installed).hasSize(2).anySatisfy(command -> {
            assertThat(command.subList(0, 2)).containsExactly("bash", "-c");
            assertThat(command.subList(3, command.size())).containsExactly("install-servers", "haproxy");
        });
        assertThat(installed).anySatisfy(command -> {
            assertThat(command.subList(0, 5)).containsExactly("sudo", "-n", "-u", "root", "bash");
            assertThat(command).endsWith("install-servers", "postgresql");
        });
    }

    @Test
    void whoDoesNotAgreeHasNothingChanged() {
        agrees = false;

        assertThatThrownBy(this::install).hasMessageStartingWith("nothing was installed");
        assertThat(installed).isEmpty();
    }

    @Test
    void whereEverythingIsThereNobodyIsAsked() {
        front.installed("haproxy", Path.of("/usr/sbin/haproxy"));
        data.installed("postgres", Path.of("/usr/lib/postgresql/15/bin/postgres"));

        install();

        assertThat(lines).hasSize(3).allMatch(line -> line.endsWith("everything is there"));
    }

    @Test
    void allProblemsAreToldTogetherBeforeAnythingIsDone() {
        answers(front, "haproxy", "root", "apt", "lists");
        answers(data, "postgres", "root");
        unreached = List.of(new Unreached("rest", "host rest: connection refused", true));

        assertThatThrownBy(() -> new ServerInstallation(
                                new Machines(List.of(front, data), unreached),
                                Path.of("unread"),
                                () -> true,
                                lines::add)
                        .run(CONFIGURATION))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("host rest: connection refused; where it is off, switch it on")
                .hasMessageContaining("host front: no package source of it has haproxy")
                .hasMessageContaining("host data: it has no apt-get");
        assertThat(installed).isEmpty();
    }

    @Test
    void withoutRootTheOthersAreServedAndTheAdministratorIsToldWhatToType() {
        answers(data, "postgres", "apt", "lists", "offered postgresql 15");

        assertThatThrownBy(this::install)
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("an administrator has to install what is missing on data: see above");

        assertThat(installed).hasSize(1);
        assertThat(lines)
                .contains("host data: postgresql 15, by an administrator")
                .containsSubsequence(
                        "    mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf",
                        "    apt-get update && apt-get install --no-install-recommends postgresql",
                        "    systemctl disable --now postgresql");
    }

    @Test
    void anAdministratorDisablesTheServicesThatThePackagesBring() {
        List<Program> programs = List.of(
                new Program("MariaDB", "mariadb-server", List.of("/usr/sbin/mariadbd"), null),
                new Program("Nginx", "nginx", List.of("/usr/sbin/nginx"), null),
                new Program("Apache httpd", "apache2-bin", List.of("/usr/sbin/apache2"), null));

        assertThat(new HostInstallation("data", programs, PackageState.of(List.of("apt"))).byHand())
                .contains("systemctl disable --now mariadb nginx");
        assertThat(new HostInstallation("data", programs.subList(2, 3), PackageState.of(List.of("apt"))).byHand())
                .noneMatch(line -> line.contains("systemctl"));
    }

    @Test
    void whatFailsOnOneMachineIsToldWithItsLastWordsAndTheOthersGoOn() {
        front.administered(command -> command.getFirst().equals("sh")
                ? new Said(0, List.of("root", "apt"))
                : new Said(3, List.of("E: no space left on device")));

        assertThatThrownBy(this::install)
                .hasMessage("host front: haproxy could not be installed (exit code 3)")
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .containsExactly("E: no space left on device"));
        assertThat(installed).hasSize(1);
    }

    @Test
    void aPackageThatIsThereWithoutItsProgramIsNoReasonToInstallItAgain() {
        answers(front, "haproxy", "root", "apt", "lists", "installed haproxy 2.6");

        assertThatThrownBy(this::install)
                .hasMessage("host front: package haproxy is installed, but there is still no HAProxy at"
                        + " /usr/sbin/haproxy, /usr/local/sbin/haproxy");
        assertThat(installed).isEmpty();
    }
}
