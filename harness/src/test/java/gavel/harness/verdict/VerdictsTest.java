package gavel.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.harness.collect.Outside;
import gavel.harness.collect.bottleneck.TakenCpu;
import gavel.harness.verdict.Evidence.Incident;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.Verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictsTest {
    private static final MeasurementConditions OFFICIAL =
            new MeasurementConditions("official", "external", true, false, Map.of());
    private static final Audit CLEAN = audit(0);
    private static final Audit DAMAGED = audit(2);
    private static final RuleOutcome KEPT = rule("response", RuleOutcome.Status.PASS);
    private static final RuleOutcome SLOW = rule("response", RuleOutcome.Status.FAIL);
    private static final RuleOutcome STARVED = rule("driverBusy", RuleOutcome.Status.INVALID);

    private static Audit audit(long violations) {
        return new Audit(
                violations == 0,
                0,
                List.of(
                        new Audit.Invariant("sales", "", 10, 0, List.of()),
                        new Audit.Invariant("prices", "", 100, violations, List.of("lot 7 fell"))),
                List.of());
    }

    private static RuleOutcome rule(String name, RuleOutcome.Status status) {
        return new RuleOutcome(name, "subject", status, "", "", name + " is " + status);
    }

    private static Verdict judge(Audit before, Audit after, List<Incident> incidents, RuleOutcome... rules) {
        return Verdicts.judge(new Evidence(OFFICIAL, List.of(rules), 1000, before, after, incidents));
    }

    private static Verdict under(MeasurementConditions conditions) {
        return Verdicts.judge(new Evidence(conditions, List.of(KEPT), 1000, CLEAN, CLEAN, List.of()));
    }

    /** The whole precedence in one table: the run, data before the load, data after it, trust in the measurement, slowness. */
    @ParameterizedTest
    @CsvSource({
        // a tier restarted, damaged before, damaged after, driver invalid, slow, what decides, do figures count
        "no,  no,  no,  no,  no,  PASS              , yes",
        "no,  no,  no,  no,  yes, FAIL response     , yes",
        "no,  no,  yes, no,  no,  FAIL integrity    , yes",
        "no,  no,  yes, no,  yes, FAIL integrity    , yes",
        "no,  no,  no,  yes, no,  INVALID driverBusy, no",
        "no,  no,  no,  yes, yes, INVALID driverBusy, no",
        "no,  no,  yes, yes, no,  FAIL integrity    , no",
        "no,  no,  yes, yes, yes, FAIL integrity    , no",
        "no,  yes, no,  no,  no,  INVALID dataSet   , no",
        "no,  yes, yes, yes, yes, INVALID dataSet   , no",
        "yes, no,  no,  no,  yes, INVALID restart   , no",
        "yes, no,  yes, no,  no,  INVALID restart   , no",
        "yes, yes, yes, yes, yes, INVALID restart   , no",
    })
    void precedence(
            String restarted, String before, String after, String driver, String slow, String decides, String trusted) {
        Verdict verdict = judge(
                before.equals("yes") ? DAMAGED : CLEAN,
                after.equals("yes") ? DAMAGED : CLEAN,
                restarted.equals("yes")
                        ? List.of(new Incident(Incident.Kind.TIER_RESTARTED, "app1", "app1 restarted"))
                        : List.of(),
                driver.equals("yes") ? STARVED : KEPT,
                slow.equals("yes") ? SLOW : KEPT);
        String first = verdict.reasons().stream()
                .findFirst()
                .map(reason -> " " + reason.rule())
                .orElse("");
        assertThat(verdict.status() + first).isEqualTo(decides);
        assertThat(verdict.trusted()).isEqualTo(trusted.equals("yes"));
        assertThat(verdict.comparable()).as("figures that count").isEqualTo(verdict.trusted());
        assertThat(verdict.headline().contains("after the load found 2 violations"))
                .as("lost data are named, whatever leads")
                .isEqualTo(after.equals("yes"));
    }

    /** The driver's own are held against the page by its tests. */
    @Test
    void theReferenceNamesEveryRule() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "rules.md"));
        Verdict nothing = Verdicts.judge(new Evidence(OFFICIAL, List.of(), 0, null, null, List.of()));
        Verdict everything = judge(
                DAMAGED,
                DAMAGED,
                Stream.of(Incident.Kind.values())
                        .map(kind -> new Incident(kind, "", "it happened"))
                        .toList());

        assertThat(Stream.of(nothing, everything).flatMap(v -> v.reasons().stream()))
                .hasSizeGreaterThan(8)
                .allSatisfy(reason -> assertThat(page).contains("| `" + reason.rule() + "` |"));
        RuleOutcome machine = MachineRule.judge(new TakenCpu(Outside.NONE, 0, ""), List.of());
        assertThat(page).containsPattern("\\| `machine` \\| .*" + machine.bound());
    }

    @Test
    void everyReasonIsKeptBehindTheFirst() {
        Verdict verdict = judge(CLEAN, DAMAGED, List.of(), STARVED, SLOW, rule("news", RuleOutcome.Status.FAIL));
        assertThat(verdict.reasons())
                .extracting(Verdict.Reason::rule)
                .containsExactly("integrity", "driverBusy", "response", "news");
    }

    @Test
    void neitherLostDataNorADoubtHidesTheOther() {
        assertThat(judge(CLEAN, DAMAGED, List.of(), STARVED).headline())
                .isEqualTo(
                        "The audit after the load found 2 violations of \"prices\" in 100 checked, for example: lot 7 fell."
                                + " The measurement cannot be trusted either: driverBusy is INVALID");
        assertThat(judge(
                                CLEAN,
                                DAMAGED,
                                List.of(new Incident(Incident.Kind.TIER_VANISHED, "app1", "app1 vanished.")),
                                KEPT)
                        .headline())
                .isEqualTo(
                        "app1 vanished. Data were lost or are wrong as well: The audit after the load found 2 violations"
                                + " of \"prices\" in 100 checked, for example: lot 7 fell");
    }

    @Test
    void aViolationIsToldWithItsCountAndAnExample() {
        assertThat(judge(CLEAN, DAMAGED, List.of(), KEPT).headline())
                .isEqualTo(
                        "The audit after the load found 2 violations of \"prices\" in 100 checked, for example: lot 7 fell");
    }

    @ParameterizedTest
    @CsvSource({
        "TIER_RESTARTED, restart",
        "TIER_VANISHED, restart",
        "DRIVER_LOST, agentLost",
        "PHASE_FAILED, phase",
        "INTERRUPTED, interrupted"
    })
    void whateverHappensToTheRunMakesItInvalid(Incident.Kind kind, String rule) {
        Verdict verdict = judge(CLEAN, CLEAN, List.of(new Incident(kind, "app1", "it happened")), KEPT);
        assertThat(verdict.status()).isEqualTo(Status.INVALID);
        assertThat(verdict.reasons().getFirst().rule()).isEqualTo(rule);
        assertThat(verdict.headline()).isEqualTo("it happened");
        assertThat(verdict.interrupted()).isEqualTo(kind == Incident.Kind.INTERRUPTED);
    }

    /** Its exit code is that of the environment, so its word is, whatever leads the headline. */
    @Test
    void aPhaseThatFailedIsAnErrorAlsoWhereSomethingElseLeads() {
        Verdict verdict = judge(
                CLEAN,
                null,
                List.of(
                        new Incident(Incident.Kind.PHASE_FAILED, "audit", "no audit"),
                        new Incident(Incident.Kind.TIER_VANISHED, "postgresql", "gone")),
                KEPT);
        assertThat(verdict.headline()).isEqualTo("gone");
        assertThat(verdict.word()).isEqualTo("ERROR");
    }

    @Test
    void theInterruptionComesBeforeWhatItCaused() {
        Verdict verdict = judge(
                CLEAN,
                null,
                List.of(
                        new Incident(Incident.Kind.TIER_VANISHED, "app1", "gone"),
                        new Incident(Incident.Kind.INTERRUPTED, "", "Ctrl-C")),
                KEPT);
        assertThat(verdict.headline()).isEqualTo("Ctrl-C");
    }

    /** Nobody was served, so the load ended after 10 s, and no action was made. */
    @Test
    void whatEndedALoadIsToldBesideTheActionsThatItEndedBefore() {
        List<Incident> missed = List.of(
                new Incident(
                        Incident.Kind.ACTION_FAILED, "actions", "kill app1 was not done: the load ended before it"),
                new Incident(
                        Incident.Kind.ACTION_FAILED, "actions", "start app1 was not done: the load ended before it"));
        Verdict verdict = judge(CLEAN, CLEAN, missed, rule("service", RuleOutcome.Status.INVALID));
        assertThat(verdict.reasons()).extracting(Verdict.Reason::rule).containsExactly("action", "action", "service");
        assertThat(verdict.headline())
                .isEqualTo("kill app1 was not done: the load ended before it. What else happened: service is INVALID");
        assertThat(judge(CLEAN, CLEAN, missed, SLOW).headline())
                .isEqualTo("kill app1 was not done: the load ended before it");
    }

    @Test
    void aPassHasToBeArgued() {
        Evidence nothing = new Evidence(OFFICIAL, List.of(KEPT), 0, CLEAN, CLEAN, List.of());
        Evidence noRules = new Evidence(OFFICIAL, List.of(), 1000, CLEAN, CLEAN, List.of());
        assertThat(Verdicts.judge(nothing).status()).isEqualTo(Status.INVALID);
        assertThat(Verdicts.judge(noRules).status()).isEqualTo(Status.INVALID);
        assertThat(judge(null, CLEAN, List.of(), KEPT).reasons())
                .extracting("rule")
                .containsExactly("dataSet");
        assertThat(judge(CLEAN, null, List.of(), KEPT).reasons())
                .extracting("rule")
                .containsExactly("integrity");
    }

    @Test
    void anAuditThatDidNotSucceedIsNoCleanAudit() {
        Audit unfinished = new Audit(false, 0, List.of(), List.of());
        assertThat(judge(CLEAN, unfinished, List.of(), KEPT).status()).isEqualTo(Status.FAIL);
        assertThat(judge(unfinished, CLEAN, List.of(), KEPT).status()).isEqualTo(Status.INVALID);
    }

    @Test
    void marginalAndInformationNeverBreakAPass() {
        Verdict verdict = judge(
                CLEAN,
                CLEAN,
                List.of(),
                KEPT,
                rule("failures", RuleOutcome.Status.MARGINAL),
                rule("news", RuleOutcome.Status.INFO));
        assertThat(verdict.status()).isEqualTo(Status.PASS);
        assertThat(verdict.marginal()).containsExactly("failures is MARGINAL");
        assertThat(verdict.headline()).isEqualTo("Every rule was kept, but 1 came near its bound.");
    }

    @Test
    void aRuleWithTooFewSamplesIsNoNearMissAndCountedInTheHeadline() {
        Verdict verdict = judge(
                CLEAN,
                CLEAN,
                List.of(),
                KEPT,
                new RuleOutcome("failures", "1 s", RuleOutcome.Status.TOO_FEW, "0.00 % of 40", "", "none of 40"));

        assertThat(verdict.marginal()).isEmpty();
        assertThat(verdict.tooFew()).containsExactly("none of 40");
        assertThat(verdict.headline()).isEqualTo("No rule was broken, but 1 of 2 had too few samples to say.");
    }

    @Test
    void onlyAnUnchangedOfficialRunOnRealServersIsOfficial() {
        assertThat(under(OFFICIAL).official()).isTrue();
        assertThat(under(new MeasurementConditions("standard", "external", true, false, Map.of()))
                        .official())
                .isFalse();
        assertThat(under(new MeasurementConditions("standard", "external", true, false, Map.of()))
                        .comparable())
                .isTrue();
        assertThat(under(new MeasurementConditions("official", "embedded", true, false, Map.of()))
                        .comparable())
                .isFalse();
        assertThat(under(new MeasurementConditions("official", "external", false, false, Map.of()))
                        .comparable())
                .isFalse();
        Verdict fast = under(
                new MeasurementConditions("official", "external", true, false, Map.of("relational.durable", "false")));
        assertThat(fast.official()).isFalse();
        assertThat(fast.comparable()).isFalse();
        Verdict classic = under(
                new MeasurementConditions("official", "external", true, false, Map.of(RunRules.PROFILE, "classic")));
        assertThat(classic.official()).isFalse();
        assertThat(classic.comparable()).as("with others of that profile").isTrue();
        assertThat(under(new MeasurementConditions(
                                "official", "external", false, false, Map.of(RunRules.PROFILE, "/tmp/mine.yaml")))
                        .remarks())
                .as("its path is not said")
                .singleElement()
                .asString()
                .startsWith("Measured with a changed profile");
        assertThat(under(new MeasurementConditions("official", "external", true, true, Map.of()))
                        .remarks())
                .singleElement()
                .asString()
                .contains("shared cores");
    }

    @Test
    void aSmokeVerdictCallsItselfIndicative() {
        Verdict verdict = under(new MeasurementConditions("smoke", "embedded", true, true, Map.of()));
        assertThat(verdict.status()).isEqualTo(Status.PASS);
        assertThat(verdict.indicative()).isTrue();
        assertThat(verdict.comparable()).isFalse();
        assertThat(verdict.remarks()).anyMatch(r -> r.contains("indicative")).anyMatch(r -> r.contains("embedded"));
        assertThat(under(new MeasurementConditions("custom", "real", true, false, Map.of()))
                        .remarks())
                .as("a length that nobody named says where it comes from")
                .containsExactly(
                        "Length custom, because a phase or the load over time was set: the verdict is indicative."
                                + " To cite one, leave that out, and measure with --length standard.");
    }

    @Test
    void anInvalidRunIsNeverComparable() {
        assertThat(judge(CLEAN, CLEAN, List.of(), STARVED).comparable()).isFalse();
    }
}
