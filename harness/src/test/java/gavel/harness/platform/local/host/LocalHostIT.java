package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostFacts;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: shells and sleepers. */
class LocalHostIT {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Timekeeper TIME = Timekeeper.system();

    @TempDir
    Path directory;

    private LocalHost host;

    @BeforeEach
    void open() {
        host = new LocalHost(directory);
    }

    @AfterEach
    void stopEverything() {
        host.recorded().forEach(process -> process.stop(GRACE));
    }

    @Test
    void aProcessIsFoundAgainByItsRecordAndStopped() throws Exception {
        HostProcess started = host.start(shell("sleeper", "exec sleep 60"));

        HostProcess found = new LocalHost(directory).recorded().getFirst();
        assertThat(found.pid()).isEqualTo(started.pid());
        assertThat(found.alive()).isTrue();

        assertThat(found.stop(GRACE)).isTrue();
        assertThat(started.alive()).isFalse();
        assertThat(host.recorded()).isEmpty();
        found.stop(GRACE);
    }

    @Test
    void aProcessThatCannotBeRecordedDoesNotGoOn() throws Exception {
        Files.writeString(directory.resolve("processes"), "no directory");
        List<Long> before = children();

        assertThatThrownBy(() -> host.start(shell("sleeper", "exec sleep 60"))).isInstanceOf(IOException.class);

        assertThat(TIME.await(() -> before.containsAll(children()), GRACE)).isTrue();
    }

