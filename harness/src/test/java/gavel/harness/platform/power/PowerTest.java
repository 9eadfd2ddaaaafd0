package gavel.harness.platform.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines that are simulated: each is on or off, and takes a number of looks to come up. */
class PowerTest {
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @TempDir
    Path home;

    private final FakeTime time = new FakeTime();
    private final Set<String> on = Collections.synchronizedSet(new HashSet<>());
    private final Map<String, Integer> looksToComeUp = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Hooks.Outcome> outcomes = Collections.synchronizedMap(new HashMap<>());
    private final List<String> diary = Collections.synchronizedList(new ArrayList<>());
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private Power power() {
        return new Power(this::missing, this::run, time, WITHIN, home);
    }

    private Optional<String> missing(MachineSettings machine) {
        boolean up = on.contains(machine.name()) && looksToComeUp.merge(machine.name(), -1, Integer::sum) < 0;
        return up ? Optional.empty() : Optional.of("connection refused");
    }

    private Hooks.Outcome run(MachineSettings machine, String name, String command, Duration limit) {
        diary.add(name + " " + machine.name());
        Hooks.Outcome outcome = outcomes.getOrDefault(name + " " + machine.name(), new Hooks.Outcome(0, limit, ""));
        if (outcome.good() && name.equals("powerOn")) {
            on.add(machine.name());
        } else if (outcome.good() && name.equals("powerOff")) {
            on.remove(machine.name());
        }
        return outcome;
    }

    private static MachineSettings machine(String name) {
        return machine(name, "on", "off", null);
    }

    private static MachineSettings machine(String name, String powerOn, String powerOff, String ready) {
        return new MachineSettings(
                name, "10.0.0.1", null, null, null, null, List.of("appServers"), powerOn, powerOff, ready);
    }

    @Test
    void whatIsOnIsLeftAloneAndStaysOn() throws InterruptedException {
        on.add("a");

        power().on(List.of(machine("a")), lines::add);

        assertThat(power().off(List.of(machine("a")), lines::add)).isEmpty();
        assertThat(diary).isEmpty();
        assertThat(on).containsExactly("a");
    }

    @Test
    void whatIsOffIsSwitchedOnAwaitedAndSwitchedOffAgainByWhicheverCommand() throws InterruptedException {
        looksToComeUp.put("a", 3);
        on.add("b");

        power().on(List.of(machine("a"), machine("b")), lines::add);
        assertThat(on).contains("a");
        assertThat(lines)
                .contains("a: switched on, as it does not answer")
                .anyMatch(line -> line.startsWith("a: ready"));

        assertThat(power().off(List.of(machine("a"), machine("b")), lines::add)).isEmpty();
        assertThat(power().off(List.of(machine("a"), machine("b")), lines::add)).isEmpty();
        assertThat(diary).containsExactly("powerOn a", "powerOff a");
    }

    /** What is removed next is what the disk is full of. */
    @Test
    void aFullDiskKeepsNoneOn() throws Exception {
        List<MachineSettings> two = List.of(machine("a"), machine("b"));
        power().on(two, lines::add);
        Files.createDirectories(home.resolve("switched-on.new").resolve("in the way"));

        assertThat(power().off(two, lines::add)).isEmpty();
        assertThat(on).isEmpty();
        assertThat(lines).contains("a: switched off", "b: switched off");
    }

    @Test
    void oneThatNeverAnswersFailsWithItsNameInTimeAndTheOthersAreOffAgain() {
        looksToComeUp.put("slow", Integer.MAX_VALUE);
        on.add("already");
        var began = time.instant();

        assertThatThrownBy(() -> power().on(List.of(machine("already"), machine("quick"), machine("slow")), lines::add))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .containsExactly("slow: was not ready within 30 s (hosts.startWithin): connection refused"));

