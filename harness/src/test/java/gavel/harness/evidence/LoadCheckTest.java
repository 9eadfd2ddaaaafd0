package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.evidence.Findings.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What contradicts itself within the report of a load. */
class LoadCheckTest {
    private final LoadBuilder built = new LoadBuilder();

    private List<String> figures() {
        Findings findings = new Findings();
        new LoadCheck(built.build(), findings).check();
        return texts(findings);
    }

    private List<String> rules() {
        Findings findings = new Findings();
        new RuleCheck(built.build(), findings).check();
        return texts(findings);
    }

    private static List<String> texts(Findings findings) {
        return findings.all().stream().map(Finding::text).toList();
    }

    @Test
    void aReportThatGoesTogetherHasNoFinding() {
        assertThat(figures()).isEmpty();
        assertThat(rules()).isEmpty();
    }

    /** A tenth of a millisecond less on average makes a platform look better. */
    @Test
    void aFigureThatItsHistogramDoesNotHaveIsFound() {
        Latency told = built.response;
        built.response = new Latency(
                told.count(), told.meanMicros() - 100, told.maxMicros() - 1, told.percentiles(), told.histogram());

        assertThat(figures())
                .hasSize(4)
                .allMatch(text ->
                        text.startsWith("load.Home.response: its ") || text.startsWith("load.Home.service: its "))
                .anyMatch(text -> text.startsWith(
                        "load.Home.response: its largest value by its histogram must be " + told.maxMicros()))
                .anyMatch(text -> text.contains(" its mean by its histogram must be "));
    }

    @Test
    void aPercentileThatWasChangedIsFound() {
        Latency told = built.response;
        List<Percentile> better = new ArrayList<>(told.percentiles());
        better.set(0, new Percentile(0.5, 5_000));
        built.response = new Latency(told.count(), told.meanMicros(), told.maxMicros(), better, told.histogram());

        assertThat(figures()).hasSize(2).allMatch(text -> text.contains(" its percentiles by its histogram must be "));
    }

    @Test
    void samplesWithoutAHistogramAreFound() {
        Latency told = built.response;
        built.response = new Latency(told.count(), told.meanMicros(), told.maxMicros(), told.percentiles(), "");
        assertThat(figures()).contains("load.Home.response: there are samples and no histogram of them");

        built.response = new Latency(0, 0, 0, List.of(), "");
        assertThat(figures())
                .as("no samples need none, but there must be some of 1,996 answers")
                .containsExactly(
                        "load.Home: the samples of its responses, by its starts without wrong answers, must be 1996: 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no base64!", "AAAA", "HISTFAAAAA", "HISTFAAAAB5412NgYGBg"})
    void aHistogramThatIsNoneIsAFindingAndNoCrash(String text) {
        Latency told = built.response;
        built.response = new Latency(told.count(), told.meanMicros(), told.maxMicros(), told.percentiles(), text);
        assertThat(figures())
                .hasSize(2)
                .allMatch(found -> found.contains(": a histogram in the result cannot be decoded: "));
    }

    @Test
    void moreEndingsThanStartsAreFound() {
        built.succeeded = 1_995;
        assertThat(figures()).contains("load.Home: 2000 starts cannot have 1995 successes and 10 failures");
    }

    /** 16 took longer than 2 s, and 2,000 - 1,990 - 4 = 6 more may have: 16 to 22. */
    @ParameterizedTest
    @CsvSource({"15, false", "16, true", "22, true", "23, false"})
    void lateOnesAreThoseOfTheHistogramAndAtMostThoseWithoutAnAnswer(long late, boolean possible) {
        built.late = late;
        if (possible) {
            assertThat(figures()).isEmpty();
        } else {
            assertThat(figures())
                    .containsExactly("load.Home: by its histogram 16 to 22 starts were later than its limit: " + late);
        }
    }

    @Test
    void theSharesOfTheMixAreThoseOfTheStarts() {
        built.mix = List.of(new MixShare("Home", 2_000, 0.8, 0.79, 0.1), new MixShare("Login", 500, 0.2, 0.2, 0.1));
        assertThat(figures()).containsExactly("load.mix.Home: its share by its starts must be 0.8: 0.79");

        built.mix = List.of(new MixShare("Home", 0, 0.8, 0, 0.1));
        assertThat(figures()).as("of nothing a share is 0").isEmpty();
    }

    @Test
    void theRateIsThatOfWhatPeopleStarted() {
        built.mainStarts = 2_499;
        assertThat(figures())
                .containsExactly("load.rate.mainStarts: the starts of all operations of people must be 2500: 2499");
    }

    @Test
    void noMoreNewsIsLateThanThereIs() {
        built.lateNews = 1_006;
        assertThat(figures()).containsExactly("load.news.late: more pairs were late than there were: 1006");
    }

