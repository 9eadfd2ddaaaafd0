package gavel.harness.failover;

import static gavel.harness.failover.SampleWalks.FREEZE;
import static gavel.harness.failover.SampleWalks.KILL;
import static gavel.harness.failover.SampleWalks.fault;
import static gavel.harness.failover.SampleWalks.uncounted;
import static gavel.harness.failover.SampleWalks.walk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.compare.ComparedResult;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.kind.FailoverKind;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.RecordCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailoverResultTest {
    private static final FailoverKind KIND = new FailoverKind();

    @TempDir
    Path results;

    @Test
    void aWalkCountsWhereEveryFaultIsMadeAndSeenAndNothingIsLost() {
        FaultResult good = fault(1, KILL, 3, 20);
        assertThat(walk(1, "", false, good).verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(walk(2, "", false, good).verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(walk(2, "interrupted", false, good).verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(walk(2, "interrupted", false).verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(walk(1, "no audit", false, good).verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(walk(2, "", false, good, uncounted(2, KILL)).verdict()).isEqualTo(ExperimentVerdict.INVALID);
    }

    @Test
    void lostDataAreNotExcusedByAnyDoubt() {
        FailoverResult result = walk(3, "interrupted", true, uncounted(1, KILL));
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.FAIL);
        assertThat(FailoverSummary.sentence(result))
                .startsWith(
                        "Data were lost: the audit after the faults found 2 violations of \"bids\", for example: bid 7 of lot 3.");
    }

    /** Lost 3, 4 and 5 s: 4 ± 2.920 × 1/√3 = 4 ± 1.686. */
    @Test
    void repeatsGiveIntervals() {
        List<FaultFigures> figures = FaultFigures.of(
                List.of(fault(1, KILL, 3, 20), fault(2, FREEZE, 9, 1), fault(3, KILL, 4, 30), fault(4, KILL, 5, 40)));
        assertThat(figures).extracting(FaultFigures::fault).containsExactly(KILL, FREEZE);
        assertThat(figures.getFirst().made()).isEqualTo(3);
        assertThat(figures.getFirst().lost().mean()).isEqualTo(4);
        assertThat(figures.getFirst().lost().lower()).isCloseTo(4 - 1.686, within(0.001));
        assertThat(FailoverSummary.value(figures.getFirst().lost(), 1)).isEqualTo("4.0 (2.3 to 5.7)");
        assertThat(figures.getLast().lost().lower()).isNull();
        assertThat(FaultFigures.of(List.of(uncounted(1, KILL))).getFirst().lost())
                .isNull();
    }

    @Test
    void theFirstSentenceNamesTheCostliestFault() {
        assertThat(FailoverSummary.sentence(walk(2, "", false, fault(1, KILL, 3, 20), fault(2, FREEZE, 9, 1))))
                .isEqualTo(
                        "The costliest of 2 faults was the freeze of postgresql: service was back after 4.5 s, whole after 9.0 s,"
                                + " 9.0 s of it were lost, and 1 person saw an error. No answered bid was lost.");
        assertThat(FailoverSummary.sentence(walk(
                        6,
                        "",
                        false,
                        fault(1, KILL, 3, 20),
                        fault(2, FREEZE, 9, 1),
                        fault(3, KILL, 8, 20),
                        fault(4, FREEZE, 8, 1))))
                .contains("Its cost cannot be told apart from that of kill of app1.");
        assertThat(FailoverSummary.sentence(walk(1, "", false, fault(1, KILL, 0, 0))))
                .isEqualTo("The kill of app1 caused no measurable loss of service. No answered bid was lost.");
        assertThat(FailoverSummary.sentence(walk(1, "", false, uncounted(1, KILL))))
                .isEqualTo(
                        "This cannot be trusted: kill of app1: app1 was not seen to be gone after it. No fault has figures.");
    }

    @Test
    void itIsWrittenReadReportedAndCompared() throws IOException {
        FailoverResult result = walk(2, "", false, fault(1, KILL, 3, 20), fault(2, FREEZE, 9, 1));
        Path directory = results.resolve("walk");
        Path page = KIND.write(result, directory);
        assertThat(KIND.read(directory)).isEqualTo(result);
        assertThat(page)
                .content()
                .contains(
                        "The costliest of 2 faults", "Service through all faults", "a remark &lt;b&gt;", "the only one")
                .doesNotContain("a remark <b>");
        assertThat(directory.resolve("faults.csv"))
                .content()
                .contains(
                        "1,appServers,1,app1,kill,true,,1060000,1060020,1063500,60.0,1.5,3.0,3.0,7.0,3.5,20,40,3,0.3");
        assertThat(directory.resolve("service.csv")).content().contains("1,-5.0,6\n", "2,4.9,6\n");
        assertThat(Files.readString(results.resolve(IndexCsv.FILE)))
                .contains(",failover,", ",MEASURED,service lost by freeze of postgresql,9.0 s,100,");
        ComparedResult compared = KIND.compared("walk", directory);
        assertThat(compared.unusable()).isEmpty();
        assertThat(compared.figures())
                .containsEntry("lost by kill of app1 s", 3.0)
                .containsEntry("redundancy after freeze of postgresql s", 3.5);
        assertThat(KIND.briefly(directory)).isEqualTo("2 faults");
        assertThat(FailoverSummary.lines(result, page))
                .anyMatch(line -> line.contains("documents") && line.contains("not made"))
                .anyMatch(line -> line.contains("an outage below 0.3 s cannot be told from chance"));
    }

    /** More was lost than was seen, and perhaps more than by a fault that seems to have taken more. */
    @Test
    void aLossThatWasNotOverIsAtLeastWhatWasSeen() throws IOException {
        FaultResult cold = RecordCopy.with(fault(1, KILL, 3, 20), "loss", new ServiceLoss(3, null, 11));
        Path page = KIND.write(walk(1, "", false, cold), results.resolve("walk"));
        assertThat(page).content().contains(">≥ 11.0<", ">≥ 11.0 s<").doesNotContain(">11.0");
        assertThat(KIND.compared("walk", results.resolve("walk")).figures())
                .containsOnlyKeys("lost at least by kill of app1 s", "redundancy after kill of app1 s");
        assertThat(Files.readString(results.resolve(IndexCsv.FILE)))
                .contains(",MEASURED,service lost by kill of app1,≥ 11.0 s,100,");
    }

    @Test
    void whatDoesNotCountHasNoFiguresAnywhere() throws IOException {
        FailoverResult result = walk(2, "", false, fault(1, KILL, 3, 20), uncounted(2, FREEZE));
        KIND.write(result, results.resolve("walk"));
        assertThat(KIND.compared("walk", results.resolve("walk")).unusable()).startsWith("it is INVALID");
        assertThat(KIND.junit(List.of(result), 0).text())
                .contains("tests=\"4\"", "errors=\"1\"", "2 freeze of postgresql");
        assertThat(Files.readString(results.resolve("walk").resolve("faults.csv")))
                .contains(
                        "2,relational,1,postgresql,freeze,false,app1 was not seen to be gone after it,1000000,0,1000500,,,,,,,,,,\n");
        assertThat(Files.readString(results.resolve(IndexCsv.FILE))).contains(",INVALID,,,100,");
    }

    @Test
    void theJournalKnowsWhatWasFound() throws IOException {
        Path file = results.resolve("failover.jsonl");
        Asked asked = new Asked("3 faults", "name: x", "liveauction", "1.0", Map.of());
        ExperimentJournal.<Asked, FaultResult>begin(file, asked).found(fault(1, KILL, 3, 20));

        ExperimentJournal<Asked, FaultResult> again = ExperimentJournal.reopen(file, Asked.class, FaultResult.class);
        assertThat(again.request()).isEqualTo(asked);
        assertThat(again.found()).containsExactly(fault(1, KILL, 3, 20));
        again.found(uncounted(2, FREEZE));
        assertThat(ExperimentJournal.reopen(file, Asked.class, FaultResult.class)
                        .found())
                .containsExactly(fault(1, KILL, 3, 20), uncounted(2, FREEZE));
        Files.writeString(file, "");
        assertThatThrownBy(() -> ExperimentJournal.reopen(file, Asked.class, FaultResult.class))
                .hasMessageContaining("is not the journal of such an experiment");
    }
}
