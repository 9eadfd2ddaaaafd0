package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.health.Descriptors;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.record.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference names every rule that the driver judges, with the bound it has. */
class RulesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "rules.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]\\w*)` \\|");

    /** The harness has tests of these. */
    private static final Set<String> OF_THE_HARNESS = Set.of(
            "interrupted",
            "phase",
            "restart",
            "agentLost",
            "outage",
            "action",
            "audit",
            "dataSet",
            "integrity",
            "load",
            "machine");

    /** Their bounds follow from the run. */
    private static final Set<String> FROM_THE_RUN = Set.of("mix", "descriptors", "fidelity", "steadyState");

    private static DriverState driver(String name) {
        return new DriverState(name, JudgementTest.WELL, 2, 5.0, 10_000, 0, null, 0, 0, 0, 0, 0);
    }

    private static List<RuleOutcome> everyRule() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        Measurement measured = JudgementTest.measurement(
                List.of(JudgementTest.sample(OperationKind.LOGIN, 3_000, 2_000, 0, 0, 0)),
                List.of(driver("driver1"), driver("driver2")),
                List.of(20.0, 20.0, 20.0));
        List<RuleOutcome> outcomes = new ArrayList<>(Judgement.of(measured, profile));
        outcomes.add(new Service(3, 0, null).outcome());
        outcomes.addAll(CourseRule.judge(
                new Course(LoadShape.of(new SessionArrivals(SessionArrivals.Process.POISSON, 1)), 10, 10)));
        MixSample mix = new MixSample(OperationKind.LOGIN, 1_000, 1_000, 1_000);
        outcomes.addAll(MixRule.judge(List.of(mix)));
        return outcomes;
    }

    @Test
    void everyRuleStandsThereWithItsBound() throws IOException {
        String page = Files.readString(PAGE);
        for (RuleOutcome outcome : everyRule()) {
            assertThat(page).contains("| `" + outcome.rule() + "` |");
            if (!FROM_THE_RUN.contains(outcome.rule()) && !outcome.subject().equals("accepted bids")) {
                assertThat(page.lines().filter(line -> line.startsWith("| `" + outcome.rule() + "` |")))
                        .as("%s %s", outcome.rule(), outcome.subject())
                        .anyMatch(line -> line.contains(outcome.bound().replace(".00 %", " %")));
            }
        }
        assertThat(page).contains("| `descriptors` | all but " + Descriptors.RESERVE + " of");
    }

    @Test
    void noRuleStandsThereThatIsNone() throws IOException {
        Set<String> known = everyRule().stream().map(RuleOutcome::rule).collect(Collectors.toCollection(TreeSet::new));
        known.addAll(OF_THE_HARNESS);
        assertThat(rows(Files.readString(PAGE).replaceFirst("(?s)## Failure classes.*?\\n## ", "")))
                .hasSizeGreaterThan(20)
                .allMatch(known::contains);
    }

    @Test
    void everyFailureClassStandsThereAndNoOther() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("## Failure classes"), page.indexOf("## Status of a rule"));
        assertThat(rows(section))
                .containsExactlyElementsOf(Stream.of(Outcome.values())
                        .filter(outcome -> outcome.failed() && !outcome.ofDriver())
                        .map(Outcome::label)
                        .toList());
        assertThat(Stream.of(Outcome.values()).filter(Outcome::ofDriver))
                .allSatisfy(outcome -> assertThat(section).contains("`" + outcome.label() + "`"));
    }

    private static List<String> rows(String text) {
        return ROW.matcher(text).results().map(row -> row.group(1)).toList();
    }
}
