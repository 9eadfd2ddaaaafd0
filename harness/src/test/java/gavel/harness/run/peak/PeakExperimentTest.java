package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.LoadSpec;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.PeakKind;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.platform.HostFacts;
import gavel.harness.result.Disclosure;
import gavel.harness.run.FakeHost;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PeakExperimentTest extends PeakRig {
    @Test
    void thePeakIsFoundAndEveryProbeIsKept() throws IOException {
        ExperimentOutcome<PeakResult> outcome = search(1_000, 10_000, null);

        PeakResult result = new PeakKind().read(outcome.directory());
        assertThat(result.conclusion().kind()).isEqualTo(Kind.FOUND);
        // The fake's figures jump at the knee: only passes and fails tell where it is.
        assertThat(result.conclusion().peak().middle()).isCloseTo(KNEE, Percentage.withPercentage(3));
        assertThat(result.levels())
                .extracting(level -> level.probe().users() / 100)
                .containsExactly(1, 2, 3);
        assertThat(result.probes()).hasSizeBetween(6, 12);
        assertThat(outcome.directory()).isDirectoryRecursivelyContaining("glob:**/probes/01-*/report.html");
        assertThat(outcome.directory().resolve("report.html"))
                .content()
                .contains("the peak was ", "another one an hour later may differ by more");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void searchesThatBeginInOneSecondHaveResultsOfTheirOwn() throws IOException {
        PeakExperiment one = new PeakExperiment(rig.environment(), request(1_000, 10_000, 6));
        PeakExperiment other = new PeakExperiment(rig.environment(), request(1_000, 10_000, 6));

        Path first = one.run().directory();
        Path second = other.run().directory();

        assertThat(second).isEqualTo(first.resolveSibling(first.getFileName() + "-2"));
        assertThat(new PeakKind().read(first).run().id())
                .isEqualTo(first.getFileName().toString());
    }

    /** A search takes hours, and its file may be edited meanwhile. */
    @Test
    void whatWasAskedForIsReadOnceForEachNumberOfUsers() {
        List<Integer> read = new ArrayList<>();
        PeakRequest asked = request(1_000, 10_000, 6);
        PeakRequest counting = new PeakRequest(
                users -> {
                    read.add(users);
                    return sized(users);
                },
                asked.search(),
                asked.setUsers(),
                true,
                null,
                false);

        new PeakExperiment(rig.environment(), counting).run();

        assertThat(read).contains(1_000).doesNotHaveDuplicates();
    }

    /** A driver on another machine, or in a container, has no directory of this one. */
    @Test
    void driversWriteWhereTheirPlatformLetsThem() {
        List<Path> here = new ArrayList<>();
        rig.output = directory -> {
            here.add(directory);
            return "/there/" + directory.getFileName();
        };
        PeakResult result = search(1_000, 10_000, null).result();

        assertThat(system.loads).isNotEmpty().allMatch(load -> load.outputDirectory()
                .startsWith("/there/"));
        assertThat(here)
                .allMatch(Path::isAbsolute)
                .extracting(directory -> directory.getFileName().toString())
                .contains("climb")
                .containsAll(result.probes().stream()
                        .map(probe -> probe.asked().directory())
                        .toList());
    }

    @Test
    void aSearchThatPassesItsDataSetGoesOnWithALargerOne() {
        search(100, 10_000, null);

        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(4);
        assertThat(system.loads)
                .extracting(load -> load.accounts().last())
                .contains(5L * 100, 5L * 200, 5L * 400, 5L * 800);
    }

    @Test
    void probesMayEndEarlyAndTheClimbAndLevelsNot() {
        search(1_000, 10_000, null);

        assertThat(system.loads.getFirst().earliestEndSeconds()).isZero();
        assertThat(system.loads.get(1).earliestEndSeconds()).isPositive();
        assertThat(system.loads.getLast().earliestEndSeconds()).isZero();
    }

    @Test
    void onlyAfterFewerUsersThatPassedAProbeFollowsWithoutARest() {
        search(1_000, 10_000, null);

        List<LoadSpec> all = system.all;
        assertThat(system.besides).as("after the climb").contains(all.get(1));
        for (int i = 3; i < all.size(); i++) {
            if (system.loads.contains(all.get(i)) && system.loads.contains(all.get(i - 2))) {
                assertThat(all.get(i - 2).users())
                        .isLessThanOrEqualTo(KNEE)
                        .isLessThan(all.get(i).users());
            }
        }
        assertThat(system.loads)
                .as("half and three quarters of the peak")
                .endsWith(all.get(all.size() - 3), all.getLast());
    }

    /** What queues up while they come, and is gone soon after, would fail a level that is borne. */
    @Test
    void allOfAProbeAreThereAndServedBeforeAnyoneIsTimed() {
        search(1_000, 10_000, null);

        List<LoadSpec> all = system.all;
        for (LoadSpec probe : system.loads.subList(1, system.loads.size())) {
            LoadSpec coming = all.get(all.indexOf(probe) - 1);
            assertThat(coming.users()).isEqualTo(probe.users());
            assertThat(coming.outputDirectory()).as("timed").isNull();
            assertThat(probe.phases().rampSeconds()).isEqualTo(1);
            assertThat(probe.phases().warmUpSeconds())
                    .as("for %d of %d", probe.users(), KNEE)
                    .isEqualTo(probe.users() <= KNEE ? 4 : 0);
        }
        assertThat(all)
                .extracting(load -> load.phases().rampSeconds())
                .as("half of them, in half a ramp")
                .contains(8);
    }

    @Test
    void damageUnderLoadTakesTheNumberBack() {
        atProbe(2, this::damage);

        PeakResult result = search(1_000, 10_000, null).result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.INVALID);
        assertThat(result.conclusion().peak()).isNull();
        assertThat(result.conclusion().reason()).contains("2 violations");
    }

    @Test
    void anInterruptedSearchGoesOnWhereItWas() {
        atProbe(4, () -> rig.interruption.request());
        ExperimentOutcome<PeakResult> interrupted = search(1_000, 10_000, null);
        assertThat(interrupted.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(interrupted.result().probes()).hasSize(3);

        RunRig another = new RunRig(home);
        another.another = new FakeSystem(KNEE);
        rig = another;
        PeakResult result = search(
                        1_000, 10_000, interrupted.directory().getFileName().toString())
                .result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.FOUND);
        assertThat(result.probes().subList(0, 3)).isEqualTo(interrupted.result().probes());
    }

    @Test
    void timeBeforeAnInterruptionIsTimeOfTheSearch() {
        PeakRequest request = request(1_000, 10_000, 12, Duration.ofMinutes(45));
        beforeEachProbe(number -> {
            pass(Duration.ofMinutes(10));
            if (number == 4) {
                rig.interruption.request();
            }
        });
        ExperimentOutcome<PeakResult> interrupted = new PeakExperiment(rig.environment(), request).run();
        assertThat(interrupted.result().probes()).hasSize(3);
        rig = new RunRig(home);
        system = new FakeSystem(KNEE);
        rig.another = system;
        beforeEachProbe(number -> pass(number <= 2 ? Duration.ofMinutes(10) : Duration.ZERO));

        PeakResult result = new PeakExperiment(
                        rig.environment(),
                        resumed(request, interrupted.directory().getFileName().toString()))
                .run()
                .result();

        assertThat(result.probes()).as("a quarter of an hour was left").hasSizeBetween(4, 5);
        assertThat(result.seconds()).isBetween(2_400.0, 3_300.0);
    }

    @Test
    void onlyTheVerySameSearchIsResumed() {
        String name = search(1_000, 10_000, null).directory().getFileName().toString();

        assertThatThrownBy(() -> search(1_000, 5_000, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was a different one");
        assertThatThrownBy(() -> search(1_000, 10_000, "nothing"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no search can be resumed");
    }

    @Test
    void aSearchIsNotResumedByAnotherProgram() throws IOException {
        Path directory = search(1_000, 10_000, null).directory();
        String name = directory.getFileName().toString();
        Path file = directory.resolve(SearchJournal.FILE);
        String journal = Files.readString(file);
        String program = ",\"program\":\"development\"";

        Files.writeString(file, journal.replace(program, ",\"program\":\"0.9.0\""));
        assertThatThrownBy(() -> search(1_000, 10_000, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was begun by Gavel 0.9.0, and this is Gavel development")
                .hasMessageNotContaining("options and configuration");
        Files.writeString(file, journal.replace(program, ""));
        assertThatThrownBy(() -> search(1_000, 10_000, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was begun by an earlier version of Gavel, which did not write down its own");
    }

    /** It would be told as one of the machine with four cores, and half of its probes were made with two. */
    @Test
    void aSearchIsNotResumedOnAnotherMachine() {
        atProbe(4, () -> rig.interruption.request());
        String name = search(1_000, 10_000, null).directory().getFileName().toString();
        rig = new RunRig(home);
        rig.another = new FakeSystem(KNEE);
        rig.host.facts(new HostFacts(4, 32L << 30, 24L << 30, 80L << 30, 20_000, 25));

        assertThatThrownBy(() -> search(1_000, 10_000, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the search of " + name + " was begun on another machine: ")
                .hasMessageContaining(" had 2 × a processor and has 4 × a processor: resume it where it was begun");
    }

    @Test
    void theResultNamesTheTextOfItsProfile() {
        assertThat(search(1_000, 10_000, null).result().disclosure().versions().get(Disclosure.PROFILE))
                .matches("liveauction SHA-256 [0-9a-f]{64}");
    }

    @Test
    void aSearchThatGoesOnWarmsItsNewDeploymentUpBeforeItProbes() {
        atProbe(4, () -> rig.interruption.request());
        String name = search(1_000, 10_000, null).directory().getFileName().toString();
        assertThat(system.besides).as("rests before probes, and who came then").hasSizeBetween(4, 8);
        FakeSystem another = new FakeSystem(KNEE);
        rig = new RunRig(home);
        rig.another = another;

        search(1_000, 10_000, name);

        assertThat(another.besides.getFirst().users())
                .isEqualTo(another.loads.getFirst().users() / 2);
    }

    /** A climb is over long before the compilers of the servers are: its first probe would be beyond a knee that later ones pass. */
    @Test
    void halfTheUsersOfTheFirstProbeWarmTheSystemUpAfterItsClimb() {
        search(1_000, 10_000, null);

        LoadSpec probe = system.loads.get(1);
        assertThat(system.all.indexOf(probe))
                .as("climb, warm-up, rest, and all come")
                .isEqualTo(4);
        assertThat(system.all.get(1).users()).isEqualTo(probe.users() / 2);
        assertThat(system.besides).contains(system.all.get(1));
        assertThat(rig.statuses).anyMatch(status -> status.contains("warming up · "));
    }

    @Test
    void violationsStayWhateverComesAfterThem() {
        atProbe(2, this::damage);
        String name = search(1_000, 10_000, null).directory().getFileName().toString();
        rig = new RunRig(home);
        rig.another = new FakeSystem(KNEE);

        assertThatThrownBy(() -> search(1_000, 10_000, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("found violations");
    }

    @Test
    void theTimeOfASearchThatMayEndAtItsBoundIsSaidForBoth() {
        search(1_000, 300, null);
        assertThat(rig.lines)
                .anyMatch(line -> line.matches("predicted time: .* min if 300 users pass, else .* to .* min"));
        assertThat(rig.statuses).anyMatch(status -> status.matches(" *probe 1 of at most 12, .* left · .*"));
    }

    @Test
    void damageOnTheFirstDeploymentCountsWhateverTheNextOneFinds() {
        rig.host.auditFinds(2, 3);

        PeakResult result = search(100, 10_000, null).result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.INVALID);
        assertThat(result.conclusion().reason()).contains("3 violations");
        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(1);
    }

    @Test
    void aDeploymentThatCouldNotBeAuditedEndsTheSearch() {
        AtomicInteger audits = new AtomicInteger();
        rig.host.when("audit", () -> rig.host.exitCode("audit", audits.incrementAndGet() == 2 ? 3 : 0));

        PeakResult result = search(100, 10_000, null).result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.INVALID);
        assertThat(result.conclusion().reason()).isEqualTo("the data were not audited after the load");
        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(1);
    }

    @Test
    void whatAKilledHarnessLeftIsNotInTheWayOfItsResumption() throws IOException {
        atProbe(3, () -> rig.interruption.request());
        String name = search(1_000, 10_000, null).directory().getFileName().toString();
        rig = new RunRig(home);
        rig.another = new FakeSystem(KNEE);
        rig.deployments()
                .create(name, rig.configuration(), true, rig.time.instant(), _ -> true)
                .close();

        PeakResult result = search(1_000, 10_000, name).result();

        assertThat(result.conclusion().kind()).isEqualTo(Kind.FOUND);
        assertThat(result.remarks()).anyMatch(remark -> remark.contains("data of 2 probes before it were not audited"));
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void theClimbHasNoEndToShow() {
        search(1_000, 10_000, null);

        assertThat(rig.statuses)
                .anyMatch(status -> status.contains("climb · ") && status.contains(" s measure"))
                .noneMatch(status -> status.contains("/0 s"));
    }

    private void atProbe(int number, Runnable happening) {
        beforeEachProbe(probe -> {
            if (probe == number) {
                happening.run();
            }
        });
    }

    private void beforeEachProbe(IntConsumer happening) {
        AtomicInteger probes = new AtomicInteger();
        system.beforeProbe(() -> happening.accept(probes.incrementAndGet()));
    }

    private void damage() {
        rig.host.report("audit", FakeHost.audit(2));
        rig.host.exitCode("audit", 1);
    }
}
