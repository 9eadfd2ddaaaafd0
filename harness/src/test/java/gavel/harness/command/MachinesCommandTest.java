package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.RunKind;
import gavel.harness.platform.HostFacts;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands for a configuration that names machines; these are simulated. */
class MachinesCommandTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void configure() throws IOException {
        rig = new CommandRig(home);
        Files.writeString(home.resolve("hosts.yaml"), """
                name: hosts
                hosts:
                  machines:
                    - {name: a1, address: 10.0.0.3, tiers: [appServers], powerOn: "true", powerOff: "true"}
                    - {name: a2, address: 10.0.0.4, tiers: [appServers]}
                    - {name: db, address: 10.0.0.5, tiers: [services]}
                    - {name: load, address: 10.0.0.6, tiers: [drivers]}
                """);
    }

    private int type(String command) {
        return rig.type(command.replace("FILE", home.resolve("hosts.yaml").toString()));
    }

    @Test
    void planShowsWhatRunsWhereAndWhatIsNotNeeded() {
        assertThat(type("plan -c FILE")).isZero();

        assertThat(rig.said())
                .containsPattern("app1 +appServers +a1 ")
                .containsPattern("embedded-services +services +db ")
                .containsPattern("driver1 +driver +load ")
                .containsPattern("audit +tools +a1 ")
                .containsPattern("machine a1 +10\\.0\\.0\\.3, switched on where it is off, \\d+ MiB at once")
                .containsPattern("machine a2 +10\\.0\\.0\\.4, not needed for so many instances");
    }

    @Test
    void doctorLooksAtEveryMachine() {
        rig.run.away.put("db", "connection refused: is sshd running there?");
        rig.run.away.put("a1", "no route to host");

        assertThat(type("doctor -c FILE")).isEqualTo(3);

        assertThat(rig.said())
                .contains(
                        "✓ a1: is off, and would be switched on: no route to host",
                        "✗ db: cannot be used; connection refused: is sshd running there?",
                        "✓ load host: 10.0.0.6, Debian, kernel 6.1, 2 cores of a processor",
                        "✓ load memory: ",
                        "✓ load clock: ")
                .doesNotContain("a2");
    }

    @Test
    void installSaysWhatEachMachineNeedsAndAsksNobodyWhereThatIsNothing() {
        assertThat(type("install -c FILE")).isZero();

        assertThat(rig.said())
                .contains("host db: everything is there", "every server of hosts is installed")
                .doesNotContain("[y/N]", "a2");
    }

    @Test
    void installIsNotBegunWhereAMachineCannotBeReached() {
        rig.run.away.put("db", "host db: connection refused: is sshd running there?");
        rig.run.away.put("a1", "host a1: no route to host");

        assertThat(type("install -c FILE --yes")).isEqualTo(3);

        assertThat(rig.errors())
                .contains(
                        "gavel: host db: connection refused: is sshd running there?",
                        "gavel: host a1: no route to host; where it is off, switch it on");
    }

    @Test
    void nothingIsStartedWhereAMachineCannotBearItsPart() {
        rig.run.host.facts(new HostFacts(2, 1L << 30, 100L << 20, 80L << 30, 20_000, 25));

        assertThat(type("run -c FILE")).isEqualTo(3);

        assertThat(rig.errors())
                .contains("the hosts are not ready for the run", "a1 memory: 100 MiB", "db memory: 100 MiB");
        assertThat(rig.run.host.diary()).isEmpty();
    }

    @Test
    void nothingIsStartedWhereAFirewallIsBetweenMachines() {
        rig.run.silent = socket -> socket.startsWith("10.0.0.5:");

        assertThat(type("doctor -c FILE")).isEqualTo(3);
        assertThat(rig.said())
                .containsPattern("✗ db connections: no answer from 10\\.0\\.0\\.5:\\d+ \\(services, broker\\) to a1; ");

        assertThat(type("run -c FILE")).isEqualTo(3);
        assertThat(rig.errors())
                .contains(
                        "the hosts are not ready for the run",
                        "(services, broker) to a1; ",
                        "(services, documents) to a1; ",
                        "(relational, clients) to a1; let the firewalls between them pass TCP 15000 to 31999"
                                + " (docs/reference/ports.md)");
        assertThat(rig.run.host.diary())
                .as("nothing is started, nor is this machine watched, which is not measured")
                .isEmpty();
    }

    @Test
    void aRunDisclosesEveryMachine() throws IOException {
        assertThat(type("run -c FILE --app-servers 2")).isZero();

        RunResult result = new RunKind().read(rig.result());
        assertThat(result.disclosure().hosts()).hasSize(4);
        assertThat(result.disclosure().host().cores()).isEqualTo(2);
        assertThat(result.disclosure().sharedCores()).isFalse();
        assertThat(result.disclosure().configuration()).contains("platform: ssh", "name: \"a1\"");
        assertThat(result.disclosure().machines())
                .extracting(Disclosure.Host::os)
                .containsOnly("Debian");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void aDeploymentIsUsedAndRemovedByLaterCommands() {
        assertThat(type("up -c FILE --set appServers.most=2")).isZero();
        assertThat(type("status")).isZero();
        assertThat(rig.said()).contains("  running   app1 ").doesNotContain("app2");

        assertThat(type("run --deployment hosts")).isZero();
        assertThat(type("down")).isZero();
        assertThat(rig.deployment("hosts")).doesNotExist();
    }

    @Test
    void aSweepNeedsAMachineForEachServerOrQuotas() {
        assertThat(type("scale -c FILE --app-servers 1..3")).isEqualTo(4);
        assertThat(rig.errors()).contains("each of 3 application servers needs a machine to itself");
        assertThat(rig.run.host.diary()).isEmpty();
    }

    @Test
    void machinesStayOnWhereThatIsAsked() throws IOException {
        type("up -c FILE --keep-hosts");

        assertThat(rig.deployment("hosts").resolve("configuration.yaml"))
                .content()
                .contains("keepOn: true");
    }
}
