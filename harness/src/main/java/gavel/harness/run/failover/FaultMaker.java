package gavel.harness.run.failover;

import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.action.Levers.Condition;
import gavel.harness.failover.Fault;
import gavel.harness.failover.Fault.Kind;
import gavel.harness.failover.FaultMade;
import gavel.harness.failure.InterruptedRunException;
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
    private final boolean kept;

    /**
     * @param lasting how long a fault is left alone that does not end by itself
     * @param kept whether the deployment is there for others when the walk has ended
     */
    FaultMaker(Levers levers, Timekeeper time, Duration lasting, boolean kept) {
        this.levers = levers;
        this.time = time;
        this.lasting = lasting;
        this.kept = kept;
    }

    /** Whatever happens, it tries to heal what it has done; how it went is in what it returns. */
    FaultMade make(Fault fault) throws InterruptedException {
        try {
            return made(fault);
        } catch (InterruptedException | InterruptedRunException e) {
            release(fault);
            throw e;
        }
    }

    private FaultMade made(Fault fault) throws InterruptedException {
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
        } catch (InterruptedRunException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            problem = "it could not be made: " + said(e);
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
            heal(fault);
            Condition found = levers.condition(fault.instance());
            if (found == Condition.RUNNING) {
                healed = time.millis();
            } else if (problem.isEmpty()) {
                problem = fault.instance() + " was not healed, it is " + found.words();
            }
        } catch (InterruptedRunException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            problem = problem.isEmpty() ? fault.instance() + " could not be healed: " + said(e) : problem;
        }
        return new FaultMade(began, seen, healed, problem);
    }

    /** An instance that a supervisor has started again must not be started twice; of a host more may be missing than that. */
    private void heal(Fault fault) throws IOException, InterruptedException {
        if (fault.kind() == Kind.HOST || levers.condition(fault.instance()) != Condition.RUNNING) {
            apply(fault.heals());
        }
    }

    /** At an interruption: an instance that stands still could not even be stopped, and a deployment that is kept has to be whole. */
    private void release(Fault fault) {
        if (kept || fault.kind().lasts()) {
            boolean interrupted = Thread.interrupted();
            try {
                heal(fault);
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
