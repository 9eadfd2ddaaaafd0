package gavel.harness.run.failover;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.run.FakeTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One instance, and people who get 100 operations a second of it while it runs, and errors while it does not: in no time. Its levers work by
 * the same clock as its seconds.
 */
final class FakeService implements Levers, FaultWalk.Seconds {
    private static final int OF_A_TENTH = 10;
    private static final int FAILED_OF_A_TENTH = 2;

    final FakeTime time = new FakeTime();
    final List<String> done = new ArrayList<>();
    Duration start = Duration.ofMillis(3_000);
    /** Of what is left for the others of its tier. */
    double servedWithout;

    /** Restarts it so long after its end; null for nobody. */
    Duration supervisor;

    boolean driverSleeps;
    /** Whether it serves nobody when it has been away, however well it runs. */
    boolean silent;
    /** Whether it serves nobody, whatever is done. */
    boolean broken;

    private final Instant zero = time.instant();
    private final List<Instant[]> away = new ArrayList<>();
    private Instant since;
    private Condition condition = Condition.RUNNING;
    private long second;

    @Override
    public void apply(ActionSettings action, BiConsumer<String, Stage> reached)
            throws IOException, InterruptedException {
        done.add(action.text());
        switch (action.do_()) {
            case KILL, STOP, AWAY -> {
                leave(Condition.GONE);
                if (supervisor != null) {
                    time.pause(supervisor);
                    comeBack();
                }
            }
            case FREEZE -> leave(Condition.FROZEN);
            case CUT -> leave(Condition.CUT_OFF);
            case START, BACK -> {
                time.pause(start);
                comeBack();
            }
            default -> comeBack();
        }
    }

    /** In no time of anybody: the fault has come and gone before the first of its seconds is looked at. */
    static Thread atOnce(Runnable work) {
        work.run();
        return Thread.ofVirtual().start(() -> {});
    }

    private void leave(Condition how) {
        condition = how;
        since = time.instant();
    }

    private void comeBack() {
        condition = Condition.RUNNING;
        away.add(new Instant[] {since, silent ? Instant.MAX : time.instant()});
        since = null;
    }

    @Override
    public Condition condition(String instance) {
        return condition;
    }

    @Override
    public List<IntervalReport> next(int count) throws InterruptedException {
        List<IntervalReport> seconds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            second += driverSleeps && second == 20 ? 2 : 1;
            Instant end = zero.plusSeconds(second);
            if (time.instant().isBefore(end)) {
                time.pause(Duration.between(time.instant(), end));
            }
            seconds.add(second(end));
        }
        return seconds;
    }

    private IntervalReport second(Instant end) {
        List<Integer> tenths = new ArrayList<>();
        long failed = 0;
        for (int tenth = 0; tenth < 10; tenth++) {
            boolean out = isAway(end.minusMillis(1_000 - 100L * tenth));
            tenths.add(out ? (int) (OF_A_TENTH * servedWithout) : OF_A_TENTH);
            failed += out ? FAILED_OF_A_TENTH : 0;
        }
        long served = tenths.stream().mapToInt(Integer::intValue).sum();
        return new IntervalReport(
                second,
                end.toEpochMilli(),
                "MEASURE",
                300,
                List.of(
                        new OperationInterval("Home", served, served, 0, failed, 1_000),
                        new OperationInterval(OperationInterval.HELD, 5, 5, 0, 0, 1_000)),
                0,
                0,
                0.1,
                100,
                served,
                failed,
                Collections.unmodifiableList(tenths));
    }

    private boolean isAway(Instant moment) {
        return broken
                || since != null && !moment.isBefore(since)
                || away.stream().anyMatch(time -> !moment.isBefore(time[0]) && moment.isBefore(time[1]));
    }
}
