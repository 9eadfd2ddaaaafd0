package gavel.harness.elastic;

import static gavel.harness.elastic.SamplePasses.pass;
import static gavel.harness.elastic.SamplePasses.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import gavel.harness.compare.ComparedResult;
import gavel.harness.kind.ElasticKind;
import gavel.harness.report.text.ElasticSummary;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElasticResultTest {
    private static final ElasticKind KIND = new ElasticKind();

    @TempDir
    Path results;

    @Test
    void itCountsWhereEveryPassDoesAndTheMachineIsTheSame() {
        assertThat(result(1, true, false, pass(1, 32)).verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result(2, true, false, pass(1, 32)).verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(result(1, false, false, pass(1, 32)).verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result(1, true, false, pass(1, 32).without("no")).verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result(1, true, false, pass(1, 32).without("no"), pass(2, 32))
                        .verdict())
                .isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result(2, true, false, pass(1, 32).without("no"), pass(2, 32))
                        .verdict())
                .isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result(1, true, false).verdict()).isEqualTo(ExperimentVerdict.INVALID);
        List<ElasticPass> oneLost = List.of(pass(1, 32).without("no"), pass(2, 32));
        assertThat(ElasticResult.judge(3, 1, oneLost, List.of(), "interrupted", null))
                .as("another one was to be made in its place")
                .isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(ElasticResult.judge(3, 0, oneLost, List.of(), "interrupted", null))
                .isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result(1, false, true, pass(1, 32)).verdict()).isEqualTo(ExperimentVerdict.FAIL);
    }

    /** 175/180 = 0.97 and 200/180 = 1.11. */
    @Test
    void theFirstSentenceAnswers() {
        assertThat(ElasticSummary.sentence(result(1, true, false, pass(1, 32))))
                .isEqualTo(
                        "People were served well for 88.0 % of their time, with 0.97 × the server time that the load demanded."
                                + " Servers enough for the peak all the time would be 1.11 ×.");
        // 88, 86 and 84 %: 86 ± 2.920 × 2/√3.
        assertThat(ElasticSummary.sentence(result(3, true, false, pass(1, 32), pass(2, 34), pass(3, 36))))
                .startsWith("People were served well for 86.0 % (82.6 to 89.4) of their time");
        assertThat(ElasticSummary.sentence(result(1, true, false, pass(1, 32).without("no answer"))))
                .isEqualTo("This cannot be trusted: no answer.");
    }

    @Test
    void figuresHaveTheBandOfTheTable() {
        List<ElasticSummary.Row> rows = ElasticSummary.metrics(result(1, true, false, pass(1, 32)));
        // One server is missing for 12 s of 100; with the upper ends none is, with the lower ends it is for 32 s.
        assertThat(rows)
                .filteredOn(row -> row.name().equals("share of time with too few"))
                .extracting(ElasticSummary.Row::value, ElasticSummary.Row::band)
                .containsExactly(tuple("0.120", "0.000 to 0.320"));
    }

    @Test
    void itIsWrittenReadReportedAndCompared() throws IOException {
        ElasticResult result = result(1, true, false, pass(1, 32));
        Path directory = results.resolve("elastic");
        Path page = KIND.write(result, directory);
        assertThat(KIND.read(directory)).isEqualTo(result);
        assertThat(page)
                .content()
                .contains("People were served well", "Where the time goes", "Supply beside demand", "demanded");
        assertThat(directory.resolve("events.csv"))
                .content()
                .contains(
                        "1,24.5,1,2,ordered,,,true\n",
                        "1,25.0,1,2,created,app2,,true\n",
                        "1,32.0,1,2,ready,app2,,true\n");
        assertThat(directory.resolve("service.csv"))
                .content()
                .contains("1,31.0,100,20,1,2,1,true\n", "1,32.0,100,20,2,2,2,true\n");
        assertThat(Files.readString(results.resolve(IndexCsv.FILE)))
                .contains(",elastic,", ",MEASURED,user time served well,88.0 %,100,");
        ComparedResult compared = KIND.compared("elastic", directory);
        assertThat(compared.figures())
                .containsEntry("user time served well", 0.88)
                .containsKey("time with too few");
        assertThat(compared.must()).containsEntry("N(k)", "sweep");
        assertThat(KIND.briefly(directory)).isEqualTo("88.0 % well served");
        assertThat(KIND.junit(List.of(result), 0).text()).contains("tests=\"3\"", "errors=\"0\"");
        ElasticResult again = result(1, true, false, pass(1, 32).without("no"), pass(2, 32));
        assertThat(KIND.junit(List.of(again), 0).text())
                .as("a pass in whose place another was made")
                .contains("errors=\"0\"", "skipped=\"1\"");
    }

    @Test
    void whatDoesNotCountHasNoFigures() throws IOException {
        ElasticResult result = result(1, false, false, pass(1, 32));
        Path page = KIND.write(result, results.resolve("elastic"));
        assertThat(page).content().contains("too slow &lt;b&gt;").doesNotContain("too slow <b>");
        assertThat(Files.readString(results.resolve(IndexCsv.FILE))).contains(",INVALID,,,100,");
        assertThat(KIND.compared("elastic", results.resolve("elastic")).unusable())
                .startsWith("it is INVALID");
    }
}
