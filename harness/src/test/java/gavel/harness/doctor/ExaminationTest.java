package gavel.harness.doctor;

import static gavel.harness.doctor.Finding.Level.GOOD;
import static gavel.harness.doctor.Finding.Level.PROBLEM;
import static gavel.harness.doctor.Finding.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.Override;
import gavel.harness.config.Sizing;
import gavel.harness.host.HostFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExaminationTest {
    private static final HostFacts BIG = new HostFacts(8, 64L << 30, 48L << 30, 500L << 30, 100_000);

    @Test
    void aBigMachineIsGoodForEverything() {
        assertThat(Examination.of(configuration("load.users=1000"), BIG, 25)).allMatch(f -> f.level() == GOOD);
    }

    @Test
    void anOldJdkIsAProblem() {
        assertThat(only(Examination.of(configuration(), BIG, 21)).line())
                .isEqualTo("JDK: 21; needed is 25 or later: install one and set JAVA_HOME");
    }

    @Test
    void oneCoreIsOnlyAWarning() {
        HostFacts one = new HostFacts(1, 64L << 30, 48L << 30, 500L << 30, 100_000);

        assertThat(only(Examination.of(configuration(), one, 25)).level()).isEqualTo(WARNING);
    }

    @Test
    void tooLittleMemoryNamesWhatIsNeeded() {
        HostFacts small = new HostFacts(8, 2L << 30, 1L << 30, 500L << 30, 100_000);
        Configuration wanted = configuration("load.users=100");

        Finding finding = only(Examination.of(wanted, small, 25));

        assertThat(finding.level()).isEqualTo(PROBLEM);
        assertThat(finding.line())
                .startsWith("memory: 1024 MiB available of 2048; "
                        + Sizing.of(wanted).total(wanted) + " MiB are needed: not even one user would fit");
    }

    @Test
    void tooLittleMemoryNamesTheUsersThatWouldFit() {
        HostFacts machine = new HostFacts(2, 24L << 30, 22L << 30, 500L << 30, 2_000_000);
        Configuration wanted = configuration("load.users=100000");

        Finding finding = only(Examination.of(wanted, machine, 25).stream()
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
    void aFullDiskIsAProblem() {
        HostFacts full = new HostFacts(8, 64L << 30, 48L << 30, 10L << 20, 100_000);

        assertThat(only(Examination.of(configuration("load.users=400"), full, 25))
                        .line())
                .isEqualTo("disk: 10 MiB free; " + (600 + 400 / 4 + 400 / 2 + Math.round(0.05 * 400 * 100 / 60))
                        + " MiB are needed where the run directory is: make room");
    }

    @Test
    void fewDescriptorsAreAWarningUnknownOnesAreNot() {
        HostFacts few = new HostFacts(8, 64L << 30, 48L << 30, 500L << 30, 1_024);
        HostFacts unknown = new HostFacts(8, 64L << 30, 48L << 30, 500L << 30, -1);

        assertThat(only(Examination.of(configuration("load.users=1000"), few, 25))
                        .line())
                .contains("ulimit -n " + (512 + 7 * 1000));
        assertThat(Examination.of(configuration(), unknown, 25)).allMatch(f -> f.level() == GOOD);
    }

    private static Finding only(List<Finding> findings) {
        List<Finding> bad = findings.stream().filter(f -> f.level() != GOOD).toList();
        assertThat(bad).hasSize(1);
        return bad.getFirst();
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read("minimal", List.of(settings).stream().map(Override::parse).toList());
    }
}
