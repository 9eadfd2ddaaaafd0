package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.platform.HostFacts;
import gavel.harness.report.SampleResults;
import gavel.harness.run.peak.FakeSystem;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A paired comparison as somebody types it. */
class PairCommandTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
        rig.run.another = new FakeSystem(420);
    }

    @Test
    void whatCannotBeComparedIsRefusedTogether() {
        assertThat(rig.type("pair --at-least=-1 --set appServers.port=18080 --against-set lots.closeAfter=10s"
                        + " --against-set load.users=500"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("--at-least must be a percentage >= 0: -1.0")
                .contains("cannot share port 18080")
                .contains("use --hint, --from or --most instead: load.users=500 (--against-set)")
                .contains(
                        "the load of both must be the same: lots.closeAfter: 30s  /  10s (fixed by the run rules) (--against, --against-set)");
        assertThat(home.resolve("results")).doesNotExist();
    }

    /** Of a probe: 21 s between, twice 8 s of ramp, a look of 5 s, 65 s of load. Ten of them, and a minute for the end. */
    @Test
    void aRatioNeedsFiveProbesOfEachAndTheTimeForThem() {
        assertThat(rig.type("pair --probes 9 --budget 18m")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("probes must be >= 10, of which a ratio needs 5 of each side: 9 (--probes)")
                .contains(
                        "the budget must be at least 18 min 50 s, which the 10 probes that a ratio needs can take: 18 min 0 s (--budget)");
        assertThat(rig.type("pair --length official"))
                .as("no ratio would come of an hour of official probes")
                .isEqualTo(4);
        assertThat(home.resolve("results")).doesNotExist();
    }

    /** 8 GiB are enough for either of them, and for both if the set is made for fewer than usual. */
    @Test
    void aSetIsMadeForSoManyThatBothFit() {
        rig.run.host.facts(new HostFacts(2, 8L << 30, 7L << 30, 80L << 30, 20_000, 25));
        assertThat(rig.type("pair --budget 10h")).isZero();
        assertThat(rig.type("pair --budget 10h --hint 2667"))
                .as("4,000 users, as usual of two cores")
                .isEqualTo(3);
        assertThat(rig.errors()).contains("2 deployments together");
    }

    /** A pipeline would pass whatever is measured. */
    @Test
    void aShareIsNotTakenForAPercentage() {
        assertThat(rig.type("pair --at-least 0.95")).isEqualTo(4);
        assertThat(rig.errors()).contains("--at-least must be a percentage, such as 95: 0.95");
    }

    @Test
    void aShareThatLiesWithinTheIntervalIsNotKnown() {
        assertThat(rig.type("pair --at-least 100")).isEqualTo(2);
        assertThat(rig.said())
                .contains("predicted time: ")
                .contains("No difference larger than ")
                .contains("whether the second carries at least 100.0 % of the first is not known");
    }

    /** A pipeline that tries again where nothing is known would hide them. */
    @ParameterizedTest
    @CsvSource({"3, second", "4, first"})
    void dataThatEitherLostAreOneAndAFailureForThePipeline(int audit, String side) {
        rig.run.host.auditFinds(audit, 2);
        Path xml = home.resolve("gavel.xml");

        assertThat(rig.type("pair --at-least 50 --junit " + xml)).isEqualTo(1);

        assertThat(rig.said())
                .contains("the " + side + " configuration gives no number: the audit after the load found 2 violations")
                .doesNotContain("whether the second carries", "continues the comparison");
        assertThat(xml).content().contains("tests=\"2\" failures=\"2\" errors=\"0\"", "2 violations");
    }

    @Test
    void whatWasWrongWithTheMeasurementsIsSaid() {
        FakeSystem lame = new FakeSystem(420);
        lame.reports(SampleResults.passed(
                        new RuleOutcome("driverBusy", "", Status.INVALID, "93 %", "80 %", "The driver was the limit."))
                .load());
        rig.run.another = lame;

        assertThat(rig.type("pair")).isEqualTo(2);
        assertThat(rig.said())
                .contains("3 measurements in a row were invalid: The driver was the limit.")
                .contains("` with the same options continues the comparison")
                .doesNotContain("peak near");
    }
}
