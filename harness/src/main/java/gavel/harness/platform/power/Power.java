package gavel.harness.platform.power;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.power.MachinePower.State;
import gavel.harness.time.Timekeeper;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Switches the machines of one deployment on, side by side, and off again those that were off before. Held by one thread, which waits for those it
 * starts.
 */
public final class Power {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /** Looks whether a machine answers. */
    @FunctionalInterface
    public interface Reach {
        /** Why it cannot be reached, in words; empty when it can. Returns within seconds whatever the machine does. */
        Optional<String> missing(MachineSettings machine) throws InterruptedException;
    }

    private final Reach reach;
    private final Hooks hooks;
    private final Timekeeper time;
    private final Duration within;
    private final SwitchedOn remembered;
    private final SwitchedOn taken;

    /**
     * @param within the longest a machine may take until it is ready
     * @param memory directory of the files that name those that were switched on, and those that were taken away
     */
    public Power(Reach reach, Hooks hooks, Timekeeper time, Duration within, Path memory) {
        this.reach = reach;
        this.hooks = hooks;
        this.time = time;
        this.within = within;
        this.remembered = new SwitchedOn(memory.resolve("switched-on"));
        this.taken = new SwitchedOn(memory.resolve("taken-away"));
    }

    /**
     * Sees to it that all of them are on and ready.
     *
     * @param lines takes what happens, for the reader; from any thread
     * @throws EnvironmentException that names each one that is not, when those that were switched on are off again
     */
    public void on(List<MachineSettings> machines, Consumer<String> lines) throws InterruptedException {
        Map<String, MachinePower> powers = new ConcurrentHashMap<>();
        boolean done = false;
        try {
            sideBySide(machines, machine -> on(machine, powers, lines));
            List<String> failed = machines.stream()
                    .filter(machine -> powers.get(machine.name()).state() == State.FAILED)
                    .map(machine ->
                            machine.name() + ": " + powers.get(machine.name()).reason())
                    .toList();
            if (!failed.isEmpty()) {
                throw new EnvironmentException("not every host can be used", failed, null);
            }
            done = true;
        } finally {
            if (!done) {
                boolean interrupted = Thread.interrupted();
                off(machines, lines).forEach(lines);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void on(MachineSettings machine, Map<String, MachinePower> powers, Consumer<String> lines)
            throws InterruptedException {
        String name = machine.name();
        Instant began = time.instant();
        MachinePower power =
                MachinePower.UNKNOWN.looked(reach.missing(machine), machine.switchable(), time.instant(), within);
        powers.put(name, power);
        if (power.state() == State.SWITCHING_ON) {
            lines.accept(name + ": switched on, as it does not answer");
            if (!taken.names().contains(name)) {
                remembered.add(name);
            }
            power = power.switchedOn(hooks.run(machine, "powerOn", machine.powerOn(), power.left(time.instant())));
            powers.put(name, power);
        }
        while (power.state() == State.COMING_UP) {
            power = power.asked(missing(machine, power), time.instant(), within);
            powers.put(name, power);
            if (power.state() == State.COMING_UP) {
                time.pause(BETWEEN_LOOKS);
            } else if (power.state() == State.READY) {
                lines.accept(name + ": ready after "
                        + Duration.between(began, time.instant()).toSeconds() + " s");
            }
        }
        if (power.state() != State.FAILED) {
            taken.remove(name);
        }
    }

    /**
     * Switches one off that is in use, until it is switched {@link #on} again: what it was before is not forgotten.
     *
     * @param afresh looks at it without a connection of before
     * @throws EnvironmentException where it still answers
     */
    public void takeAway(MachineSettings machine, Reach afresh) throws InterruptedException {
        taken.add(machine.name());
        Hooks.Outcome outcome = hooks.run(machine, "powerOff", machine.powerOff(), within);
        if (!outcome.good()) {
            throw new EnvironmentException("host " + machine.name() + ": powerOff " + outcome.words());
        }
        Instant end = time.instant().plus(within);
        while (afresh.missing(machine).isEmpty()) {
            if (time.instant().isAfter(end)) {
                throw new EnvironmentException("host " + machine.name() + " still answers " + within.toSeconds()
                        + " s after powerOff (hosts.startWithin)");
            }
            time.pause(BETWEEN_LOOKS);
        }
    }

    /**
     * Switches those of them on that were taken away and did not come back, whichever command that was in.
     *
     * @return what the user should know of those that stay off
     */
    public List<String> restore(List<MachineSettings> machines) {
        List<MachineSettings> away = machines.stream()
                .filter(machine -> taken.names().contains(machine.name()))
                .toList();
        try {
            on(away, _ -> {});
            return List.of();
        } catch (EnvironmentException failed) {
            return failed.evidence().stream()
                    .map(why -> "host " + why + " (it was switched off for a fault)")
                    .toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private Optional<String> missing(MachineSettings machine, MachinePower power) throws InterruptedException {
        Optional<String> unreached = reach.missing(machine);
        if (unreached.isPresent() || machine.ready() == null) {
            return unreached;
        }
        Hooks.Outcome outcome = hooks.run(machine, "ready", machine.ready(), power.left(time.instant()));
        return outcome.good() ? Optional.empty() : Optional.of("ready " + outcome.words());
    }

    /**
     * Switches off those of them that {@link #on} has switched on, whichever command that was in. Cannot be interrupted.
     *
     * @return what the user should know of those that stay on
     */
    public List<String> off(List<MachineSettings> machines, Consumer<String> lines) {
        Map<String, String> remarks = new ConcurrentHashMap<>();
        List<MachineSettings> ours = machines.stream()
                .filter(machine -> remembered.names().contains(machine.name()))
                .toList();
        try {
            sideBySide(ours, machine -> off(machine, remarks, lines));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ours.stream()
                .filter(machine -> remarks.containsKey(machine.name()))
                .map(machine -> remarks.get(machine.name()))
                .toList();
    }

    private void off(MachineSettings machine, Map<String, String> remarks, Consumer<String> lines)
            throws InterruptedException {
        String name = machine.name();
        if (machine.powerOff() == null) {
            forget(remembered, name);
            remarks.put(name, "host " + name + " was switched on and stays on: it has no powerOff (hosts.machines)");
            return;
        }
        Hooks.Outcome outcome = hooks.run(machine, "powerOff", machine.powerOff(), within);
        if (outcome.good()) {
            forget(remembered, name);
            forget(taken, name);
            lines.accept(name + ": switched off");
        } else {
            remarks.put(name, "host " + name + " stays on: powerOff " + outcome.words());
        }
    }

    /** On a full disk it stays remembered: one that is off can be switched off again, and the disk has room only when all of this is over. */
    private static void forget(SwitchedOn list, String name) {
        try {
            list.remove(name);
        } catch (UncheckedIOException full) {
            // It goes with the run directory.
        }
    }

    /** Whatever is done to one machine. */
    @FunctionalInterface
    private interface Work {
        void on(MachineSettings machine) throws InterruptedException;
    }

    private static void sideBySide(List<MachineSettings> machines, Work work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        for (MachineSettings machine : machines) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    work.on(machine);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (RuntimeException e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            threads.forEach(Thread::interrupt);
            // They end at once, and what they have begun is known then.
            threads.forEach(Power::join);
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
