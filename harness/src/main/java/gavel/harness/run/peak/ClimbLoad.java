package gavel.harness.run.peak;

import gavel.harness.peak.Climb;
import gavel.harness.peak.ClimbWindow;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.run.endless.EndlessLoad;
import java.io.IOException;

/**
 * Climbs without a stop, half as many users again at each step, until every window of one is beyond what the system can carry. That has to
 * happen again after it has recovered with the users of the step before: what was just deployed is slow at first. Where it does not recover
 * with them, it bore them only for the seconds it was looked at, and the climb goes down.
 */
final class ClimbLoad {
    private static final double GROWTH = 1.5;
    /** Of a step: one burst is no knee. */
    private static final int WINDOWS = 2;
    /** At the end, where no larger step would show what came too late to be seen: queues need their time to fill. */
    private static final int LAST_WINDOWS = 6;

    private ClimbLoad() {}

    /** Hears what a climb has borne so far. */
    @FunctionalInterface
    interface Borne {
        void users(int users) throws IOException;
    }

    /**
     * @param load which has begun with {@code from} users
     * @param heard is told of each number of users that passed
     */
    static Climb ascend(EndlessLoad load, int from, int most, Borne heard) throws IOException, InterruptedException {
        // Users who were there before may still be leaving.
        load.watch(EndlessLoad.SETTLE_SECONDS);
        if (!load.calm(ProbeTimes.MOST_WINDOWS)) {
            return new Climb(0, from);
        }
        int good = from;
        int users = from;
        while (users < most) {
            good = users;
            heard.users(good);
            users = (int) Math.min(most, Math.ceil(users * GROWTH));
            if (!borne(load, users, WINDOWS)) {
                if (!borne(load, good, ProbeTimes.MOST_WINDOWS)) {
                    return descend(load, from, good);
                }
                if (!borne(load, users, WINDOWS)) {
                    return new Climb(good, users);
                }
            }
        }
        for (int i = 0; i < LAST_WINDOWS; i++) {
            if (brokenTwice(load)) {
                return new Climb(good, users);
            }
        }
        return new Climb(users, 0);
    }

    /** Step by step, until the system bears its users within a minute. */
    private static Climb descend(EndlessLoad load, int from, int broken) throws IOException, InterruptedException {
        int bad = broken;
        while (bad > from) {
            int users = (int) Math.max(from, bad / GROWTH);
            if (borne(load, users, ProbeTimes.MOST_WINDOWS)) {
                return new Climb(users, bad);
            }
            bad = users;
        }
        return new Climb(0, from);
    }

    private static boolean borne(EndlessLoad load, int users, int windows) throws IOException, InterruptedException {
        load.users(users);
        load.watch(EndlessLoad.SETTLE_SECONDS);
        return load.calm(windows);
    }

    /** A window that breaks is followed by another: one burst is no knee. */
    private static boolean brokenTwice(EndlessLoad load) throws IOException, InterruptedException {
        boolean first = ClimbWindow.broken(load.watch(ProbeTimes.WINDOW));
        return first && ClimbWindow.broken(load.watch(ProbeTimes.WINDOW));
    }
}
