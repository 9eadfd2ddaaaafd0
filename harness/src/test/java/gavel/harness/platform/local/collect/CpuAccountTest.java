package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Outside;
import gavel.harness.collect.Outside.Taker;
import gavel.harness.platform.local.proc.FakeProc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second on two cores, 200 ticks, of a run that consists of application server 10, database 20 and harness 30. */
class CpuAccountTest {
    private static final long HARNESS = 30;

    @TempDir
    Path root;

    private FakeProc fake;
    private CpuAccount before;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeProc(root);
        fake.process(10, HARNESS, 500, 5);
        fake.process(20, 1, 100, 6);
        fake.process(21, 20, 40, 7);
        fake.process(HARNESS, 1, 300, 4);
        fake.process(40, 1, "sshd", 'S', 1_000, 0, 3);
        fake.kernelThread(14, 77);
        before = read();
    }

    private CpuAccount read() {
        return CpuAccount.read(fake.proc(), Set.of(10L, 20L), HARNESS);
    }

    private Outside outside() {
        return read().since(before);
    }

    @Test
    void whatTheRunDidItselfIsNotOutside() throws IOException {
        fake.process(10, HARNESS, 580, 5);
        fake.process(21, 20, 80, 7);
        fake.process(HARNESS, 1, 310, 4);
        fake.machine(130, 70);
        assertThat(outside().share()).isZero();
        assertThat(outside().own()).isCloseTo(0.65, within(1e-9));
    }

    @Test
    void kernelThreadsAndInterruptsAreNobodys() throws IOException {
        fake.kernelThread(14, 107);
        fake.machine(30, 40, 130);
        assertThat(outside().share()).isZero();
    }

    @Test
    void theLargestAreNamedByTheirCommandsAndThoseOfOneNameTogether() throws IOException {
        fake.process(50, 1, "stress-ng", 'R', 70, 0, 90);
        fake.process(51, 50, "stress-ng", 'R', 70, 0, 91);
        fake.process(52, 1, "top", 'R', 1, 0, 92);
        fake.process(40, 1, "sshd", 'S', 1_004, 0, 3);
        fake.machine(145, 55);
        assertThat(outside().share()).isCloseTo(0.725, within(1e-9));
        assertThat(outside().processes()).containsExactly(new Taker("stress-ng", 0.7), new Taker("sshd", 0.02));
    }

    @Test
    void processesThatBeganAndEndedInBetweenAreKnownByWhatTheMachineDid() throws IOException {
        fake.machine(90, 110);
        assertThat(outside().words())
                .isEqualTo("45 % of the machine (ended too soon to be named, or cannot be seen from here)");
    }

    @Test
    void aChildThatEndsAddsToItsParentWhatWasCountedBefore() throws IOException {
        fake.end(21);
        fake.process(20, 1, "postgres", 'S', 100, 45, 6);
        fake.process(40, 1, "sshd", 'S', 1_000, 5_000, 3);
        fake.machine(5, 195);
        assertThat(outside().share()).as("5 ticks of the child's last second").isZero();
    }

    /** Half of the second was work for tasks, and nobody knows how much of it the server did before it was killed. */
    @Test
    void theLastWorkOfAServerThatEndsIsNotTakenByOthers() throws IOException {
        fake.end(10);
        fake.process(40, 1, "sshd", 'S', 1_020, 0, 3);
        fake.machine(100, 100);
        assertThat(outside().share()).as("20 ticks of sshd").isCloseTo(0.1, within(1e-9));
    }

    @Test
    void whatAServerUsedUntilItEndedIsTheRunsOwn() throws IOException {
        fake.end(10);
        fake.machine(100, 100);
        Outside outside = read().since(before, 80);
        assertThat(outside.share()).as("20 of 200 ticks are nobody's").isCloseTo(0.1, within(1e-9));
        assertThat(outside.own()).isCloseTo(0.4, within(1e-9));
    }

    @Test
    void whatTheHarnesssEarlierChildrenUsedInTheirWholeLivesIsNotItsOwnNow() throws IOException {
        fake.process(HARNESS, 1, "java", 'S', 300, 4_000, 4);
        fake.process(50, 1, "stress-ng", 'R', 100, 0, 90);
        fake.machine(100, 100);
        assertThat(outside().share()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aPidThatIsUsedAgainIsANewProcess() throws IOException {
        fake.process(40, 1, "cc1", 'R', 60, 0, 95);
        fake.machine(60, 140);
        assertThat(outside().processes()).containsExactly(new Taker("cc1", 0.3));
    }

    @Test
    void aProcessOfTheHarnessIsTheRunsOwn() throws IOException {
        fake.process(60, HARNESS, "psql", 'R', 50, 0, 95);
        fake.machine(50, 150);
        assertThat(outside().share()).isZero();
    }

    @Test
    void aNameCannotBreakTheLineItIsPrintedIn() throws IOException {
        fake.process(50, 1, "a\nb\u001b[2J", 'R', 100, 0, 90);
        fake.machine(100, 100);
        assertThat(outside().words()).isEqualTo("50 % of the machine (a?b?[2J 50 %)");
    }

    /** In a container no thread of the kernel is seen. What they do for the network is counted with interrupts (softirq). */
    @Test
    void workOfTheKernelForTheNetworkIsNobodysInAContainerEither() throws IOException {
        fake.end(14);
        before = read();
        fake.process(10, HARNESS, 560, 5);
        fake.machine(60, 50, 90);
        assertThat(outside().share()).isZero();
        assertThat(outside().own()).isCloseTo(0.3, within(1e-9));
    }

    @Test
    void noTimeHasNoShare() {
        assertThat(outside()).isEqualTo(Outside.NONE);
    }
}
