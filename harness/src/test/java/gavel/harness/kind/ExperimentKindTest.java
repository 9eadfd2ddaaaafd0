package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.compare.ComparedResult;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.report.text.Headline;
import gavel.harness.result.Disclosure;
import gavel.harness.result.ExperimentResult;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is alike in every experiment of several measurements, by one that measures nothing. */
class ExperimentKindTest {
    private static final RunInfo RUN = SampleResults.passed().run();
    private static final Disclosure DISCLOSURE = SampleResults.passed().disclosure();

    @TempDir
    private Path directory;

    /** @param parts why each does not count; empty where it does */
    record Trial(
            int schemaVersion,
            RunInfo run,
            ExperimentVerdict verdict,
            List<String> parts,
            String problem,
            boolean audited,
            double predictedSeconds,
            List<String> remarks,
            Disclosure disclosure)
            implements ExperimentResult {}

    private static final class TrialKind extends ExperimentKind<Trial> {
        TrialKind() {
            super("trial", "trial of tests", Trial.class, 1);
        }

        @Override
        String briefly(Trial result) {
            return "briefly";
        }

        @Override
        String sentence(Trial result) {
            return "A sentence.";
        }

        @Override
        Figure figure(Trial result) {
            return result.parts().isEmpty()
                    ? null
                    : new Figure("parts", result.parts().size() + " of them");
        }

        @Override
        List<Case> parts(Trial result) {
            return result.parts().stream().map(part -> counting("part", part)).toList();
        }

        @Override
        void must(Trial result, Map<String, String> must) {
            must.put("parts", "all");
            load(result, must);
        }

        @Override
        String words(Trial result) {
            return "in words";
        }

        @Override
        Map<String, Double> figures(Trial result) {
            return Map.of("good", 1.5, "nothing", 0.0, "below", -1.0, "unknown", Double.NaN);
        }

        @Override
        void checkMeasurements(Trial result, Examined examined, Findings findings) {
            findings.unknown("", "a trial " + 1 / result.parts().size());
        }

        @Override
        public String page(Trial result, Links links) {
            return "<p>";
        }

        @Override
        public List<String> summary(Trial result, Path page) {
            return List.of("summary");
        }
    }

    private static final TrialKind KIND = new TrialKind();

    private static Trial trial(ExperimentVerdict verdict, boolean audited, String problem, String... parts) {
        return new Trial(1, RUN, verdict, List.of(parts), problem, audited, 60, List.of("a remark"), DISCLOSURE);
    }

    private Path written(Trial trial) throws IOException {
        JsonFile.write(directory.resolve("trial.json"), trial);
        return directory;
    }

    @Test
    void figuresThatCannotBeWorkedWithAreAFinding() {
        Findings findings = new Findings();
        KIND.check(trial(ExperimentVerdict.MEASURED, true, ""), new Examined(directory, false, true), findings);
        assertThat(findings.all())
                .extracting(Findings.Finding::text)
                .containsExactly("trial.json: its figures cannot be made again: / by zero");
    }

    @Test
    void itGoesOnByAJournalThatIsCalledLikeIt() throws IOException {
        assertThat(KIND.journal()).isEqualTo("trial.jsonl");
        assertThatThrownBy(() -> KIND.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessage("no trial.json in " + directory + ": name the directory of a result");
        Files.writeString(directory.resolve("trial.jsonl"), "{}\n");
        assertThatThrownBy(() -> KIND.briefly(directory))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "no trial.json in " + directory + ": the trial of tests did not end, --resume continues it");
    }

    @ParameterizedTest
    @CsvSource({"MEASURED, pass", "FAIL, fail", "INCOMPLETE, invalid", "INVALID, invalid"})
    void theStampHasTheToneOfTheVerdict(ExperimentVerdict verdict, String tone) {
        assertThat(KIND.headline(trial(verdict, true, "", "")))
                .isEqualTo(new Headline("briefly", tone, "", "A sentence.", List.of(), List.of("a remark")));
    }

    /** A number that cannot be trusted is told nobody; one of a platform that loses data is. */
    @ParameterizedTest
    @EnumSource(ExperimentVerdict.class)
    void anInvalidOneHasNoFigureInTheIndex(ExperimentVerdict verdict) {
        IndexCsv.Line line = KIND.index(trial(verdict, true, "", "", ""));
        assertThat(line.verdict()).isEqualTo(verdict.name());
        assertThat(line.rule()).isEqualTo(verdict == ExperimentVerdict.INVALID ? null : "parts");
        assertThat(line.subject()).isEqualTo(verdict == ExperimentVerdict.INVALID ? null : "2 of them");
        assertThat(line.users()).isEqualTo(RUN.users());
        assertThat(line.official()).isFalse();
    }

    @Test
    void whereNothingCountsThereIsNoFigure() {
        assertThat(KIND.index(trial(ExperimentVerdict.MEASURED, true, "")).rule())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "MEASURED, true, '', PASSED, PASSED",
        "FAIL, true, '', PASSED, FAILURE",
        "INVALID, true, the driver was lost, ERROR, PASSED",
        "INVALID, false, the driver was lost, ERROR, SKIPPED",
        "INCOMPLETE, false, '', PASSED, SKIPPED",
        "FAIL, false, '', PASSED, FAILURE",
    })
    void dataThatWereNotAuditedAreNeverSaidToBeWhole(
            ExperimentVerdict verdict, boolean audited, String problem, Ending trusted, Ending integrity) {
        assertThat(KIND.cases(trial(verdict, audited, problem, "", "it was late"), 0))
                .containsExactly(
                        new Case("trusted", trusted, problem),
                        new Case("integrity", integrity, "A sentence."),
                        new Case("part", Ending.PASSED, ""),
                        new Case("part", Ending.ERROR, "it was late"));
    }

    @Test
    void figuresAboveNothingAreCompared() throws IOException {
        ComparedResult compared = KIND.compared("typed", written(trial(ExperimentVerdict.MEASURED, true, "", "")));
        assertThat(compared.unusable()).isEmpty();
        assertThat(compared.figures()).isEqualTo(Map.of("good", 1.5));
        assertThat(compared.must())
                .containsEntry(ComparedResult.KIND, "trial")
                .containsEntry("parts", "all")
                .containsEntry("profile", RUN.profile())
                .containsEntry("services", RUN.services());
        assertThat(compared.must().keySet()).startsWith(ComparedResult.KIND, "parts", "profile", "length", "services");
    }

    @ParameterizedTest
    @EnumSource(value = ExperimentVerdict.class, names = "MEASURED", mode = EnumSource.Mode.EXCLUDE)
    void whatWasNotMeasuredIsNotCompared(ExperimentVerdict verdict) throws IOException {
        ComparedResult compared = KIND.compared("typed", written(trial(verdict, true, "", "")));
        assertThat(compared.unusable()).isEqualTo("it is " + verdict + ": A sentence.");
        assertThat(compared.figures()).isEmpty();
    }

    @Test
    void whatWasNeverDeployedIsNotCompared() throws IOException {
        Trial nowhere =
                new Trial(1, RUN, ExperimentVerdict.INVALID, List.of(), "no machine", false, 60, List.of(), null);
        assertThat(KIND.compared("typed", written(nowhere)).unusable()).isEqualTo("nothing was deployed");
    }

    @Test
    void secondsAreThoseFromItsBeginningToItsEnd() {
        assertThat(trial(ExperimentVerdict.MEASURED, true, "").seconds())
                .isEqualTo((RUN.finishedAt().toEpochMilli() - RUN.startedAt().toEpochMilli()) / 1_000.0);
    }
}
