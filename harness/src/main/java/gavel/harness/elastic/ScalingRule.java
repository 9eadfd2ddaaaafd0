package gavel.harness.elastic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * How many servers there are to be, by the published algorithm of Kubernetes' HorizontalPodAutoscaler with its {@code behavior} (autoscaling/v2,
 * https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/): servers times the ratio of the metric to its target, rounded up;
 * no change within a tolerance; then the stabilisation windows, then the policies, then the bounds. Keeps what it decided. Used by one
 * thread.
 */
public final class ScalingRule {
    private final Settings settings;
    private final List<Timed> recommendations = new ArrayList<>();
    private final List<Timed> added = new ArrayList<>();
    private final List<Timed> removed = new ArrayList<>();

    /**
     * @param target of the metric, of each server
     * @param tolerance by which the ratio may differ from 1 without a change
     */
    public record Settings(int least, int most, double target, double tolerance, Direction up, Direction down) {
        /** The defaults of Kubernetes. */
        public static Settings usual(int least, int most, double target) {
            return new Settings(
                    least,
                    most,
                    target,
                    0.1,
                    new Direction(0, Select.MAX, List.of(new Policy(true, 100, 15), new Policy(false, 4, 15))),
                    new Direction(300, Select.MAX, List.of(new Policy(true, 100, 15))));
        }
    }

    /** @param windowSeconds of the recommendations the most careful one is taken from */
    public record Direction(double windowSeconds, Select select, List<Policy> policies) {
        public Direction {
            policies = List.copyOf(policies);
        }
    }

    /** Which of several policies counts: the one that allows most, least, or no change at all. */
    public enum Select {
        MAX,
        MIN,
        DISABLED
    }

    /** At most so many servers, or so many percent of them, within so many seconds. */
    public record Policy(boolean percent, int value, double seconds) {}

    private record Timed(double at, int servers) {}

    public ScalingRule(Settings settings) {
        this.settings = settings;
    }

    /**
     * Servers there are to be from now on.
     *
     * @param at in seconds, later than the last time
     * @param servers there are now
     * @param metric of each of them on average
     */
    public int decide(double at, int servers, double metric) {
        int decided = decided(at, servers, metric);
        if (decided > servers) {
            added.add(new Timed(at, decided - servers));
        } else if (decided < servers) {
            removed.add(new Timed(at, servers - decided));
        }
        return decided;
    }

    private int decided(double at, int servers, double metric) {
        if (servers == 0) {
            return 0;
        }
        if (servers > settings.most()) {
            return settings.most();
        }
        if (servers < settings.least()) {
            return settings.least();
        }
        double ratio = metric / settings.target();
        boolean near = ratio >= 1 - settings.tolerance() && ratio <= 1 + settings.tolerance();
        int wanted = near ? servers : (int) Math.ceil(ratio * servers);
        int stable = stabilised(at, servers, wanted);
        if (stable > servers) {
            int limit = Math.max(servers, limit(at, servers, settings.up(), 1));
            return Math.min(stable, Math.min(settings.most(), limit));
        }
        if (stable < servers) {
            int limit = Math.min(servers, limit(at, servers, settings.down(), -1));
            return Math.max(stable, Math.max(settings.least(), limit));
        }
        return servers;
    }

    /** Up no further than the least of its window, down no further than the most of its. */
    private int stabilised(double at, int servers, int wanted) {
        int up = wanted;
        int down = wanted;
        for (Timed earlier : recommendations) {
            if (earlier.at() > at - settings.up().windowSeconds()) {
                up = Math.min(up, earlier.servers());
            }
            if (earlier.at() > at - settings.down().windowSeconds()) {
                down = Math.max(down, earlier.servers());
            }
        }
        double longest = Math.max(settings.up().windowSeconds(), settings.down().windowSeconds());
        recommendations.removeIf(earlier -> earlier.at() < at - longest);
        recommendations.add(new Timed(at, wanted));
        return Math.min(Math.max(servers, up), down);
    }

    /** @param sign 1 for up, -1 for down */
    private int limit(double at, int servers, Direction direction, int sign) {
        if (direction.select() == Select.DISABLED) {
            return servers;
        }
        boolean highest = (direction.select() == Select.MAX) == (sign > 0);
        IntBinaryOperator select = highest ? Math::max : Math::min;
        return direction.policies().stream()
                .mapToInt(policy -> allowed(at, servers, policy, sign))
                .reduce(select)
                .orElse(servers);
    }

    private int allowed(double at, int servers, Policy policy, int sign) {
        int began = servers - changed(added, at, policy.seconds()) + changed(removed, at, policy.seconds());
        if (!policy.percent()) {
            return began + sign * policy.value();
        }
        return sign > 0
                ? (int) Math.ceil(began * (1 + policy.value() / 100.0))
                : (int) (began * (1 - policy.value() / 100.0));
    }

    private static int changed(List<Timed> changes, double at, double seconds) {
        return changes.stream()
                .filter(change -> change.at() > at - seconds)
                .mapToInt(Timed::servers)
                .sum();
    }
}
