package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.kind.OutageKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run as somebody types it, and its report again. */
class RunCommandTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    @Test
    void aPassIsZeroAndEndsWithItsSummary() throws IOException {
        assertThat(rig.type("run --users 120 --name mine")).isZero();

        assertThat(rig.said())
                .contains("\nPASS  Every rule was kept")
                .endsWith("Report      " + rig.result().resolve("report.html"));
        assertThat(rig.result().getFileName()).hasToString("20260102-030405-mine");
        assertThat(new RunKind().read(rig.result()).run().command()).isEqualTo("gavel run --users 120 --name mine");
    }

    @Test
    void aBrokenRuleIsOne() {
        rig.run.driverReports(SampleResults.overloaded().load());

        assertThat(rig.type("run")).isEqualTo(1);
        assertThat(rig.said()).contains("\nFAIL  6.8 % of SearchItems");
        assertThat(rig.errors()).as("a verdict is no failure of the command").isEmpty();
    }

    @Test
    void aLostDriverIsTwo() {
        rig.run.driverReports(null);

        assertThat(rig.type("run")).isEqualTo(2);
        assertThat(rig.said()).contains("\nINVALID  no word for 3 s");
    }

    @Test
    void aServerThatDoesNotStartIsThreeWithTheTailOfItsLogAndAResult() throws IOException {
        rig.run.host.when("app1", () -> rig.run.host.process("app1").die());

        assertThat(rig.type("run")).isEqualTo(3);
        assertThat(rig.errors())
                .isEqualTo("  | last line of app1.log\n"
                        + "gavel: app1 ended before it was ready with exit code 1 (log: app1.log)\n");
        assertThat(new RunKind()
                        .read(rig.result())
                        .verdict()
                        .reasons()
                        .getFirst()
                        .rule())
                .isEqualTo("phase");
    }

    @Test
    void anInterruptIsItsOwnCodeAndItsOwnWord() {
        rig.run.generator.endless();
        rig.run.generator.meanwhile(rig.run.interruption::request);

        assertThat(rig.type("run")).isEqualTo(130);
        assertThat(rig.said()).contains("\nINTERRUPTED  ");
        assertThat(rig.errors()).startsWith("gavel: interrupted during: ");
    }

    @Test
    void twoRunsInOneSecondDoNotShareAResult() throws IOException {
        Files.createDirectories(home.resolve("results/20260102-030405-minimal"));

        rig.type("run");
        assertThat(home.resolve("results/20260102-030405-minimal-2/result.json"))
                .exists();
        assertThat(home.resolve("results/20260102-030405-minimal")).isEmptyDirectory();
    }

    @Test
    void repeatsAreResultsOfTheirOwnAndTheWorstOfThemIsTheAnswer() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        rig.run.host.when("app1", () -> {
            if (runs.incrementAndGet() == 2) {
                rig.run.driverReports(SampleResults.overloaded().load());
            } else {
                rig.run.driverReports(SampleResults.passed().load());
            }
        });
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("run --repeat 3 --name mine --junit " + xml)).isEqualTo(1);

        assertThat(rig.said())
                .contains("Repeats     3: 1 FAIL, 2 PASS")
                .endsWith("gavel compare 20260102-030405-mine,20260102-030405-mine-2,20260102-030405-mine-3 OTHERS");
        assertThat(Files.readString(xml))
                .contains("tests=\"21\"", "name=\"20260102-030405-mine-2 response\"><failure")
                .doesNotContain("name=\"20260102-030405-mine-3 response\"><failure");
    }

    /** Compare would refuse all of them for the one that says nothing. */
    @Test
    void onlyRepeatsThatCountAreNamedForAComparison() {
        AtomicInteger runs = new AtomicInteger();
        RuleOutcome busy = new RuleOutcome("driverBusy", "", Status.INVALID, "93 %", "80 %", "The driver was busy.");
        rig.run.host.when(
                "app1",
                () -> rig.run.driverReports(
                        (runs.incrementAndGet() == 2 ? SampleResults.passed(busy) : SampleResults.passed()).load()));

        assertThat(rig.type("run --repeat 3 --name mine")).isEqualTo(2);

        assertThat(rig.said()).endsWith("gavel compare 20260102-030405-mine,20260102-030405-mine-3 OTHERS");
    }

    @Test
    void repeatsEndWithTheFirstThatCannotBeMade() throws IOException {
        rig.run.host.when("app1", () -> rig.run.host.process("app1").die());

        assertThat(rig.type("run --repeat 3")).isEqualTo(3);
        try (Stream<Path> results = Files.list(home.resolve("results"))) {
            assertThat(results.filter(Files::isDirectory)).hasSize(1);
        }
        assertThat(rig.type("run --repeat 0")).isEqualTo(4);
        assertThat(rig.errors()).contains("--repeat must be >= 1: 0");
    }

    @Test
    void repeatsThatEndEarlyTellHowTheOthersAreMade() {
        AtomicInteger runs = new AtomicInteger();
        rig.run.host.when("app1", () -> {
            if (runs.incrementAndGet() == 2) {
                rig.run.host.process("app1").die();
            }
        });

        assertThat(rig.type("run --repeat 3 --name mine")).isEqualTo(3);

        assertThat(rig.said())
                .contains(
                        "Repeats     1 of 3 (20260102-030405-mine): `gavel run --repeat 2` with the same options makes"
                                + " the others");
    }

    @Test
    void aReportIsMadeAgainByTheNameOfItsResult() throws IOException {
        rig.type("run");
        Path report = rig.result().resolve("report.html");
        String first = Files.readString(report);
        Files.delete(report);

        assertThat(rig.type("report " + rig.result().getFileName())).isZero();
        assertThat(Files.readString(report)).isEqualTo(first);
        assertThat(rig.said()).startsWith("PASS  ");
    }

    @Test
    void aReportIsMadeAgainByThePathOfItsResult() throws IOException {
        rig.type("run");
        Files.delete(rig.result().resolve("report.html"));

        assertThat(rig.type("report " + rig.result())).isZero();
        assertThat(rig.result().resolve("report.html")).exists();
    }

    @Test
    void theReportOfAFailedRunIsNoFailedReport() throws IOException {
        rig.run.driverReports(SampleResults.overloaded().load());
        rig.type("run");

        assertThat(rig.type("report " + rig.result())).isZero();
        assertThat(rig.said()).startsWith("FAIL  ");
    }

    @Test
    void aResultThatCannotBeReadIsToldWithTheReason() throws IOException {
        rig.type("run");
        Files.writeString(rig.result().resolve("result.json"), "{\"schemaVersion\": ");

        assertThat(rig.type("report " + rig.result())).isEqualTo(4);
        assertThat(rig.errors())
                .contains("gavel: the result cannot be read: ", "result.json is not a result")
                .doesNotContain("\tat ");
    }

    @Test
    void aResultOfAnotherVersionIsNotMisread() throws IOException {
        rig.type("run");
        Path json = rig.result().resolve("result.json");
        Files.writeString(json, Files.readString(json).replaceFirst("\"schemaVersion\" : 2", "\"schemaVersion\" : 99"));

        assertThat(rig.type("report " + rig.result())).isEqualTo(4);
        assertThat(rig.errors()).contains("schemaVersion must be 2: 99", "read it with the version of Gavel");
    }

    @Test
    void aKindThatIsRegisteredIsReportedAndRefusedByACompareThatDoesNotKnowIt() throws IOException {
        OutageKind outage = new OutageKind();
        rig.kinds = new ResultKinds(List.of(new RunKind(), outage));
        rig.type("run");
        String run = rig.result().getFileName().toString();
        outage.write(
                new OutageKind.Outage(1, SampleResults.passed().run(), 60, 3.8, null), home.resolve("results/outage"));

        assertThat(rig.type("report outage")).isZero();
        assertThat(rig.said()).startsWith("The outage lost 3.8 s of service.");
        assertThat(rig.type("compare " + run + " outage")).isEqualTo(4);
        assertThat(rig.errors())
                .contains(
                        "outage cannot be compared, it is a trial: compare compares runs, peaks, and results of failover,"
                                + " elastic and isolate",
                        "kind differs: run / outage");
        assertThat(rig.type("report nowhere")).isEqualTo(4);
        assertThat(rig.errors()).contains("has none of result.json, outage.json");
    }
}
