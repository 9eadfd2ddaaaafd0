package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.PeakKind;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.SearchSettings;
import gavel.harness.platform.HostFacts;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Searches that come to the end of the machine's memory, of their time, or of somebody's patience before they are done. */
class PeakLimitsTest extends PeakRig {
    @Test
    void whereNoLargerSetCanBeMadeThereIsAResultThatSaysSo() throws IOException {
        rig.host.when("load", () -> rig.host.facts(new HostFacts(2, 32L << 30, 24L << 30, 1L << 20, 20_000, 25)));

        ExperimentOutcome<PeakResult> outcome = search(100, 10_000, null);

        assertThat(outcome.failure()).isInstanceOf(EnvironmentException.class);
        assertThat(new PeakKind().read(outcome.directory()).conclusion().reason())
                .contains("a data set for 200 users", "disk");
    }

    /** Such a search ended without a number, after it had asked for a set that could never be made. */
    @Test
    void aSystemThatBearsMoreThanTheMachineHasMemoryForHasABound() throws IOException {
        rig.host.facts(withMemory(neededFor(300)));

        ExperimentOutcome<PeakResult> outcome = search(100, 10_000, null);

        assertThat(outcome.failure()).isNull();
        PeakResult result = new PeakKind().read(outcome.directory());
        assertThat(result.conclusion().kind()).isEqualTo(Kind.BEYOND_MEMORY);
        int room = result.conclusion().users();
        assertThat(room).as("whole mebibytes").isBetween(300, 301);
        assertThat(rig.lines).anyMatch(line -> line.contains("memory for about " + room + " users now"));
        assertThat(system.loads)
                .extracting(load -> load.accounts().last())
                .contains(5L * 200, 5L * room)
                .doesNotContain(5L * 400);
    }

    /** 1,400 less 256 of an application server's own are five connections for each of 228 users. */
    @Test
    void aSystemThatBearsMoreThanADescriptorForEachConnectionHasABoundToo() throws IOException {
        rig.host.facts(new HostFacts(2, 32L << 30, 24L << 30, 80L << 30, 1_400, 25));

        ExperimentOutcome<PeakResult> outcome = search(100, 10_000, null);

        assertThat(outcome.failure()).isNull();
        PeakResult result = new PeakKind().read(outcome.directory());
        assertThat(result.conclusion().kind()).isEqualTo(Kind.BEYOND_DESCRIPTORS);
        assertThat(result.conclusion().users()).isEqualTo(228);
        assertThat(rig.lines).anyMatch(line -> line.contains("descriptors for about 228 users now"));
    }

