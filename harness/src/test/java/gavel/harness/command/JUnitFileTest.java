package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.report.SampleResults;
import gavel.harness.run.FakeHost;
import gavel.harness.run.peak.FakeSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pipeline finds in the file it reads, where an earlier build left a green one: never the earlier one. */
class JUnitFileTest {
    private static final String GREEN = "<testsuite name=\"gavel\" tests=\"1\" failures=\"0\" errors=\"0\"/>";
    private static final String SWEEP = "scale --app-servers 1,2 --set appServers.cpu=0.1 --probes 4";

    @TempDir
    Path home;

    private CommandRig rig;
    private Path xml;

    @BeforeEach
    void leaveAGreenFile() throws IOException {
        rig = new CommandRig(home);
        xml = Files.writeString(home.resolve("gavel.xml"), GREEN);
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --repeat 0               | gavel run   | --repeat must be &gt;= 1: 0
            run --users 0                | gavel run   | users must be &gt; 0: 0
            run --user 5                 | gavel run   | did you mean &#39;--users&#39;?
            peak --most 300 --at-least x | gavel peak  | must be a whole number: x
            peak --resume nothing        | gavel peak  | no search can be resumed from
            scale --at-least NaN         | gavel scale | --at-least must be a percentage &gt;= 0: NaN
            scale --app-servers 3        | gavel scale | a curve needs at least two numbers of servers: 3
            """)
    void badInputIsAnErrorOfTheSuite(String typed, String command, String message) {
        assertThat(rig.type(typed + " --junit " + xml)).isEqualTo(4);

        assertThat(xml)
                .content()
                .contains("tests=\"1\" failures=\"0\" errors=\"1\"", "name=\"" + command + "\"><error ", message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "peak", "scale --app-servers 1,2 --set appServers.cpu=0.1"})
    void noDirectoryIsMadeForTheFile(String command) {
        Path misspelt = home.resolve("taget/gavel.xml");

        assertThat(rig.type(command + " --seed x --junit " + misspelt)).isEqualTo(4);
        assertThat(rig.errors())
                .contains("the directory of the outcome does not exist: " + misspelt.getParent() + " (--junit)")
                .contains("seed must be a whole number: x");
        assertThat(rig.type(command + " --sed x --junit " + misspelt)).isEqualTo(4);
        assertThat(misspelt.getParent()).doesNotExist();
    }

    @Test
    void argumentsThatCannotBeReadMayNameTheFileInEitherWay() {
        assertThat(rig.type("run --junit=" + xml + " --user 5")).isEqualTo(4);

        assertThat(xml).content().contains("errors=\"1\"", "--user");
        assertThat(rig.type("run --user 5 --junit")).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "peak"})
    void aDeploymentThatCannotBeIsAnErrorOfTheSuite(String command) {
        rig.run.another = command.equals("peak") ? new FakeSystem(420) : null;
        rig.run.host.when("app1", FakeHost.failing("no memory left"));

        assertThat(rig.type(command + " --junit " + xml)).isEqualTo(3);

        assertThat(xml)
                .content()
                .contains("errors=\"1\"", "no memory left")
                .doesNotContain("name=\"gavel " + command + "\"><");
    }

    @Test
    void whatCannotBeginIsAnErrorOfTheSuite() throws IOException {
        standInTheWayOf("20260102-030405-minimal");

        assertThat(rig.type("run --junit " + xml)).isEqualTo(3);

        assertThat(xml)
                .content()
                .contains("tests=\"1\" failures=\"0\" errors=\"1\"", "name=\"gavel run\"><error message=\"");
        assertThat(rig.type("run")).as("without the option nothing is written").isEqualTo(3);
    }

    @Test
    void anInterruptBeforeThereIsAResultIsAnErrorOfTheSuite() throws IOException {
        standInTheWayOf("20260102-030405-minimal");
        rig.run.interruption.request();

        assertThat(rig.type("run --junit " + xml)).isEqualTo(130);

        assertThat(xml).content().contains("tests=\"1\" failures=\"0\" errors=\"1\"", "message=\"interrupted");
    }

    @Test
    void anOutcomeThatEndsTheCommandIsToldOnce() {
        rig.run.host.when("app1", () -> rig.run.host.process("app1").die());

        assertThat(rig.type("run --junit " + xml)).isEqualTo(3);

        assertThat(xml)
                .content()
                .contains("tests=\"7\" failures=\"0\" errors=\"1\" skipped=\"6\"", "app1 ended before it was ready");
    }

    @Test
    void theRunsBeforeTheOneThatCannotBeginStayInTheSuite() throws IOException {
        standInTheWayOf("20260102-030405-mine-2");

        assertThat(rig.type("run --repeat 3 --name mine --junit " + xml)).isEqualTo(3);

        assertThat(xml)
                .content()
                .contains(
                        "tests=\"8\" failures=\"0\" errors=\"1\"",
                        "name=\"trusted\"/>",
                        "name=\"response\"/>",
                        "name=\"gavel run\"><error ");
    }

    /** Whoever is killed says nothing any more: what stands in the file by then is what a pipeline reads. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "peak", "scale --app-servers 1,2 --set appServers.cpu=0.1"})
    void untilACommandEndsItsFileIsAnError(String command) {
        List<String> seen = new ArrayList<>();
        rig.run.another = command.equals("run") ? null : new FakeSystem(420);
        rig.run.host.when("app1", () -> seen.add(content(xml)));

        rig.type(command + " --junit " + xml);

        assertThat(seen).isNotEmpty().allSatisfy(then -> assertThat(then)
                .contains("tests=\"1\" failures=\"0\" errors=\"1\"", "did not end: it was killed, or it still runs"));
        assertThat(xml).content().doesNotContain("did not end");
        assertThat(home.resolve("gavel.xml.partial")).doesNotExist();
    }

    @Test
    void theRunsThatPassedDoNotSpeakForThoseThatDidNotEnd() {
        List<String> seen = new ArrayList<>();
        rig.run.host.when("app1", () -> seen.add(content(xml)));

        assertThat(rig.type("run --repeat 2 --junit " + xml)).isZero();

        assertThat(seen.getLast())
                .contains("tests=\"8\" failures=\"0\" errors=\"1\"", "name=\"gavel run\"><error ", "did not end");
        assertThat(xml).content().contains("tests=\"14\" failures=\"0\" errors=\"0\"");
    }

    @Test
    void aLinkStaysOneAndWhatItLeadsToIsReplaced() throws IOException {
        Path link = Files.createSymbolicLink(home.resolve("latest.xml"), xml);
        List<String> seen = new ArrayList<>();
        rig.run.host.when("app1", () -> seen.add(content(xml)));

        assertThat(rig.type("run --junit " + link)).isZero();

        assertThat(seen.getFirst()).contains("did not end");
        assertThat(link).isSymbolicLink();
        assertThat(xml).content().contains("tests=\"7\" failures=\"0\" errors=\"0\"");
    }

    @Test
    void aFileThatCannotBeWrittenIsKnownBeforeAnythingIsStarted() throws IOException {
        Files.createDirectories(home.resolve("gavel.xml.partial/full"));

        assertThat(rig.type("run --junit " + xml)).isEqualTo(3);

        assertThat(rig.errors()).contains("the outcome cannot be written to " + xml);
        assertThat(home.resolve("results")).doesNotExist();
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What has the name of a run's deployment and is none. */
    private void standInTheWayOf(String deployment) throws IOException {
        Files.createDirectories(home.resolve(".gavel"));
        Files.writeString(home.resolve(".gavel").resolve(deployment), "not a directory");
    }

    /** The command ended with 0, and a pipeline that reads its file stopped. */
    @Test
    void aSearchThatIsLeftOutIsNoErrorOfTheOthers() {
        AtomicInteger deployments = new AtomicInteger();
        rig.run.host.when("app1", () -> {
            FakeSystem system = new FakeSystem(400 + 10 * deployments.incrementAndGet());
            if (deployments.get() == 2) {
                system.reports(SampleResults.passed(new RuleOutcome(
                                "driverBusy", "", Status.INVALID, "93 %", "80 %", "The driver was the limit."))
                        .load());
            }
            rig.run.another = system;
        });

        assertThat(rig.type("peak --repeat 3 --probes 6 --junit " + xml)).isZero();

        assertThat(rig.said()).contains("Invalid, and left out: 1.");
        assertThat(xml)
                .content()
                .contains("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"1\"", "The driver was the limit.");
    }

    @Test
    void aSweepHasItsSuite() {
        rig.run.another = new FakeSystem(420);

        assertThat(rig.type(SWEEP + " --junit " + xml))
                .as("nothing was collected, so no point counts")
                .isEqualTo(2);

        assertThat(xml)
                .content()
                .contains(
                        "tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"2\"",
                        "name=\"efficiency\"><error message=\"There is no slope",
                        "name=\"2 application servers\"><skipped message=\"nothing is known about the processors\"");
    }

    @Test
    void dataThatASearchOfASweepLostAreAFailureOfItsSuite() {
        rig.run.another = new FakeSystem(420);
        rig.run.host.auditFinds(2, 3);

        assertThat(rig.type(SWEEP + " --junit " + xml)).isEqualTo(1);

        assertThat(xml)
                .content()
                .contains("tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"1\"")
                .containsPattern("name=\"data of [12] application servers?\"><failure message=\"[^\"]*3 violations");
    }

    @Test
    void aGapOfASweepIsAnErrorOfItsSuite() {
        rig.run.another = new FakeSystem(420);
        rig.run.host.when("app2", FakeHost.failing("no memory left"));

        assertThat(rig.type(SWEEP + " --at-least 85 --junit " + xml)).isEqualTo(3);

        assertThat(xml)
                .content()
                .contains("tests=\"3\" failures=\"0\" errors=\"2\"", "1 of 2 searches ended", "no memory left");
    }

    @Test
    void aDirectoryIsNoFileAndStays() throws IOException {
        Path directory = Files.createDirectories(home.resolve("build"));

        assertThat(rig.type("run --junit " + directory)).isEqualTo(4);

        assertThat(rig.errors()).contains("the outcome needs a file, and this is a directory: " + directory);
        assertThat(directory).isEmptyDirectory();
    }
}
