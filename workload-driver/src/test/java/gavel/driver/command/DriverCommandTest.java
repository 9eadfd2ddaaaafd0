package gavel.driver.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.agent.FakeGenerator;
import gavel.driver.api.AgentJson;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.HttpVersion;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoopCapacity;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.api.shape.SessionArrivals.Process;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DriverCommandTest {
    private final FakeGenerator generator = new FakeGenerator();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aRunShowsProgressAndASummaryAndItsVerdict() {
        generator.ends(FakeGenerator.report(Status.PASS, Status.INFO));

        assertThat(run("run", "--target", "http://127.0.0.1:1", "--users", "100"))
                .isZero();

        assertThat(out.toString())
                .contains("1 s  MEASURE      100 users     19 ops    1 late    0 failed  driver 25 %  Home max 12.3 ms")
                .contains("Home                     3     1      1    2.0 ms         -    4.0 ms    4.0 ms")
                .endsWith("PASS with 100 users\n");
    }

    @Test
    void invalidComesBeforeFail() {
        generator.ends(FakeGenerator.report(Status.FAIL, Status.INVALID));

        assertThat(run("run", "--target", "http://127.0.0.1:1", "--users", "100"))
                .isEqualTo(2);
        assertThat(out.toString()).endsWith("INVALID: Home is INVALID\n").doesNotContain("PASS with");
    }

    @Test
    void everyReasonIsTold() {
        generator.ends(FakeGenerator.report(Status.INVALID, Status.PASS, Status.INVALID, Status.FAIL));

        assertThat(run("run", "--target", "http://127.0.0.1:1", "--users", "100"))
                .isEqualTo(2);
        assertThat(out.toString()).endsWith("INVALID: Home is INVALID\n  also: Home is INVALID again\n");
    }

    @Test
    void aFailedRunSaysWhichRuleBroke() {
        generator.ends(FakeGenerator.report(Status.PASS, Status.FAIL));

        assertThat(run("run", "--target", "http://127.0.0.1:1", "--users", "100"))
                .isEqualTo(1);
        assertThat(out.toString()).endsWith("FAIL: Home is FAIL\n");
    }

    @Test
    void optionsReachTheGenerator(@TempDir Path directory) throws IOException {
        generator.ends(FakeGenerator.report());
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        Path output = directory.resolve("made/for/it");

        int exit = run(
                "run",
                "--target",
                "http://a:1",
                "--target",
                "http://b:2",
                "--users",
                "8",
                "--duration",
                "2m",
                "--ramp",
                "0s",
                "--seed",
                "99",
                "--loops",
                "2",
                "--http",
                "auto",
                "--password-file",
                password.toString(),
                "--output",
                output.toString());

        assertThat(exit).as(err.toString()).isZero();
        assertThat(generator.spec.targets()).hasSize(2);
        assertThat(generator.spec.users()).isEqualTo(8);
        assertThat(generator.spec.phases().measureSeconds()).isEqualTo(120);
        assertThat(generator.spec.phases().rampSeconds()).isZero();
        assertThat(generator.spec.seed()).isEqualTo(99);
        assertThat(generator.spec.engine().http()).isEqualTo(HttpVersion.AUTO);
        assertThat(generator.spec.accounts().emailPattern()).isEqualTo("u%d@gavel.example");
        assertThat(generator.spec.accounts().last()).isEqualTo(40);
        assertThat(generator.spec.accounts().password()).isEqualTo("secret");
        assertThat(output.resolve("report.json")).exists();
        assertThat(output.resolve("answered-bids.csv")).exists();
        assertThat(generator.told).last().isEqualTo("close");
    }

    @Test
    void theReportIsKeptWhereTheAnsweredBidsCannotBeHad(@TempDir Path directory) {
        generator.ends(FakeGenerator.report(Status.PASS));
        generator.withoutBids = new AgentLostException("driver2 does not answer any more", null);

        assertThat(run("run", "--target", "http://a:1", "--users", "8", "--output", directory.toString()))
                .isEqualTo(3);

        assertThat(err.toString()).isEqualTo("driver2 does not answer any more\n");
        assertThat(directory.resolve("report.json")).exists();
    }

    @Test
    void agentsWithoutAPortOrNamedTwiceAreRefused() {
        assertThat(run(
                        "run",
                        "--target",
                        "http://a:1",
                        "--users",
                        "8",
                        "--key-file",
                        "/no/such/file",
                        "--agents",
                        "10.0.0.5:7500,10.0.0.6,[::1]:7500,10.0.0.5:7500,b:75x"))
                .isEqualTo(4);

        assertThat(err.toString().lines())
                .containsExactly(
                        "an agent must be HOST:PORT, such as 10.0.0.5:7500: 10.0.0.6 (--agents)",
                        "an agent must be named once: 10.0.0.5:7500 (--agents)",
                        "an agent must be HOST:PORT, such as 10.0.0.5:7500: b:75x (--agents)");
    }

    @Test
    void badArgumentsAreToldInOneSentence() {
        assertThat(run("run", "--target", "http://a:1", "--users", "-5")).isEqualTo(4);
        assertThat(run("run", "--target", "http://a:1", "--users", "5", "--http", "3"))
                .isEqualTo(4);
        assertThat(err.toString()).isEqualTo("users must be > 0: -5\nhttp must be auto, 1.1 or 2: 3\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --duration 0s                  | the measurement must take at least 1 s: 0
            --duration 1500ms              | must be whole seconds, at most 168h: 1500ms
            --duration 200h                | must be whole seconds, at most 168h: 200h
            --duration -5s                 | must be a length of time such as 500ms, 30s, 1m30s or 1h: -5s
            --target http://b:1/app        | a target must be http://host:port or https://host:port and nothing else: http://b:1/app
            --target http://b:1/?x=1       | and nothing else: http://b:1/?x=1
            --target http://me:secret@b:1  | and nothing else: http://me:secret@b:1
            --target ftp://b:1             | and nothing else: ftp://b:1
            --target b:1                   | and nothing else: b:1
            --loops -1                     | --loops must be >= 0: -1
            --max-connections -1           | --max-connections must be >= 0: -1
            --accounts -1                  | --accounts must be >= 0: -1
            """)
    void nothingThatWasTypedIsDropped(String typed, String message) {
        assertThat(run(("run --target http://a:1 --users 5 " + typed).split(" ")))
                .isEqualTo(4);
        assertThat(err.toString()).contains(message);
        assertThat(generator.spec).isNull();
    }

    @Test
    void aPathTellsHowManyUsersAndHowLong(@TempDir Path directory) throws IOException {
        generator.ends(FakeGenerator.report());
        Path csv = Files.writeString(directory.resolve("day.csv"), "seconds,users\n0,10\n90,30\n");

        assertThat(run("run", "--target", "http://a:1", "--path", csv.toString()))
                .isZero();
        assertThat(generator.spec.users()).isEqualTo(30);
        assertThat(generator.spec.phases().measureSeconds()).isEqualTo(90);
        assertThat(generator.spec.accounts().last()).isEqualTo(150);
        assertThat(generator.spec.shape().path().users(45)).isEqualTo(20);

        assertThat(run("run", "--target", "http://a:1", "--steps", "0s=10,1m=20,2m=20"))
                .isZero();
        assertThat(generator.spec.shape().path().users(59)).isEqualTo(10);
        assertThat(run("run", "--target", "http://a:1", "--ramps", "0s=10,1m=20"))
                .isZero();
        assertThat(generator.spec.shape().path().users(30)).isEqualTo(15);
        assertThat(run("run", "--target", "http://a:1", "--users", "50", "--arrivals", "poisson:0.25"))
                .isZero();
        assertThat(generator.spec.shape().arrivals()).isEqualTo(new SessionArrivals(Process.POISSON, 0.25));
        assertThat(generator.spec.phases().measureSeconds()).isEqualTo(60);
    }

    @Test
    void aPathThatCannotBeFollowedIsRefused(@TempDir Path directory) throws IOException {
        Path csv = Files.writeString(directory.resolve("day.csv"), "0,10\nlater,30\n");

        assertThat(run("run", "--target", "http://a:1", "--path", csv.toString()))
                .isEqualTo(4);
        assertThat(err.toString()).contains("such as 90,200: later,30 (" + csv + ":2)");
        assertThat(run("run", "--target", "http://a:1", "--ramps", "0s=10,1m=20", "--users", "100"))
                .isEqualTo(4);
        assertThat(err.toString()).endsWith("users must be the most of the path, 20: 100\n");
        assertThat(run("run", "--target", "http://a:1", "--ramps", "0s=10,1m=20", "--path", "x.csv"))
                .isEqualTo(4);
        assertThat(run("run", "--target", "http://a:1", "--users", "9", "--arrivals", "often"))
                .isEqualTo(4);
        assertThat(err.toString()).endsWith("constant:2.5 or poisson:2.5: often\n");
        assertThat(run("run", "--target", "http://a:1")).isEqualTo(4);
        assertThat(err.toString()).endsWith("--users is missing: the number of simulated users\n");
    }

    @Test
    void aDurationWithoutAUnitIsRefused() {
        assertThat(run("run", "--target", "http://a:1", "--users", "5", "--duration", "60"))
                .isEqualTo(4);
        assertThat(err.toString()).contains("must be a length of time such as 500ms, 30s, 1m30s or 1h: 60");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(run("agent", "--port", "0", "--key-file", "/no/such/file")).isEqualTo(3);
        assertThat(err.toString()).isEqualTo("there is no such file: /no/such/file\n");
    }

    @Test
    void aCommandIsNeeded() {
        assertThat(run()).isEqualTo(4);
        assertThat(err.toString()).contains("run, agent, describe or capacity");
    }

    @Test
    void aDriverThatIsLostMakesTheRunInvalid() {
        generator.over.completeExceptionally(new AgentLostException("driver2 was lost: not a word for PT3S", null));

        assertThat(run("run", "--target", "http://127.0.0.1:1", "--users", "8")).isEqualTo(DriverCommand.INVALID);
        assertThat(out.toString()).contains("INVALID: driver2 was lost: not a word for PT3S");
    }

    @Test
    void describePrintsWhatAProfileComesTo() {
        assertThat(run("describe", "mine.yaml")).isZero();
        assertThat(out.toString()).isEqualTo("mine.yaml false\n");
        assertThat(run("describe", "wrong.yaml")).isEqualTo(4);
        assertThat(err.toString()).isEqualTo("wrong.yaml: line 7\n");
    }

    @Test
    void capacityIsPrintedForOtherPrograms() {
        assertThat(run("capacity", "--duration", "2s")).isZero();
        assertThat(AgentJson.MAPPER.readValue(out.toString(), LoopCapacity.class))
                .isEqualTo(new LoopCapacity(60_000, 2, 0.5));
        assertThat(run("capacity", "--duration", "soon")).isEqualTo(4);
        assertThat(err.toString()).contains("must be a length of time such as");
        assertThat(run("capacity", "--duration", "0s")).isEqualTo(4);
        assertThat(err.toString()).contains("--duration must be at least 1s: 0s");
    }

    @Test
    void itsHelpNamesItAsItWasTyped() {
        assertThat(line(true).execute("drive", "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: gavel drive ");
        assertThat(line(true).execute("agent", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: gavel agent ").doesNotContain("workload-driver");
        assertThat(run("run", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: workload-driver run ");
    }

    private int run(String... arguments) {
        return line(false).execute(arguments);
    }

    private CommandLine line(boolean launched) {
        DriverParts parts = new DriverParts() {
            @Override
            public LoadAgent generator() {
                return generator;
            }

            @Override
            public String describe(String profile, boolean calibrate) {
                if (profile.startsWith("wrong")) {
                    throw new IllegalArgumentException(profile + ": line 7");
                }
                return profile + " " + calibrate;
            }

            @Override
            public LoopCapacity capacity(Duration measured) {
                return new LoopCapacity(60_000, measured.toSeconds(), 0.5);
            }
        };
        return DriverCommand.line(parts, launched)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
    }
}
