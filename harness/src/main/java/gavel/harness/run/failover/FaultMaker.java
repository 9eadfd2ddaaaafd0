package gavel.harness.run.failover;

import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.action.Levers.Condition;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultMade;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * Makes a fault, looks whether it is one, and heals it. A fault whose effect is not seen, because it is prevented or mended first,
 * does not count: nothing recovers in 0 s that was never gone.
 */
final class FaultMaker {
    private final Levers levers;
    private final Timekeeper time;
    private final Duration lasting;

    /** @param lasting how long a fault is left alone that does not end by itself */
    FaultMaker(Levers levers, Timekeeper time, Duration lasting) {
        this.levers = levers;
        this.time = time;
        this.lasting = lasting;
    }

    /** Whatever happens, it tries to heal what it has done; how it went is in what it returns. */
    FaultMade make(Fault fault) throws InterruptedException {
        long began = time.millis();
        long seen = 0;
        String problem;
        try {
            apply(fault.makes());
            problem = missing(fault, "after it");
            if (problem.isEmpty()) {
                seen = time.millis();
                letLast(fault, Instant.ofEpochMilli(began));
                problem = missing(fault, "just before it was to be healed");
            }
        } catch (IOException | RuntimeException e) {
            problem = "it could not be made: " + said(e);
        } catch (InterruptedException e) {
            release(fault);
            throw e;
        }
        return healed(fault, began, seen, problem);
    }

    private void letLast(Fault fault, Instant began) throws InterruptedException {
        if (fault.kind().lasts()) {
            Instant end = began.plus(lasting);
            while (time.instant().isBefore(end)) {
                time.pause(Duration.between(time.instant(), end));
            }
        }
    }

    private String missing(Fault fault, String when) throws IOException {
        Condition found = levers.condition(fault.instance());
        return found == fault.kind().effect()
                ? ""
                : fault.instance() + " was not seen to be "
                        + fault.kind().effect().words() + " " + when + ", it was " + found.words()
                        + ": something prevents the fault";
    }

    private FaultMade healed(Fault fault, long began, long seen, String before) throws InterruptedException {
        String problem = before;
        long healed = 0;
        try {
            // An instance that a supervisor has started again must not be started twice.
            if (levers.condition(fault.instance()) != Condition.RUNNING) {
                apply(fault.heals());
            }
            Condition found = levers.condition(fault.instance());
            if (found == Condition.RUNNING) {
                healed = time.millis();
            } else if (problem.isEmpty()) {
                problem = fault.instance() + " was not healed, it is " + found.words();
            }
        } catch (IOException | RuntimeException e) {
            problem = problem.isEmpty() ? fault.instance() + " could not be healed: " + said(e) : problem;
        }
        return new FaultMade(began, seen, healed, problem);
    }

    /** At an interruption: an instance that stands still could not even be stopped. */
    private void release(Fault fault) {
        if (fault.kind().lasts()) {
            boolean interrupted = Thread.interrupted();
            try {
                apply(fault.heals());
            } catch (IOException | RuntimeException e) {
                System.getLogger(FaultMaker.class.getName())
                        .log(System.Logger.Level.WARNING, fault.instance() + " could not be healed: " + said(e));
            } catch (InterruptedException again) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void apply(ActionSettings action) throws IOException, InterruptedException {
        levers.apply(action, (_, _) -> {});
    }

    private static String said(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
