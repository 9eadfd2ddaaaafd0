package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collected.ProcessEvent.Kind;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Sample;
import gavel.harness.platform.local.proc.FakeProc;
import gavel.harness.platform.local.proc.ProcessDetail;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
    private static final long HARNESS = 30;

    @TempDir
    Path root;

    private long nanos;
    private FakeProc fake;
    private Sampler sampler;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeProc(root);
        fake.process(10, 1, 500, 5);
        fake.process(20, 1, 100, 6);
        sampler = new Sampler(
                fake.proc(),
                List.of(Instance.of("appServers", "app1", 10), Instance.of("relational", "postgres", 20)),
                () -> Instant.ofEpochMilli(nanos / 1_000_000),
                () -> nanos,
                HARNESS);
    }

    private Sample afterOneSecond() {
        nanos += TimeUnit.SECONDS.toNanos(1);
        return sampler.sample();
    }

    @Test
    void coresAreCpuTimePerTime() throws IOException {
        fake.process(10, 1, 650, 5);
        fake.machine(170, 30);
        Sample sample = afterOneSecond();
        assertThat(sample.cpuCores("appServers")).as("150 ticks in a second").isCloseTo(1.5, within(1e-9));
        assertThat(sample.cpuCores("relational")).isZero();
        assertThat(sample.cpuBusyShare()).isCloseTo(0.85, within(1e-9));
        assertThat(sample.memoryUsedBytes()).isEqualTo(400 * 1024);
    }

    @Test
    void aSampleCoversTheTimeThatReallyPassed() throws IOException {
        fake.process(10, 1, 700, 5);
        nanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(afterOneSecond().cpuCores("appServers"))
                .as("200 ticks in two seconds")
                .isCloseTo(1.0, within(1e-9));
    }

    @Test
    void ticksThatWereMissedAreNotMadeUpForAtOnce() {
        nanos += TimeUnit.SECONDS.toNanos(18);
        assertThat(sampler.due()).isTrue();
        sampler.sample();
        nanos += TimeUnit.MILLISECONDS.toNanos(20);
        assertThat(sampler.due()).isFalse();
        nanos += TimeUnit.MILLISECONDS.toNanos(980);
        assertThat(sampler.due()).isTrue();
    }

    /** What a server elsewhere says of itself is read here. */
    @Test
    void noProcessOfAnotherMachineIsMissed() {
        sampler.add(Instance.elsewhere("appServers", "app3"));
        assertThat(afterOneSecond().instances()).hasSize(2);
        assertThat(sampler.events()).isEmpty();
    }

    @Test
    void aBackendCountsForItsPostmaster() throws IOException {
        fake.process(21, 20, 30, 7);
        assertThat(afterOneSecond().cpuCores("relational")).isCloseTo(0.3, within(1e-9));
    }

    @Test
    void cpuNeverFallsWhenAMemberEndsUnreaped() throws IOException {
        fake.process(21, 20, 30, 7);
        afterOneSecond();
        fake.end(21);
        assertThat(afterOneSecond().cpuCores("relational")).isZero();
        assertThat(sampler.events()).isEmpty();
    }

    @Test
    void aMemberThatIsStoppedStopsItsInstance() throws IOException {
        fake.process(21, 20, "postgres", 'T', 30, 0, 7);
        assertThat(afterOneSecond().instances())
                .extracting(Sample.InstanceSample::stopped)
                .containsExactly(false, true);
    }

    @Test
    void aFrozenInstanceIsStoppedThoughItsProcessesSayNothing() throws IOException {
        fake.frozen(10, false, true);
        assertThat(afterOneSecond().instances())
                .extracting(Sample.InstanceSample::stopped)
                .containsExactly(true, false);
    }

    @Test
    void whatNobodyOfTheRunDidIsOutsideIt() throws IOException {
        fake.process(10, 1, 560, 5);
        fake.process(40, 1, "stress-ng", 'R', 120, 0, 99);
        fake.machine(190, 10);
        assertThat(afterOneSecond().outside().words()).isEqualTo("65 % of the machine (stress-ng 60 %)");
    }

    @Test
    void aProcessThatVanishedIsAnEventOnce() throws IOException {
        fake.end(10);
        afterOneSecond();
        afterOneSecond();
        assertThat(sampler.events())
                .containsExactly(new ProcessEvent(
                        1000, "appServers", "app1", Kind.VANISHED, "process 10 is not running any more"));
    }

    private ProcessDetail detail() {
        return sampler.detail("app1", sampler.read().byName().get("app1"));
    }

    /** Killed and started again: bytes and switches of its first process are part of the run, its memory is not. */
    @Test
    void whatAnInstanceDidBeforeAnExpectedEndStaysInItsSums() throws IOException {
        fake.storage(10, 1_000, 5_000);
        sampler.expectEnd("app1");
        assertThat(detail()).as("still there").isEqualTo(new ProcessDetail(1_000, 5_000, 7, 3, 512 * 1024));
        fake.end(10);
        afterOneSecond();
        sampler.expectEnd("app1");
        assertThat(detail()).as("gone").isEqualTo(new ProcessDetail(1_000, 5_000, 7, 3, 0));

        fake.process(11, 1, 3, 99);
        fake.storage(11, 10, 20);
        sampler.add(Instance.of("appServers", "app1", 11));
        assertThat(detail()).as("both").isEqualTo(new ProcessDetail(1_010, 5_020, 14, 6, 512 * 1024));
    }

    @Test
    void anotherProcessUnderTheSamePidIsARestart() throws IOException {
        fake.process(10, 1, 3, 99);
        assertThat(afterOneSecond().cpuCores("appServers")).as("never negative").isZero();
        assertThat(sampler.events()).extracting(ProcessEvent::kind).containsExactly(Kind.RESTARTED);
    }
}
