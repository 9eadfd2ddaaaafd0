package gavel.harness.doctor.hosts;

import static gavel.harness.doctor.Finding.Level.GOOD;
import static gavel.harness.doctor.Finding.Level.PROBLEM;
import static gavel.harness.doctor.Finding.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.doctor.Finding;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.run.FakeHost;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Three machines of 4 GiB: two of application servers, one with everything else. */
class MachineExaminationTest {
    private static final String MACHINES = "hosts.machines=["
            + "{name: a1, address: 10.0.0.3, tiers: [appServers]}, "
            + "{name: a2, address: 10.0.0.4, tiers: [appServers]}, "
            + "{name: rest, address: 10.0.0.6, tiers: [services, relational, webServers, drivers]}]";
    private static final HostFacts FACTS = new HostFacts(2, 4L << 30, 3L << 30, 80L << 30, 20_000, 25);

    private final FakeHost a1 = host("a1");
    private final FakeHost a2 = host("a2");
    private final FakeHost rest = host("rest");

    private static FakeHost host(String name) {
        FakeHost host = new FakeHost(name);
        host.facts(FACTS);
        return host;
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        Stream.concat(Stream.of(MACHINES, "appServers.count=2"), Stream.of(settings))
                                .map(SettingOverride::parse)
                                .toList());
    }

    private List<String> problems(Machines machines, String... settings) {
        return MachineExamination.of(configuration(settings), machines).stream()
                .filter(finding -> finding.level() == PROBLEM)
                .map(Finding::line)
                .toList();
    }

    private Machines all() {
        return new Machines(List.<Machine>of(a1, a2, rest), List.of());
    }

    @Test
    void goodMachinesAreToldWithWhatTheyAre() {
        List<Finding> findings = MachineExamination.of(configuration(), all());

        assertThat(findings).allMatch(finding -> finding.level() == GOOD);
        assertThat(findings)
                .extracting(Finding::line)
                .contains(
                        "a1 host: 10.0.0.3, Debian, kernel 6.1, 2 cores of a processor",
                        "rest JDK: 25",
                        "a2 ports: free",
                        "a2 clock: +0.00 ms against this machine's, ± 0.00 ms",
                        "hosts of appServers: 2 that are equal");
    }

    @Test
    void everyProblemOfEveryHostIsInOneList() {
        a1.facts(new HostFacts(2, 4L << 30, 100L << 20, 10L << 20, 20_000, 25));
        rest.facts(new HostFacts(2, 4L << 30, 3L << 30, 80L << 30, 200, 25));
        rest.taken(8443);

        assertThat(problems(
                        new Machines(
                                List.<Machine>of(a1, rest),
                                List.of(new Unreached("a2", "no route to host: is it on?", false))),
                        "webServers.implementation=nginx",
                        "webServers.port=8443"))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("a1 memory: 100 MiB available of 4096; ")
                                .contains(" MiB are needed for app1: "),
                        line -> assertThat(line).startsWith("a1 disk: 10 MiB free"),
                        line -> assertThat(line).isEqualTo("a2: cannot be used; no route to host: is it on?"),
                        line -> assertThat(line).startsWith("rest descriptors: 200 for each process"),
                        line -> assertThat(line)
                                .startsWith(
                                        "rest Nginx: not installed; `gavel install` with the same configuration installs it"),
                        line -> assertThat(line).startsWith("rest ports: in use: [8443]"));
    }

    @Test
    void aMachineThatIsOffAndMayBeSwitchedOnIsNoProblem() {
        assertThat(problems(new Machines(
                        List.<Machine>of(a1, rest), List.of(new Unreached("a2", "connection timed out", true)))))
                .isEmpty();
    }

    @Test
    void machinesOfOneTierThatDifferAreWarnedOf() {
        a2.facts(new HostFacts(4, 8L << 30, 7L << 30, 80L << 30, 20_000, 25));

        assertThat(MachineExamination.of(configuration(), all()))
                .filteredOn(finding -> finding.level() == WARNING)
                .extracting(Finding::line)
                .containsExactly(
                        "hosts of appServers: differ in cores: 2 (a1), 4 (a2); memory: 4096 MiB (a1), 8192 MiB (a2);"
                                + " the weakest limits the tier: use equal machines");
    }

    @Test
    void hostsThatAreOneMachineAreWarnedOf() {
        AtomicLong kernel = new AtomicLong(5_000);
        a1.kernel("6c1f-1", kernel);
        a2.kernel("6c1f-2", new AtomicLong());
        rest.kernel("6c1f-1", kernel);

        assertThat(MachineExamination.of(configuration(), all()))
                .filteredOn(finding -> finding.level() == WARNING)
                .extracting(Finding::line)
                .containsExactly("hosts: a1, rest are one machine (the same kernel); they share its cores: a"
                        + " fair measurement needs separate machines");
    }

    @Test
    void machinesOfOneSnapshotAreMachinesOfTheirOwn() {
        a1.kernel("6c1f-1", new AtomicLong(5_000));
        a2.kernel("6c1f-1", new AtomicLong(5_700));
        rest.kernel("6c1f-1", new AtomicLong(4_200));

        assertThat(MachineExamination.of(configuration(), all()))
                .noneMatch(finding -> finding.line().contains("are one machine"));
    }

    @Test
    void aJdkThatIsMissingIsBrought() {
        a1.facts(new HostFacts(2, 4L << 30, 3L << 30, 80L << 30, 20_000, 17));

        assertThat(MachineExamination.of(configuration(), all()))
                .extracting(Finding::line)
                .contains("a1 JDK: no Java 25 or later: Gavel brings one");
    }

    @Test
    void anEmbeddedDatabaseNeedsTheProcessorItIsMadeFor() {
        Stream.of(a1, a2, rest).forEach(host -> host.says("uname", "aarch64"));

        assertThat(problems(all())).singleElement().satisfies(line -> assertThat(line)
                .startsWith("rest architecture: aarch64; the embedded database is for x86-64 only"));
        assertThat(problems(all(), "relational.implementation=postgresql"))
                .noneMatch(line -> line.contains("architecture"));
    }

    @Test
    void limitsBeyondTheCoresAreRefused() {
        assertThat(problems(all(), "appServers.cpu=3"))
                .hasSize(2)
                .allMatch(line -> line.contains(" is to have 3.0 cores of 2; fewer (hosts, appServers.cpu)"));
    }

    @Test
    void deploymentsSideBySideNeedTheirMemoryTogether() {
        Finding many = MachineExamination.memory(Collections.nCopies(100, configuration()), all());

        assertThat(many.level()).isEqualTo(PROBLEM);
        assertThat(many.line()).contains(" MiB are needed for 100 times ");
    }

    private static long planned(Configuration configuration) {
        return Burden.of(configuration).stream()
                .filter(burden -> burden.machine().name().equals("a1"))
                .mapToLong(Burden::mebibytes)
                .sum();
    }

    /** What the one needs twice is neither what both need. */
    @Test
    void deploymentsSideBySideMayDiffer() {
        Configuration small = configuration();
        Configuration large = configuration("appServers.memory=2g");
        long together = planned(small) + planned(large);
        HostFacts ample = new HostFacts(2, 64L << 30, 60L << 30, 80L << 30, 20_000, 25);
        a2.facts(ample);
        rest.facts(ample);

        for (List<Configuration> both : List.of(List.of(small, large), List.of(large, small))) {
            a1.facts(new HostFacts(2, 8L << 30, together << 20, 80L << 30, 20_000, 25));
            assertThat(MachineExamination.memory(both, all()).level()).isEqualTo(GOOD);
            a1.facts(new HostFacts(2, 8L << 30, (together - 1) << 20, 80L << 30, 20_000, 25));
            assertThat(MachineExamination.memory(both, all()).line())
                    .startsWith("a1 memory: " + (together - 1) + " MiB available of 8192; " + together
                            + " MiB are needed for 2 times app1");
        }
    }

    @Test
    void theScarcestMemoryAndDescriptorsBoundASearch() {
        assertThat(MachineExamination.memory(List.of(configuration()), all()).level())
                .isEqualTo(GOOD);
        a2.facts(new HostFacts(2, 4L << 30, 100L << 20, 80L << 30, 20_000, 25));
        assertThat(MachineExamination.memory(List.of(configuration()), all()).line())
                .startsWith("a2 memory: 100 MiB");

        int most = MachineExamination.usersConnected(configuration(), all());
        a1.facts(new HostFacts(2, 4L << 30, 3L << 30, 80L << 30, 2_000, 25));
        assertThat(MachineExamination.usersConnected(configuration(), all())).isLessThan(most);
    }
}
