package gavel.harness.dashboard.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * A time line that stays short however long a run is: the newest entries one by one, older ones put together, the more of them the longer
 * the run. Never longer than {@link #MOST}. Not safe for threads: the state guards it.
 */
final class TimeLine<T> {
    static final int NEWEST = 600;
    private static final int OLDER = 600;
    /** One more is being put together. */
    static final int MOST = NEWEST + OLDER + 1;

    private final BinaryOperator<T> together;
    private final Deque<T> newest = new ArrayDeque<>();
    private List<T> older = new ArrayList<>();
    private T growing;
    private int grown;
    private int ofEach = 1;

    /** @param together one entry for two that follow each other */
    TimeLine(BinaryOperator<T> together) {
        this.together = together;
    }

    void add(T entry) {
        newest.addLast(entry);
        if (newest.size() > NEWEST) {
            age(newest.removeFirst());
        }
    }

    private void age(T entry) {
        growing = growing == null ? entry : together.apply(growing, entry);
        grown++;
        if (grown < ofEach) {
            return;
        }
        older.add(growing);
        growing = null;
        grown = 0;
        if (older.size() == OLDER) {
            halve();
        }
    }

    private void halve() {
        List<T> halves = new ArrayList<>(OLDER);
        for (int i = 0; i + 1 < OLDER; i += 2) {
            halves.add(together.apply(older.get(i), older.get(i + 1)));
        }
        older = halves;
        ofEach *= 2;
    }

    /** The newest; null before the first. */
    T last() {
        return newest.peekLast();
    }

    /** Oldest first. */
    List<T> all() {
        List<T> all = new ArrayList<>(older);
        if (growing != null) {
            all.add(growing);
        }
        all.addAll(newest);
        return List.copyOf(all);
    }

    void clear() {
        newest.clear();
        older.clear();
        growing = null;
        grown = 0;
        ofEach = 1;
    }
}
