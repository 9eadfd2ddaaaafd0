package gavel.harness.doctor;

import static gavel.harness.doctor.Finding.Level.GOOD;
import static gavel.harness.doctor.Finding.Level.PROBLEM;
import static gavel.harness.doctor.Finding.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.platform.HostFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExaminationTest {
    private static final HostFacts BIG = new HostFacts(8, 64L << 30, 48L << 30, 500L << 30, 100_000, 25);

    @Test
    void aBigMachineIsGoodForEverything() {
        assertThat(Examination.of(configuration("load.users=1000"), BIG))
                .isNotEmpty()
                .allMatch(f -> f.level() == GOOD);
    }

    @Test
    void plainTrafficBetweenMachinesIsOneLineWithWhatToDo() {
        String machines = "hosts.machines=[{name: one, address: 10.0.0.1, tiers: [appServers, drivers]},"
                + " {name: two, address: 10.0.0.2, tiers: [services]}]";

        assertThat(Examination.encryption(configuration(machines)))
                .extracting(Finding::line)
                .containsExactly(
                        "encryption: traffic between machines is plain, passwords included; encryption.betweenTiers: true encrypts it,"
                                + " or keep these machines in a network of their own");
        assertThat(Examination.encryption(configuration(machines, "encryption.betweenTiers=true")))
                .isEmpty();
        assertThat(Examination.encryption(configuration()))
                .as("nobody is between tiers of one machine")
                .isEmpty();
        assertThat(only(Examination.encryption(configuration("platform=kubernetes")))
                        .line())
                .contains("let the network of the cluster encrypt it");
    }

    @Test
    void anOldJdkIsAProblem() {
        HostFacts old = new HostFacts(8, 64L << 30, 48L << 30, 500L << 30, 100_000, 21);

        assertThat(only(Examination.of(configuration(), old)).line())
                .isEqualTo("JDK: 21; needed is 25 or later: install one and set JAVA_HOME");
    }

    @Test
    void oneCoreIsOnlyAWarning() {
        HostFacts one = new HostFacts(1, 64L << 30, 48L << 30, 500L << 30, 100_000, 25);

        assertThat(only(Examination.of(configuration(), one)).level()).isEqualTo(WARNING);
    }

    @Test
    void tooLittleMemoryNamesWhatIsNeeded() {
        HostFacts small = new HostFacts(8, 2L << 30, 1L << 30, 500L << 30, 100_000, 25);
        Configuration wanted = configuration("load.users=100");

        Finding finding = only(Examination.of(wanted, small));

        assertThat(finding.level()).isEqualTo(PROBLEM);
        assertThat(finding.line())
                .startsWith("memory: 1024 MiB available of 2048; "
                        + Sizing.of(wanted).total(wanted) + " MiB are needed: not even one user would fit");
    }

    @Test
    void tooLittleMemoryNamesTheUsersThatWouldFit() {
        HostFacts machine = new HostFacts(2, 24L << 30, 22L << 30, 500L << 30, 2_000_000, 25);
        Configuration wanted = configuration("load.users=100000");

        Finding finding = only(Examination.of(wanted, machine).stream()
                .filter(each -> each.subject().equals("memory"))
                .toList());

        Matcher fitting = Pattern.compile("at most (\\d+) users fit").matcher(finding.line());
        assertThat(fitting.find()).as(finding.line()).isTrue();
        int users = Integer.parseInt(fitting.group(1));
        assertThat(Examination.memory(configuration("load.users=" + users), machine)
                        .level())
                .isEqualTo(GOOD);
        assertThat(Examination.memory(configuration("load.users=" + (users + 100)), machine)
                        .level())
                .isEqualTo(PROBLEM);
    }

    @Test
    void deploymentsThatFitAloneMayNotFitTogether() {
        Configuration one = configuration("load.users=1000");
        long each = Sizing.of(one).total(one);
        List<Configuration> two = List.of(one, one);

        assertThat(Examination.memoryTogether(two, 0, available(2 * each)).level())
                .isEqualTo(GOOD);
        Finding finding = Examination.memoryTogether(two, 0, available(2 * each - 1));
        assertThat(finding.level()).isEqualTo(PROBLEM);
        assertThat(finding.line())
                .contains(
                        2 * each + " MiB are needed by 2 deployments together, each for up to 1,000 users: at most 99")
                .contains(" users each fit, or fewer deployments");
        assertThat(Examination.memoryTogether(two, -100, available(2 * each - 100))
                        .level())
                .as("what they share is there once")
                .isEqualTo(GOOD);
        assertThat(Examination.memoryTogether(two, 0, available(100)).line())
                .contains("up to 1,000 users: fewer deployments, or less memory");
    }

    private static HostFacts available(long mebibytes) {
        return new HostFacts(8, 64L << 30, mebibytes << 20, 500L << 30, 100_000, 25);
    }

    @Test
    void aFullDiskIsAProblem() {
        HostFacts full = new HostFacts(8, 64L << 30, 48L << 30, 10L << 20, 100_000, 25);

        assertThat(only(Examination.of(configuration("load.users=400"), full)).line())
                .isEqualTo("disk: 10 MiB free; " + (650 + 400 / 4 + 400 / 2 + Math.round(0.05 * 400 * 100 / 60))
                        + " MiB are needed for the run directory: make room");
    }

    /** Three members have 233 MiB of pictures each, and as much in their oplogs. */
    @Test
    void aReplicaSetOnOneMachineNeedsTheDiskOfItsMembers() {
        HostFacts full = new HostFacts(8, 64L << 30, 48L << 30, 10L << 20, 100_000, 25);

        assertThat(only(Examination.of(
                                configuration(
                                        "load.users=400",
                                        "documents.implementation=mongodb",
                                        "documents.topology=replicaset"),
                                full))
                        .line())
                .startsWith("disk: 10 MiB free; " + (650 + 400 / 4 + 1_400) + " MiB are needed");
    }

    /** 20,000 less 256 of an application server's own are 19,744: 3,948 users with 5 connections, 2,820 with 7. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2820 | GOOD    | descriptors: 20000 for each process, enough for 3,948 users (driver 5, application server 5 a user)
            2821 | WARNING | open more, up to 20003 in the application server: enough in any case for 2,820 users
            3948 | WARNING | up to 27892 in the application server
            3949 | PROBLEM | 20001 are needed in the application server: fewer users (load.users)
            """)
    void descriptorsSayHowManyUsersTheyBear(int users, Finding.Level level, String words) {
        Finding finding = Examination.descriptors(configuration("load.users=" + users), withDescriptors(20_000));

        assertThat(finding.level()).isEqualTo(level);
        assertThat(finding.line()).contains(words).contains("enough for 3,948 users");
    }

    @Test
    void unknownDescriptorsAreNoFault() {
        assertThat(Examination.descriptors(configuration(), withDescriptors(-1)).level())
                .isEqualTo(GOOD);
        assertThat(Examination.descriptors(configuration(), withDescriptors(Long.MAX_VALUE))
                        .level())
                .isEqualTo(GOOD);
    }

    private static HostFacts withDescriptors(long limit) {
        return new HostFacts(8, 64L << 30, 48L << 30, 500L << 30, limit, 25);
    }

    private static Finding only(List<Finding> findings) {
        List<Finding> bad = findings.stream().filter(f -> f.level() != GOOD).toList();
        assertThat(bad).hasSize(1);
        return bad.getFirst();
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }
}
