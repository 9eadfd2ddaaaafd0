package gavel.harness.result;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.MergedInterval;
import java.util.ArrayList;
import java.util.List;

/**
 * The course of a run in a bounded number of points, however long it is. At first each is one second. Whenever there would be too many,
 * neighbours of the same phase become one, so that a point stands for twice the time. Not safe for threads.
 */
public final class RunCourse {
    /** Two hours of seconds: some 20 MB. */
    private static final int MOST = 7_200;

    private final int most;
    private List<IntervalReport> points = new ArrayList<>();
    private int each = 1;
    private int inLast;

    public RunCourse() {
        this(MOST);
    }

    RunCourse(int most) {
        this.most = most;
    }

    public void add(IntervalReport next) {
        if (inLast > 0 && inLast < each && together(points.getLast(), next)) {
            points.set(points.size() - 1, merged(points.getLast(), next));
            inLast++;
            return;
        }
        if (points.size() >= most) {
            halve();
        }
        // Only experiments look that closely.
        points.add(next.withoutTenths());
        inLast = 1;
    }

    public List<IntervalReport> points() {
        return List.copyOf(points);
    }

    private void halve() {
        List<IntervalReport> fewer = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            IntervalReport point = points.get(i);
            boolean pair = i + 1 < points.size() && together(point, points.get(i + 1));
            fewer.add(pair ? merged(point, points.get(++i)) : point);
        }
        points = fewer;
        each *= 2;
    }

    private static boolean together(IntervalReport one, IntervalReport next) {
        return one.phase().equals(next.phase());
    }

    private static IntervalReport merged(IntervalReport one, IntervalReport next) {
        return MergedInterval.of(List.of(one, next), next, next.users());
    }
}
