package gavel.harness.command.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.command.output.CommandOutput;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ResultEntry;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.RunKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.report.SampleResults;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.run.RunRig;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ResultListingTest {
    private static final String RUN = "20260314-092653-minimal";
    private static final String PEAK = "20260402-000000-peak";

    @TempDir
    private Path home;

    private RunRig rig;
    private CommandOutput output;

    @BeforeEach
    void results() throws IOException {
        rig = new RunRig(home);
        new RunKind().write(SampleResults.overloaded(), home.resolve("results").resolve(RUN));
        new PeakKind()
                .write(
                        SampleSweeps.peak(SampleSweeps.found(100), 0.5),
                        home.resolve("results").resolve(PEAK));
        Path logs = Files.createDirectories(home.resolve("results").resolve(RUN).resolve("logs"));
        Files.writeString(logs.resolve("app1.log"), "one\ntwo\nthree\n");
        Files.write(logs.resolve("driver1.log"), new byte[] {'a', (byte) 0xff, '\n', 'b'});
        Files.writeString(logs.resolve("notes.txt"), "no log");
    }

    private List<String> said(Callable<Integer> command, String... arguments) {
        rig.lines.clear();
        CommandLine line = new CommandLine(command);
        line.parseArgs(arguments);
        try {
            assertThat(command.call()).isZero();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return rig.lines;
    }

    private ResultsContext context() {
        output = new CommandOutput();
        return new ResultsContext(rig.environment(), ResultKinds.KNOWN, home.resolve("results")::resolve, output);
    }

    private List<String> listed(String... arguments) {
        return said(new ResultsCommand(context()), arguments);
    }

    private List<String> logs(String... arguments) {
        return said(new LogsCommand(context()), arguments);
    }

    @Test
    void theNewestIsFirstWithItsVerdictAndWhatItSays() {
        List<String> lines = listed();

        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).startsWith("NAME ").contains("KIND", "DATE (UTC)", "VERDICT");
        assertThat(lines.get(1))
                .as("its name says when, as no line of the index is of it")
                .startsWith(PEAK + " ")
                .contains(" peak ", "2 Apr 2026, 00:00", "100 users");
        assertThat(lines.get(2)).startsWith(RUN + " ").contains(" run ", " FAIL ", "14 Mar 2026, 09:26");
        assertThat(output.document("gavel results", 0).results())
                .extracting(ResultEntry::kind)
                .containsExactly("peak", "run");
    }

    @Test
    void oneUserIsNotSeveral() throws IOException {
        RunResult passed = SampleResults.passed();
        RunInfo alone = RecordCopy.with(passed.run(), "id", "20260415-000000-alone", "users", 1);
        new RunKind()
                .write(
                        RecordCopy.with(passed, "run", alone),
                        home.resolve("results").resolve(alone.id()));

        assertThat(listed().get(1)).startsWith(alone.id()).contains(" 1 user, ");
        assertThat(listed().getLast()).startsWith(RUN).contains(" 6,000 users, ");
        assertThat(PeakSummary.briefly(new Conclusion(Conclusion.Kind.NONE, null, 1, "")))
                .isEqualTo("fewer than 1 user");
    }

    /** Somebody opened the index as a table and saved it. */
    @Test
    void aTimeThatIsNoneIsThatOfTheName() throws IOException {
        Path index = home.resolve("results/index.csv");
        String told = SampleResults.overloaded().run().startedAt().toString();
        assertThat(index).content().contains(told);
        Files.writeString(index, Files.readString(index).replace(told, "3/14/2026 9:26"));

        assertThat(listed().getLast()).startsWith(RUN + " ").contains("14 Mar 2026, 09:26");
    }

    @Test
    void theyCanBeCountedAndSorted() {
        assertThat(listed("-n", "1")).hasSize(2).last().asString().startsWith(PEAK);
        assertThat(listed("--kind", "run")).hasSize(2).last().asString().startsWith(RUN);
        assertThat(listed("--kind", "scale"))
                .containsExactly(
                        "there is no scale result in " + home.resolve("results") + "; `gavel scale` makes one");
        assertThat(listed("--kind", "platform"))
                .singleElement()
                .asString()
                .endsWith("; `gavel peak --repeat 3` makes one");
        assertThatThrownBy(() -> listed("--kind", "runs"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("a kind must be one of run, peak, scale");
        assertThatThrownBy(() -> listed("-n", "0")).hasMessage("how many must be > 0: 0 (--newest)");
    }

    @Test
    void whereNothingWasMeasuredTheListSaysHowToBegin() {
        RunRig fresh = new RunRig(home.resolve("empty"));

        new ResultsCommand(
                        new ResultsContext(fresh.environment(), ResultKinds.KNOWN, home::resolve, new CommandOutput()))
                .call();

        assertThat(fresh.lines)
                .containsExactly("there is no result in " + home.resolve("empty/results") + "; `gavel run` makes one");
    }

    @Test
    void aResultIsShownAsItEndedAndStaysAsItIs() throws IOException {
        Path page = home.resolve("results").resolve(RUN).resolve("report.html");
        long before = Files.getLastModifiedTime(page).toMillis();

        List<String> lines = said(new ShowCommand(context()), RUN);

        assertThat(lines.getFirst()).startsWith("FAIL  6.8 % of SearchItems");
        assertThat(lines.getLast()).isEqualTo("Report      " + page);
        assertThat(Files.getLastModifiedTime(page).toMillis()).isEqualTo(before);
        Files.delete(page);
        assertThat(said(new ShowCommand(context()), RUN)).noneMatch(line -> line.startsWith("Report"));
        assertThat(page).doesNotExist();
    }

    @Test
    void logsOfAResultAreListedAndShown() {
        assertThat(logs(RUN)).hasSize(2).first().asString().startsWith("app1 ").endsWith("app1.log");
        assertThat(logs(RUN, "app1")).containsExactly("one", "two", "three");
        assertThat(logs(RUN, "app1", "-n", "2")).containsExactly("two", "three");
        assertThat(logs(RUN, "driver1")).as("bytes that are no text do no harm").containsExactly("a\ufffd", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"app2", "../result", "notes", "notes.txt"})
    void onlyWhatIsALogIsShown(String instance) {
        assertThatThrownBy(() -> logs(RUN, instance))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("no log of " + instance + " in " + RUN)
                .hasMessageEndingWith("`gavel logs " + RUN + "` lists them");
    }

    @Test
    void whatIsNothingIsNamedWithWhatThereIs() {
        assertThatThrownBy(() -> logs("nowhere"))
                .hasMessageContaining("no deployment and no result with logs: nowhere")
                .hasMessageContaining("`gavel status` lists deployments");
        assertThatThrownBy(() -> logs(RUN, "app1", "-n", "0"))
                .hasMessageContaining("lines must be from 1 to 100000: 0");
    }
}
