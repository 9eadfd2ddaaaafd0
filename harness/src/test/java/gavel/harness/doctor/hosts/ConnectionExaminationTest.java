package gavel.harness.doctor.hosts;

import static gavel.harness.doctor.Finding.Level.GOOD;
import static gavel.harness.doctor.Finding.Level.PROBLEM;
import static gavel.harness.doctor.Finding.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import gavel.harness.doctor.Finding;
import gavel.harness.doctor.hosts.Connections.Connection;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.run.FakeHost;
import gavel.harness.tier.TierRig;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two machines of application servers, one with everything else, and firewalls between them. */
class ConnectionExaminationTest {
    private static final String MACHINES = "hosts.machines=["
            + "{name: a1, address: 10.0.0.3, tiers: [appServers]}, "
            + "{name: a2, address: 10.0.0.4, tiers: [appServers]}, "
            + "{name: rest, address: 10.0.0.6, tiers: [services, relational, drivers]}]";

    private final FakeHost a1 = new FakeHost("a1");
    private final FakeHost a2 = new FakeHost("a2");
    private final FakeHost rest = new FakeHost("rest");
    private final FakeHost here = new FakeHost();

    private List<Finding> findings(Machines machines, String... settings) {
        return ConnectionExamination.of(
                TierRig.configuration(Stream.concat(Stream.of(MACHINES, "appServers.count=2"), Stream.of(settings))
                        .toArray(String[]::new)),
                machines,
                here);
    }

    private Machines all() {
        return new Machines(List.<Machine>of(a1, a2, rest), List.of());
    }

    /** Both servers have 3 data services elsewhere and people from elsewhere; Gavel reads a page of each, and the database. */
    @Test
    void whatIsAnsweredIsOneLine() {
        int sockets = 2 * 3 + 2 + 3;
        assertThat(findings(all()))
                .containsExactly(Finding.good("connections", sockets + " between machines get an answer"));
    }

    @Test
    void everyPortThatIsBlockedIsToldWithAllWhoNeedIt() {
        a1.silent(socket -> socket.startsWith("10.0.0.6:"));
        a2.silent(socket -> socket.startsWith("10.0.0.6:"));

        assertThat(findings(all())).allMatch(finding -> finding.level() == PROBLEM);
        assertThat(findings(all()))
                .extracting(Finding::line)
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("rest connections: no answer from 10.0.0.6:")
                                .endsWith(" (services, broker) to a1, a2; let the firewalls between them pass TCP"
                                        + " 15000 to 31999 (docs/reference/ports.md)"),
                        line -> assertThat(line).contains(" (services, documents) to a1, a2; "),
                        line -> assertThat(line).contains(" (relational, clients) to a1, a2; "));
    }

    @Test
    void aPortThatIsNamedIsTriedItself() {
        rest.silent(socket -> socket.equals("10.0.0.4:8081"));

        assertThat(findings(all(), "appServers.port=8080"))
                .extracting(Finding::line)
                .containsExactly("a2 connections: no answer from 10.0.0.4:8081 (appServers, http) to rest; "
                        + "let the firewalls between them pass TCP 8081 (docs/reference/ports.md)");
    }

    @Test
    void whatOnlyThisMachineCannotReadIsAWarning() {
        here.silent(_ -> true);

        assertThat(findings(all())).hasSize(3).allMatch(finding -> finding.level() == WARNING);
        assertThat(findings(all()))
                .extracting(Finding::line)
                .allMatch(line -> line.contains(" to this machine; let the firewalls "));
    }

    @Test
    void aMachineThatIsNotReachedIsNotTried() {
        here.silent(socket -> socket.startsWith("10.0.0.4:"));
        rest.silent(socket -> socket.startsWith("10.0.0.4:"));

        assertThat(findings(new Machines(List.<Machine>of(a1, rest), List.of(new Unreached("a2", "timed out", true)))))
                .isNotEmpty()
                .allMatch(finding -> finding.level() == GOOD);
    }

    /** Two web servers have the same port, and each knows its own. */
    @Test
    void serversThatTakeOverEachOthersAddressesDoNotConnectToEachOther() {
        List<Connection> connections = Connections.of(TierRig.configuration(
                "hosts.machines=[{name: w1, address: 10.0.0.1, tiers: [webServers]},"
                        + " {name: w2, address: 10.0.0.2, tiers: [webServers]},"
                        + " {name: app, address: 10.0.0.3, tiers: [appServers, services]},"
                        + " {name: load, address: 10.0.0.4, tiers: [drivers]}]",
                "webServers.implementation=nginx",
                "webServers.count=2",
                "virtualIps.implementation=keepalived",
                "virtualIps.addresses=[10.0.0.100, 10.0.0.101]"));

        assertThat(connections)
                .filteredOn(connection -> connection.to().tier().equals("webServers"))
                .filteredOn(connection -> connection.to().purpose().equals("https"))
                .extracting(Connection::tier, Connection::from, connection -> connection
                        .to()
                        .machine())
                .containsExactlyInAnyOrder(tuple("driver", "load", "w1"), tuple("driver", "load", "w2"));
        assertThat(connections)
                .filteredOn(connection -> connection.tier().equals("webServers"))
                .isNotEmpty()
                .allMatch(connection -> connection.to().machine().equals("app"));
    }
}