    private static List<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).toList();
    }

    @Test
    void aPidThatIsUsedAgainByAnotherProcessIsLeftAlone() throws Exception {
        HostProcess started = host.start(shell("sleeper", "exec sleep 60"));
        new ProcessRecords(directory.resolve("processes")).add(new ProcessRecord("older", "test", started.pid(), 1));

        HostProcess stale = host.recorded().stream()
                .filter(process -> process.name().equals("older"))
                .findFirst()
                .orElseThrow();
        assertThat(stale.alive()).isFalse();
        stale.stop(GRACE);

        assertThat(started.alive()).isTrue();
    }

    @Test
    void whatDoesNotEndByItselfIsForcedWithItsChildren() throws Exception {
        HostProcess stubborn =
                host.start(shell("stubborn", "trap '' TERM; sleep 60 & echo up; while :; do wait; done"));
        awaitLog(stubborn, "up");
        List<Long> pids = stubborn.pids();
        assertThat(pids).hasSize(2);

        assertThat(stubborn.stop(Duration.ofMillis(300))).isFalse();

        ProcFiles proc = new ProcFiles(Path.of("/proc"));
        assertThat(pids).allMatch(pid -> proc.startTicks(pid).isEmpty());
    }

    @Test
    void aProcessHasASessionOfItsOwnSoThatCtrlCDoesNotReachIt() throws Exception {
        HostProcess process = host.start(shell("session", "ps -o sid= -p $$; exec sleep 60"));
        awaitLog(process, "");

        assertThat(host.tail(process.log(), 1).getFirst().trim()).isEqualTo(Long.toString(process.pid()));
    }

    @Test
    void aPriorityIsThatOfTheProcessAndOfItsSession() throws Exception {
        HostProcess process = host.start(new ProcessSpec(
                "patient",
                "test",
                List.of("sh", "-c", "nice; echo \"$@\"; exec sleep 60", "sh", "a b"),
                Map.of(),
                directory,
                3,
                false));
        awaitLog(process, "a b");

        assertThat(host.tail(process.log(), 2)).containsExactly("3", "a b");
        Path session = Path.of("/proc/" + process.pid() + "/autogroup");
        assumeThat(session).exists();
        assertThat(session).content().endsWith("nice 3\n");
    }

    /** Whoever starts it: by root this shows that nothing of root's rights is left, by others that nothing can be gained. */
    @Test
    void aProcessHasNoRightsOfRootAndCanGainNone() throws Exception {
        for (int nice : new int[] {0, 3}) {
            HostProcess process = host.start(new ProcessSpec(
                    "plain" + nice,
                    "test",
                    List.of("sh", "-c", "id -u; echo mine > mine; chown $(id -u) mine && echo up; exec sleep 60"),
                    Map.of(),
                    directory,
                    nice,
                    true));
            awaitLog(process, "up");

            assertThat(status(process)).contains("CapEff:\t0000000000000000", "CapPrm:\t0000000000000000");
            assertThat(status(process)).contains("NoNewPrivs:\t1");
            assertThat(host.tail(process.log(), 2).getFirst()).isNotEqualTo("0");
        }
        assertThat(directory.resolve("mine"))
                .as("of the owner of the directory")
                .hasContent("mine");
    }

    @Test
    void aToolThatChangesTheMachineKeepsTheRightsOfTheHarness() throws Exception {
        List<String> said = new ArrayList<>();

        host.run(
                ProcessSpec.privileged(
                        "tool", "test", List.of("grep", "CapEff", "/proc/self/status"), Map.of(), directory),
                said::add,
                GRACE);

        assertThat(said)
                .containsExactly(Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("CapEff"))
                        .findFirst()
                        .orElseThrow());
    }

    private static List<String> status(HostProcess process) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"));
    }

    @Test
    void anUnboundProcessHasNoInputABoundOneKeepsIts() throws Exception {
        HostProcess unbound = host.start(shell("unbound", "cat; echo ended; exec sleep 60"));
        awaitLog(unbound, "ended");

        HostProcess bound = host.start(new ProcessSpec("bound", "test", List.of("cat"), Map.of(), directory, 0, true));
        assertThat(bound.alive()).isTrue();
    }

    @Test
    void aBoundProcessGoesOnThoughNobodyHoldsOnToItsHost() throws Exception {
        HostProcess bound = new LocalHost(directory)
                .start(new ProcessSpec("bound", "test", List.of("cat"), Map.of(), directory, 0, true));

        boolean ended = TIME.await(
                () -> {
                    System.gc();
                    return !bound.alive();
                },
                Duration.ofSeconds(1));

        assertThat(ended).isFalse();
        bound.stop(GRACE);
    }

    @Test
    void aCommandRunsToItsEndWithItsLinesInTheLogAndToTheReader() throws Exception {
        List<String> lines = new ArrayList<>();

        int code = host.run(shell("tool", "echo one; echo two >&2; exit 7"), lines::add, GRACE);

        assertThat(code).isEqualTo(7);
        assertThat(lines).containsExactly("one", "two");
        assertThat(host.tail(directory.resolve("logs/tool.log"), 5)).containsExactly("one", "two");
        assertThat(host.recorded()).isEmpty();
    }

    @Test
    void aCommandThatTakesTooLongIsStoppedAndToldWithItsLog() {
        assertThatThrownBy(
                        () -> host.run(shell("slow", "echo begun; exec sleep 60"), line -> {}, Duration.ofSeconds(1)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("slow did not end within 1 s");
        assertThat(host.recorded()).isEmpty();
    }

    @Test
    void aProgramThatDoesNotExistIsToldByItsExit() throws Exception {
        HostProcess process = host.start(
                new ProcessSpec("nothing", "test", List.of("no-such-program"), Map.of(), directory, 0, true));

        assertThatThrownBy(() -> Waiting.awaitReady(TIME, host, process, () -> false, GRACE))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("ended before it was ready");
    }

    @Test
    void aSecretFileIsForItsOwnerOnlyEvenWhenWrittenTwice() throws IOException {
        Path file = directory.resolve("settings/secret");
        host.put(file, "a", true);
        host.put(file, "b", true);

        assertThat(file).hasContent("b");
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }

    @Test
    void aPortInUseIsNotFreeAndListens() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(host.portFree(socket.getLocalPort())).isFalse();
            assertThat(host.listening(host.address(), socket.getLocalPort())).isTrue();
        }
    }

    @Test
    void theMachineIsMeasured() {
        HostFacts facts = host.facts();

        assertThat(facts.cores()).isPositive();
        assertThat(facts.memoryBytes())
                .isGreaterThan(facts.availableMemoryBytes())
                .isGreaterThan(1L << 28);
        assertThat(facts.diskBytes()).isPositive();
        assertThat(facts.descriptors()).isPositive();
    }

    private ProcessSpec shell(String name, String script) {
        return new ProcessSpec(name, "test", List.of("sh", "-c", script), Map.of(), directory, 0, false);
    }

    private void awaitLog(HostProcess process, String text) throws InterruptedException {
        assertThat(TIME.await(() -> host.tail(process.log(), 10).stream().anyMatch(line -> line.contains(text)), GRACE))
                .isTrue();
    }
}