    @Test
    void anOperationStandsThereOnce() {
        built.more = List.of(new OperationReport(
                "Login",
                true,
                3_000,
                500,
                500,
                0,
                0,
                Map.of(),
                LoadBuilder.latency(built.login),
                LoadBuilder.latency(built.login)));
        assertThat(figures()).containsExactly("load.operations: an operation stands there twice");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.70 % of 2,000 | at most 1 % | PASS | its counts say 0.80 % of 2,000: 0.70 % of 2,000
            0.80 % of 2,001 | at most 1 % | PASS | its counts say 0.80 % of 2,000: 0.80 % of 2,001
            0.80 % of 2,000 | at most 2 % | PASS | its bound must be at most 1 %: at most 2 %
            0.80 % of 2,000 | at most 1 % | FAIL | 0.80 % of 2,000 starts cannot be FAIL
            0.80 % of 2,000 | at most 1 % | INFO | 0.80 % of 2,000 starts cannot be INFO
            much            | at most 1 % | PASS | it shows no share: much
            1.2.3 % of 5    | at most 1 % | PASS | it shows no share: 1.2.3 % of 5
            . % of 2,000    | at most 1 % | PASS | it shows no share: . % of 2,000
            0.80 % of ,     | at most 1 % | PASS | it shows no share: 0.80 % of ,
            0.80 % of 99999999999999999999999 | at most 1 % | PASS | it shows no share: 0.80 % of 99999999999999999999999
            """)
    void whatARuleShowsIsWhatItsCountsSay(String actual, String bound, Status status, String found) {
        built.with(LoadBuilder.rule("response", "Home", status, actual, bound));
        assertThat(rules()).contains("load.rules.response Home: " + found);
    }

    @ParameterizedTest
    @CsvSource({"PASS, true", "MARGINAL, true", "TOO_FEW, true", "FAIL, false", "INVALID, false"})
    void ofFewSamplesAKeptRuleMayHaveTooFew(Status status, boolean possible) {
        built.with(LoadBuilder.rule("response", "Login", status, "0.00 % of 500", "at most 1 %"));
        assertThat(rules().isEmpty()).isEqualTo(possible);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mix  | Home        | 75.00 %  | its figures say 80.00 %: 75.00 %
            mix  | Home        | nothing  | its figures say 80.00 %: nothing
            mix  | Home        | 1.2.3.4  | its figures say 80.00 %: 1.2.3.4
            mix  | Nobody      | 80.00 %  | the mix has no such operation
            rate | main starts | 90.00 %  | its figures say 100.00 %: 90.00 %
            rate | long polls  | 100.00 % | its figures say 99.00 %: 100.00 %
            failures | Nobody  | none     | no operation is called so
            """)
    void sharesOfMixAndRateAreThoseOfTheReport(String rule, String subject, String actual, String found) {
        built.with(LoadBuilder.rule(rule, subject, Status.PASS, actual, "at most 0.5 %"));
        assertThat(rules()).contains("load.rules." + rule + " " + subject + ": " + found);
    }

    @Test
    void aRuleThatWasLeftOutIsMissed() {
        built.without("response", "Home").without("news", "accepted bids seen by followers");
        assertThat(rules())
                .containsExactly(
                        "load.rules: the rule response was not judged for Home",
                        "load.rules: the rule news was not judged for accepted bids seen by followers");
    }

    @Test
    void aRuleStandsThereOnce() {
        built.rules.add(built.rules.getFirst());
        assertThat(rules()).containsExactly("load.rules.response Home: it stands there twice");
    }

    /** Home, with fewer than 1,000 starts, is of the pool of all that may take 2 s. */
    @ParameterizedTest
    @CsvSource({"2 s pool, true", "2.0 s pool, true", "3 s pool, false", "2.5.1 s pool, false", ". s pool, false"})
    void aPoolIsOfOneLimit(String subject, boolean known) {
        built.starts = 100;
        built.succeeded = 100;
        built.late = 0;
        built.failures = Map.of();
        built.response = LoadBuilder.latency(LoadBuilder.histogram(100, 10_000, 0, 0));
        built.with(LoadBuilder.rule("response", subject, Status.PASS, "0.00 % of 100", "at most 1 %"));

        List<String> found = rules().stream()
                .filter(text -> text.startsWith("load.rules.response " + subject))
                .toList();
        assertThat(found.isEmpty()).isEqualTo(known);
    }

    @Test
    void anOutcomeOfWhateverTextIsNoCrash() {
        for (String rule : List.of("response", "failures", "news", "mix", "rate", "driverBusy", "unheard of")) {
            for (String text : List.of(
                    "", " ", "% of", "-1 % of 3", "NaN % of 1", "1e9 % of 2,000", "١ % of ٢", "9".repeat(400) + " %")) {
                for (Status status : Status.values()) {
                    LoadBuilder hostile = new LoadBuilder();
                    hostile.rules.add(new RuleOutcome(rule, text + " s pool", status, text, text, text));
                    Findings findings = new Findings();
                    new RuleCheck(hostile.build(), findings).check();
                    assertThat(findings.checks()).isPositive();
                }
            }
        }
    }
}
