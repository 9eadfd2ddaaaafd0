package gavel.harness.elastic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * How many servers there are to be, by the published algorithm of Kubernetes' HorizontalPodAutoscaler with its {@code behavior}
 * (autoscaling/v2, https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/). Servers times the ratio of the metric to
 * its target are rounded up; within a tolerance nothing changes. Then come the stabilisation windows, the policies, and the bounds. Decides
 * as the kube-controller-manager did on the traces that {@code bench/hpa-decisions.sh} records. Keeps what it decided. Used by one thread.
 */
public final class ScalingRule {
    private final Settings settings;
    /** Sums of shares are not exact, and a whole percent is to be one. */
    private static final double ALMOST = 1e-9;

    private final List<Timed> recommendations = new ArrayList<>();
    private final List<Timed> added = new ArrayList<>();
    private final List<Timed> removed = new ArrayList<>();

    /**
     * @param target of the metric, of each server, in whole percent
     * @param tolerance by which the ratio may differ from 1 without a change
     */
    public record Settings(int least, int most, int target, double tolerance, Direction up, Direction down) {
        /** The defaults of Kubernetes. */
        public static Settings usual(int least, int most, int target) {
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
     * What is known of the servers.
     *
     * @param ordered last
     * @param ready that told their use
     * @param starting that cannot take requests yet
     * @param silent that take requests and did not tell their use
     * @param percent used by each of those that are ready, on average
     */
    public record Observed(int ordered, int ready, int starting, int silent, double percent) {}

    /**
     * Servers there are to be from now on.
     *
     * @param at in seconds, later than the last time
     */
    public int decide(double at, Observed servers) {
        if (recommendations.isEmpty()) {
            // Before it knows better, the number it finds is what it would recommend.
            recommendations.add(new Timed(at, servers.ordered()));
        }
        int decided = decided(at, servers);
        if (decided > servers.ordered()) {
            added.add(new Timed(at, decided - servers.ordered()));
        } else if (decided < servers.ordered()) {
            removed.add(new Timed(at, servers.ordered() - decided));
        }
        return decided;
    }

    private int decided(double at, Observed observed) {
        int servers = observed.ordered();
        if (servers == 0 || observed.ready() == 0 && servers >= settings.least() && servers <= settings.most()) {
            return servers;
        }
        if (servers > settings.most()) {
            return settings.most();
        }
        if (servers < settings.least()) {
            return settings.least();
        }
        int stable = stabilised(at, servers, wanted(observed));
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

    /**
     * By the ratio of the metric to its target, in whole percent. Of servers that told nothing the careful half is assumed: they do nothing
     * where there are too few servers, and all they can where there are too many. What such an assumption turns round is no reason for a change.
     */
    private int wanted(Observed servers) {
        double ratio = ratio(servers.percent());
        boolean startingCounts = servers.starting() > 0 && ratio > 1;
        if (!startingCounts && servers.silent() == 0) {
            return near(ratio) ? servers.ordered() : (int) Math.ceil(ratio * servers.ready());
        }
        int counted = servers.ready() + (ratio == 1 ? 0 : servers.silent()) + (startingCounts ? servers.starting() : 0);
        double assumed = ratio < 1 ? servers.silent() * Math.max(100, settings.target()) : 0;
        double careful = ratio((servers.ready() * servers.percent() + assumed) / counted);
        if (near(careful) || (ratio - 1) * (careful - 1) < 0) {
            return servers.ordered();
        }
        int wanted = (int) Math.ceil(careful * counted);
        return (careful - 1) * (wanted - servers.ordered()) < 0 ? servers.ordered() : wanted;
    }

    private double ratio(double percent) {
        return Math.floor(percent + ALMOST) / settings.target();
    }

    private boolean near(double ratio) {
        return ratio >= 1 - settings.tolerance() && ratio <= 1 + settings.tolerance();
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