        assertThat(Duration.between(began, time.instant())).isBetween(WITHIN, WITHIN.plusSeconds(1));
        assertThat(on).containsExactly("already");
        assertThat(diary).containsOnlyOnce("powerOff quick", "powerOff slow").doesNotContain("powerOff already");
    }

    /** What it was before it was taken away holds: one that was on stays on in the end, one that was off is off again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatIsTakenAwayComesBackAsItWas(boolean wasOn) throws InterruptedException {
        List<MachineSettings> one = List.of(machine("a"));
        if (wasOn) {
            on.add("a");
        }
        power().on(one, lines::add);
        power().takeAway(one.getFirst(), this::missing);
        assertThat(on).isEmpty();

        power().on(one, lines::add);
        assertThat(on).containsExactly("a");

        power().off(one, lines::add);
        assertThat(on).hasSize(wasOn ? 1 : 0);
        assertThat(power().restore(one)).as("it is not away any more").isEmpty();
        assertThat(on).hasSize(wasOn ? 1 : 0);
    }

    /** Whoever took it away was killed. */
    @Test
    void theNextCommandRestoresWhatWasTakenAway() throws InterruptedException {
        on.addAll(List.of("a", "b"));
        power().takeAway(machine("a"), this::missing);
        outcomes.put("powerOn a", new Hooks.Outcome(2, WITHIN, "no such domain"));
        assertThat(power().restore(List.of(machine("a"), machine("b"))))
                .containsExactly(
                        "host a: powerOn ended with exit code 2: no such domain (it was switched off for a fault)");

        outcomes.clear();
        assertThat(power().restore(List.of(machine("a"), machine("b")))).isEmpty();

        assertThat(on).containsExactlyInAnyOrder("a", "b");
        assertThat(diary).containsExactly("powerOff a", "powerOn a", "powerOn a");
    }

    @Test
    void oneThatDoesNotGoIsTold() {
        on.add("a");
        assertThatThrownBy(() -> power().takeAway(machine("a"), _ -> Optional.empty()))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("host a still answers 30 s after powerOff (hosts.startWithin)");
        outcomes.put("powerOff a", new Hooks.Outcome(1, WITHIN, "busy"));
        assertThatThrownBy(() -> power().takeAway(machine("a"), this::missing))
                .hasMessage("host a: powerOff ended with exit code 1: busy");
    }

    @Test
    void whatNobodyMaySwitchOnIsToldAtOnce() {
        assertThatThrownBy(() -> power().on(List.of(machine("a", null, null, null)), lines::add))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .containsExactly("a: connection refused"));
        assertThat(diary).isEmpty();
    }

    @Test
    void everyFailureIsToldAndHooksThatFailSayWhy() {
        outcomes.put("powerOn a", new Hooks.Outcome(2, WITHIN, "no such domain"));
        outcomes.put("powerOn b", new Hooks.Outcome(null, WITHIN, ""));

        assertThatThrownBy(() -> power().on(List.of(machine("a"), machine("b")), lines::add))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .containsExactly(
                                "a: powerOn ended with exit code 2: no such domain",
                                "b: powerOn did not end within 30 s"));
    }

    @Test
    void readyIsAskedUntilItIsGood() throws InterruptedException {
        MachineSettings machine = machine("a", "on", "off", "ready");
        outcomes.put("ready a", new Hooks.Outcome(1, WITHIN, "starting"));

        assertThatThrownBy(() -> power().on(List.of(machine), lines::add))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .containsExactly("a: was not ready within 30 s (hosts.startWithin):"
                                + " ready ended with exit code 1: starting"));

        outcomes.clear();
        power().on(List.of(machine), lines::add);
        assertThat(diary).endsWith("powerOn a", "ready a");
    }

    @Test
    void whatStaysOnIsTold() throws InterruptedException {
        MachineSettings kept = machine("kept", "on", null, null);
        outcomes.put("powerOff a", new Hooks.Outcome(1, WITHIN, "busy"));
        power().on(List.of(kept, machine("a")), lines::add);

        assertThat(power().off(List.of(kept, machine("a")), lines::add))
                .containsExactly(
                        "host kept was switched on and stays on: it has no powerOff (hosts.machines)",
                        "host a stays on: powerOff ended with exit code 1: busy");
        outcomes.clear();
        assertThat(power().off(List.of(kept, machine("a")), lines::add)).isEmpty();
        assertThat(on).containsExactly("kept");
    }

    @Test
    void whoInterruptsLeavesNothingOn() {
        looksToComeUp.put("a", Integer.MAX_VALUE);
        Thread worker = Thread.currentThread();
        Power power = new Power(
                machine -> {
                    if (diary.contains("powerOn a")) {
                        worker.interrupt();
                    }
                    return missing(machine);
                },
                this::run,
                time,
                Duration.ofDays(10_000),
                home);

        assertThatThrownBy(() -> power.on(List.of(machine("a")), lines::add)).isInstanceOf(InterruptedException.class);
        Thread.interrupted();
        assertThat(diary).endsWith("powerOff a");
        assertThat(on).isEmpty();
    }
}
