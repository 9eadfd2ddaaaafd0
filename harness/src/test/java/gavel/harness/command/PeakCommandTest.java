package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.kind.PeakKind;
import gavel.harness.platform.HostFacts;
import gavel.harness.report.SampleResults;
import gavel.harness.run.peak.FakeSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search and a sweep as somebody types them, or a pipeline does. */
class PeakCommandTest {
    private static final Path PIPELINE = Path.of("..", "docs", "how-to", "pipeline.md");

    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
        rig.run.another = new FakeSystem(420);
    }

    @ParameterizedTest
    @CsvSource({"300, 0", "500, 1"})
    void aPipelineStopsWhenThePeakIsTooLow(int atLeast, int code) throws IOException {
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --probes 5 --at-least " + atLeast + " --junit " + xml))
                .isEqualTo(code);

        assertThat(rig.errors()).as("a low peak is no failure of the command").isEmpty();
        assertThat(Files.readString(xml))
                .contains("failures=\"" + code + "\" errors=\"0\"")
                .contains("name=\"peak at least " + atLeast + "\"");
        assertThat(home.resolve("results/index.csv")).content().contains(",peak,minimal,", ",FOUND,");
    }

    @ParameterizedTest
    @CsvSource({
        "--set appServers.cpu=0.8, 1600",
        "--app-servers 2 --set hosts.appServers.cpu=0.8, 3200",
        "--app-servers 2 --set hosts.appServers.cpu=0.8 --set hosts.appServers.count=1, 1600"
    })
    void aDataSetIsMadeForTheCoresThatServersMayUse(String options, int users) throws IOException {
        assertThat(rig.type("peak --probes 5 " + options)).isZero();

        assertThat(new PeakKind().read(rig.result()).disclosure().configuration())
                .as("2,000 users for each core of a machine with 2")
                .contains("  users: " + users + "\n");
    }

    @Test
    void aSearchWithoutANumberIsTwoAndAnErrorForThePipeline() throws IOException {
        FakeSystem lame = new FakeSystem(420);
        lame.reports(SampleResults.passed(
                        new RuleOutcome("driverBusy", "", Status.INVALID, "93 %", "80 %", "The driver was the limit."))
                .load());
        rig.run.another = lame;
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --at-least 300 --junit " + xml)).isEqualTo(2);

        assertThat(Files.readString(xml)).contains("failures=\"0\" errors=\"2\"");
        assertThat(rig.said())
                .contains("3 measurements in a row were invalid: The driver was the limit.")
                .contains("` with the same options continues the search");
        assertThat(new PeakKind().read(rig.result()).probes()).hasSize(3);
    }

    /** A pipeline that tries again where nothing is known would hide them. */
    @ParameterizedTest
    @CsvSource({"'', 1", "' --at-least 300', 2"})
    void lostDataAreOneAndAFailureForThePipeline(String asked, int failures) {
        rig.run.host.auditFinds(2, 3);
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --probes 5" + asked + " --junit " + xml)).isEqualTo(1);

        assertThat(rig.said())
                .contains("There is no number: the audit after the load found 3 violations")
                .doesNotContain("whether the peak is at least", "continues the search");
        assertThat(xml).content().contains("failures=\"" + failures + "\" errors=\"0\"", "3 violations");
    }

    @Test
    void dataThatWereDamagedBeforeTheLoadSayNothingOfThePeak() {
        rig.run.host.auditFinds(1, 3);
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --junit " + xml)).isEqualTo(2);

        assertThat(xml).content().contains("failures=\"0\" errors=\"1\"", "damaged before the load");
    }

    /** The peak dropped so far that no probe came down to it: a pipeline has to hear that, not that nothing is known. */
    @ParameterizedTest
    @CsvSource({"1000, 1, 2, 0", "100, 2, 1, 1"})
    void whereAllProbesFailMoreThanTheyBearIsDenied(int atLeast, int code, int failures, int errors) {
        FakeSystem slower = new FakeSystem(420);
        slower.reports(SampleResults.overloaded().load());
        rig.run.another = slower;
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --from 20 --probes 4 --at-least " + atLeast + " --junit " + xml))
                .isEqualTo(code);

        assertThat(rig.said())
                .contains("how far below is not known", "used up before a level that passes was found")
                .contains("4 probes");
        assertThat(xml).content().contains("failures=\"" + failures + "\" errors=\"" + errors + "\"");
    }

    @Test
    void anApplicationThatServesNobodyIsOne() throws IOException {
        rig.run.another = new FakeSystem(3);
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --junit " + xml)).isEqualTo(1);
        assertThat(rig.said()).contains("The peak is below 10 users");
        assertThat(xml).content().contains("tests=\"1\" failures=\"1\" errors=\"0\"");
    }

    @Test
    void whatASearchDidNotComeToIsNotAnswered() throws IOException {
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("peak --from 500 --at-least 450 --junit " + xml))
                .as("the peak is 420, and all the search knows is that 500 fail")
                .isEqualTo(2);

        assertThat(rig.said())
                .contains("The peak is below 500 users", "whether the peak is at least 450 users is not known");
        assertThat(xml).content().contains("tests=\"2\" failures=\"1\" errors=\"1\"");
    }

    @Test
    void aLoadThatIsNotConstantHasNoPeak() {
        assertThat(rig.type("peak --set load.arrivals.process=poisson --set load.arrivals.perSecond=2"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("a search needs a constant number of users");
        assertThat(rig.type("peak --set load.path.shape=steps --set load.path.points=0s=5,60s=9,90s=9"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("users must be the most users of load.path, 9: ");
    }

    /** The commands of the pipeline that the documents show are those of the program, with its options. */
    @Test
    void theExampleOfThePipelineCanBeTyped() throws IOException {
        String command = Pattern.compile("\\./gavel (peak .*?--at-least \\S+.*?)( \\|\\||$)", Pattern.MULTILINE)
                .matcher(Files.readString(PIPELINE).replace("\\\n", " "))
                .results()
                .map(match -> match.group(1).replaceAll("\\s+", " ").strip())
                .findFirst()
                .orElseThrow();
        String here = command.replace("-c small", "-c minimal")
                .replace("build/gavel.xml", home.resolve("gavel.xml").toString());

        assertThat(rig.type(here.replaceFirst("--at-least \\S+", "--at-least 400")))
                .isZero();
        assertThat(rig.type(here.replaceFirst("--at-least \\S+", "--at-least 450")))
                .isEqualTo(1);
        assertThat(home.resolve("gavel.xml")).content().contains("<failure");
    }

    @Test
    void theFirstDataSetIsMadeForWhatTheMachineHolds() throws IOException {
        rig.run.host.facts(new HostFacts(2, 4_864L << 20, 4_500L << 20, 80L << 30, 20_000, 25));

        assertThat(rig.type("peak --probes 5")).isZero();

        Configuration made = new Configurations(home)
                .read(rig.result().resolve("configuration.yaml").toString(), List.of());
        assertThat(made.load().users()).as("2,000 for a core, and less").isBetween(1_500, 1_687);
        assertThat(made.documents().memory().mebibytes())
                .as("with what two thirds of them add in half of five probes of 100 s")
                .isEqualTo(
                        256 + made.load().users() / 10 + Math.round(made.load().users() / 1.5 * 250 / 60) / 1_000);
    }

    @Test
    void aDeploymentThatIsUpBoundsTheSearchByItsData() throws IOException {
        assertThat(rig.type("up --deployment mine --users 300")).isZero();

        assertThat(rig.type("peak --deployment mine")).isZero();

        assertThat(rig.said()).contains("The peak is at least 300 users");
        assertThat(rig.deployment("mine")).exists();
        assertThat(rig.type("peak --deployment mine --set appServers.count=2")).isEqualTo(4);
        assertThat(rig.errors()).contains("only load.* and actions can change while deployment mine is up");
        assertThat(rig.type("peak --deployment mine -c minimal")).isEqualTo(4);
        assertThat(rig.errors()).contains("leave out -c");
    }

    @Test
    void peaksAreComparedWithTheirLikeAndTheirReportsMadeAgain() throws IOException {
        rig.type("peak --name one --length standard --probes 6");
        rig.run.another = new FakeSystem(800);
        rig.type("peak --name better --length standard --probes 6");
        rig.type("peak --name short --length smoke --probes 4");
        Path page = home.resolve("results/20260102-030405-one/report.html");
        String first = Files.readString(page);
        Files.delete(page);
        rig.type("run --name run");

        assertThat(rig.type("compare 20260102-030405-one 20260102-030405-one")).isZero();
        assertThat(rig.said()).contains("peak users", "not known from single searches (+0.0 %)");
        assertThat(rig.type("compare 20260102-030405-one 20260102-030405-better"))
                .isZero();
        assertThat(rig.said())
                .contains("Setting     name: one  /  better")
                .contains("A           1 peak: 1 FOUND", "20260102-030405-better  FOUND: ")
                .contains("the interval of a single search (A, B)")
                .doesNotContain("no difference");
        assertThat(rig.type("compare 20260102-030405-one 20260102-030405-short"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("length differs: standard ");
        assertThat(rig.type("compare 20260102-030405-one 20260102-030405-run")).isEqualTo(4);
        assertThat(rig.errors()).contains("kind differs: peak / run");
        assertThat(rig.said()).contains("20260102-030405-one  FOUND: ", "20260102-030405-run  PASS");
        assertThat(rig.type("report 20260102-030405-one")).isZero();
        assertThat(rig.said()).startsWith("In this search of ").contains(" the peak was 4");
        assertThat(page).hasContent(first);
    }

    @Test
    void severalSearchesGiveAnIntervalOfTheirPlatform() throws IOException {
        Path xml = home.resolve("gavel.xml");
        bearing(400, 420, 440);

        assertThat(rig.type("peak --repeat 3 --probes 6 --at-least 350 --junit " + xml))
                .as("they are 5 % apart: the interval of three begins 8 % below 420")
                .isZero();

        String said = rig.said();
        assertThat(said)
                .containsPattern("By 3 searches from .* the platform's peak is 4[12]\\d users, 90 % interval 3");
        assertThat(xml).content().contains("tests=\"5\" failures=\"0\" errors=\"0\"", "name=\"peak at least 350\"");
        String all = said.substring(said.indexOf("gavel compare ") + 14, said.indexOf(" OTHERS"));
        String first = all.split(",")[0];
        Path platform = home.resolve("results").resolve(first + "-platform");
        assertThat(home.resolve("results/index.csv"))
                .content()
                .contains(",platform,minimal,", ",FOUND,peak of the platform,");
        assertThat(rig.type("report " + platform)).isZero();
        assertThat(rig.said()).isEqualTo(said.substring(said.indexOf("By 3 searches")));
        assertThat(rig.type("compare " + platform + " " + first)).isEqualTo(4);
        assertThat(rig.errors()).contains("it is made of several searches: name them (" + all + ")");
        assertThat(rig.type("compare " + all)).isZero();
        assertThat(rig.said()).contains("A           3 peaks: 3 FOUND", "90 % interval ", "scatter between them ");
        assertThat(rig.type("compare " + first)).isEqualTo(4);
        assertThat(rig.errors()).contains("compare needs at least two results");
    }

    @Test
    void dataThatOneOfSeveralSearchesLostAreOneWhateverTheOthersFind() {
        Path xml = home.resolve("gavel.xml");
        bearing(400, 420, 440);
        rig.run.host.auditFinds(4, 2);

        assertThat(rig.type("peak --repeat 3 --probes 6 --junit " + xml)).isEqualTo(1);

        assertThat(rig.said()).contains("the platform's peak is ", "Invalid, and left out: 1.");
        assertThat(xml).content().contains("tests=\"4\" failures=\"1\" errors=\"0\"");
    }

    @Test
    void whatLiesWithinThePlatformsIntervalIsNotKnown() {
        bearing(380, 420, 460);

        assertThat(rig.type("peak --repeat 3 --probes 6 --at-least 410")).isEqualTo(2);

        assertThat(rig.said()).contains("whether the platform's peak is at least 410 users is not known");
        assertThat(rig.type("peak --repeat 2 --resume x --deployment y")).isEqualTo(4);
        assertThat(rig.errors()).contains("leave out --repeat", "leave out --deployment");
    }

    @Test
    void aSearchThatHasItsAnswerIsNotPutAtRisk() throws IOException {
        rig.type("peak --probes 6 --name done");
        Path file = rig.result().resolve("peak.json");
        String answer = Files.readString(file);

        assertThat(rig.type("peak --probes 6 --name done --resume " + named("done")))
                .isEqualTo(4);

        assertThat(rig.errors()).contains("has ended with FOUND: nothing is left to do");
        assertThat(file).hasContent(answer);
    }

    @Test
    void twoSingleSearchesAreComparedByTheScatterOfEarlierEqualOnes() {
        bearing(400, 410, 420, 430, 440, 400, 500);
        rig.type("peak --repeat 5 --probes 6");
        rig.type("peak --probes 6 --name one");
        String one = named("one");
        rig.type("peak --probes 6 --name other");

        assertThat(rig.type("compare " + one + " " + named("other"))).isZero();

        assertThat(rig.said()).contains("5 results", "peak users").doesNotContain("not known from single searches");
    }

    /** Each deployment bears another number of users. */
    private void bearing(int... users) {
        AtomicInteger deployments = new AtomicInteger();
        rig.run.host.when("app1", () -> rig.run.another = new FakeSystem(users[deployments.getAndIncrement()]));
    }

    private String named(String name) {
        try (Stream<Path> results = Files.list(home.resolve("results"))) {
            return results.map(path -> path.getFileName().toString())
                    .filter(id -> id.endsWith("-" + name))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSweepIsTypedAndItsReportMadeAgain() throws IOException {
        String sweep = "scale --app-servers 1,2 --set appServers.cpu=0.1 --probes 4";
        assertThat(rig.type(sweep))
                .as("nothing was collected, so no point counts")
                .isEqualTo(2);
        Path page = rig.result().resolve("report.html");
        String first = Files.readString(page);
        Files.delete(page);

        assertThat(rig.said()).contains("order (seed ", "predicted time: ", "── 2 application servers (");
        assertThat(rig.type("report " + rig.result())).isZero();
        assertThat(page).hasContent(first);
        assertThat(rig.type("compare " + rig.result() + " " + rig.result())).isEqualTo(4);
        assertThat(rig.errors())
                .contains(
                        "is a sweep: compare compares runs, peaks, and results of failover, elastic and isolate",
                        "app-servers-1");
        String one = rig.result().resolve("app-servers-1").toString();
        assertThat(rig.type("compare " + one + " " + one)).isZero();
    }

    @Test
    void thePlanOfASweepShowsTheLargestDeploymentAndTheTimeOfAll() {
        assertThat(rig.type("plan --app-servers 1..3 --length standard --set appServers.cpu=0.1"))
                .isZero();

        assertThat(rig.said())
                .contains("a sweep over 1..3 application servers", "app3 ", "order of the searches: [")
                .containsPattern("predicted time: [0-9.]+ to [0-9.]+ h");
        assertThat(home.resolve(".gavel")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scale                                         | numbers of servers are missing: for example --app-servers 1..6
            scale --app-servers 3                         | a curve needs at least two numbers of servers: 3 (--app-servers)
            scale --app-servers 1..3                      | each application server needs a CPU quota of its own
            peak --from 100 --most 10                     | users must be 1 <= from <= most: 100, 10 (--from, --most,
            peak --budget soon                            | the budget must be a length of time such as 500ms, 30s, 1m30s or 1h: soon (--budget)
            peak --budget 1s                              | the budget must be at least 99 s, which one measurement can take: 1.0 s (--budget)
            scale --app-servers 1,2 --set appServers.cpu=0.1 --budget 1s | the budget must be at least 99 s, which one measurement can take: 1.0 s
            peak --users 500                              | a search finds the number of users: use --hint, --from or --most instead: 500 (--users)
            peak --profile liveaution                     | unknown profile: liveaution (--profile: load.profile); did you mean 'liveauction'?
            scale --app-servers 1,2 --set appServers.cpu=0.1 --profile liveaution | unknown profile: liveaution (--profile: load.profile); did you mean 'liveauction'?
            peak --most 99999999999                       | Invalid value for option '--most': must be within ±2147483647: 99999999999
            peak --probes -5                              | probes must be >= 3: -5 (--from, --most,
            scale --app-servers 1,2 --set appServers.cpu=0.1 --probes 0 | probes must be >= 3: 0 (--from, --most,
            peak --most 300 --at-least 301                | a search that ends at 300 users cannot find 301: allow more
            peak --resume nothing                         | no search can be resumed from
            scale --app-servers 1,2 --set appServers.cpu=0.1 --resume nothing | no sweep can be resumed from
            """)
    void badInputIsAnsweredWithOneClearMessage(String typed, String message) {
        assertThat(rig.type(typed)).isEqualTo(4);
        assertThat(rig.errors()).contains("gavel: " + message).doesNotContain("\tat ");
        assertThat(home.resolve(".gavel")).doesNotExist();
    }
}