    @Test
    void aSearchThatBeginsBeyondTheDescriptorsIsRefused() {
        rig.host.facts(new HostFacts(2, 32L << 30, 24L << 30, 80L << 30, 300, 25));

        assertThatThrownBy(() -> search(100, 10_000, null))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .singleElement()
                        .asString()
                        .startsWith("descriptors for 8 users, and it begins with "));
    }

    @Test
    void memoryThatSomebodyTookMeanwhileEndsTheSearchWhereItIs() {
        rig.host.when("load", () -> rig.host.facts(withMemory(neededFor(50))));

        ExperimentOutcome<PeakResult> outcome = search(100, 10_000, null);

        assertThat(outcome.failure())
                .as("what was there for the first set is not")
                .isInstanceOf(EnvironmentException.class);
        assertThat(outcome.result().conclusion().reason()).contains("a data set for 100 users", "memory");
    }

    @Test
    void aSearchBeganWithItsFirstDataSet() {
        Instant begin = rig.time.instant();
        system.beforeClimb(() -> pass(Duration.ofMinutes(1)));

        PeakResult result = search(100, 10_000, null).result();

        assertThat(system.loads.stream().map(load -> load.accounts().last()).distinct())
                .as("data sets")
                .hasSizeGreaterThan(1);
        assertThat(result.run().startedAt()).isEqualTo(begin);
        assertThat(result.seconds()).isGreaterThanOrEqualTo(120);
    }

    @Test
    void aKneeThatTheMachineHasMemoryForIsFoundThere() {
        rig.host.facts(withMemory(neededFor(600)));

        assertThat(search(100, 10_000, null).result().conclusion().kind()).isEqualTo(Kind.FOUND);
        assertThat(system.loads)
                .extracting(load -> load.accounts().last())
                .allMatch(accounts -> accounts <= 5L * 601)
                .anyMatch(accounts -> accounts >= 5L * 600);
    }

    @Test
    void aSearchWhoseTimeRanOutInItsClimbTellsWhatItSaw() {
        system.beforeClimb(() -> pass(Duration.ofMinutes(10)));

        ExperimentOutcome<PeakResult> outcome =
                new PeakExperiment(rig.environment(), request(1_000, 10_000, 12, Duration.ofMinutes(10))).run();

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.result().climb().good()).isBetween(280, KNEE);
        assertThat(outcome.result().conclusion().reason())
                .startsWith("the time was used up before the first measurement")
                .contains("users and not ");
        assertThat(rig.lines).anyMatch(line -> line.startsWith("! that is more than the search may take, 10 min"));
    }

    /** Two looks of five seconds are before the queues of a step have filled; an overload shows it, and they do not go. */
    @Test
    void aClimbWhoseStepBeforeIsNotBorneEitherGoesDown() {
        system.afterClimbing(KNEE, () -> system.bears(KNEE / 2));

        PeakResult result = search(1_000, 10_000, null).result();

        assertThat(result.climb().good()).isBetween(KNEE / 5, KNEE / 2);
        assertThat(result.climb().bad()).isBetween(KNEE / 2, KNEE);
        assertThat(result.conclusion().kind()).isEqualTo(Kind.FOUND);
    }

    @Test
    void aBudgetThatIsTooShortForAnyMeasurementIsRefused() {
        PeakRequest hasty = request(1_000, 10_000, 12, Duration.ofSeconds(1));

        assertThatThrownBy(() -> new PeakExperiment(rig.environment(), hasty).run())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the budget must be at least ")
                .hasMessageEndingWith(": 1.0 s (--budget)");
    }

    @Test
    void aSearchInterruptedInItsClimbGoesOnFromWhereItWas() {
        system.afterClimbing(100, () -> rig.interruption.request());
        ExperimentOutcome<PeakResult> interrupted = search(1_000, 10_000, null);
        assertThat(interrupted.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(SearchJournal.in(interrupted.directory())).isTrue();
        rig = new RunRig(home);
        FakeSystem another = new FakeSystem(KNEE);
        rig.another = another;

        PeakResult result = search(
                        1_000, 10_000, interrupted.directory().getFileName().toString())
                .result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.FOUND);
        assertThat(another.loads.getFirst().users()).as("the climb begins").isBetween(20, 100);
    }

    /** The second would take the place of the first among the results, which refutes the search. */
    @Test
    void sharesOfAFewUsersThatAreTheSameAreMeasuredOnce() {
        system = new FakeSystem(2);
        rig.another = system;
        SearchSettings few = new SearchSettings(1, 10_000, 0.05, 12, Duration.ofDays(1), 1);

        PeakResult result = new PeakExperiment(
                        rig.environment(), new PeakRequest(this::sized, few, 1_000, true, null, false))
                .run()
                .result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.FOUND);
        assertThat(result.levels())
                .extracting(level -> level.probe().users())
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    private int neededFor(int users) {
        Configuration configuration = sized(users).configuration();
        return (int) Sizing.of(configuration).total(configuration);
    }

    private static HostFacts withMemory(int availableMebibytes) {
        return new HostFacts(2, 8L << 30, (long) availableMebibytes << 20, 80L << 30, 20_000, 25);
    }
}
