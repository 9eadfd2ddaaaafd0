package gavel.harness.elastic;

import java.io.IOException;

/** Decides how many servers there are to be. Asked for that by one thread. */
public interface Decider extends AutoCloseable {
    /** Seconds between two questions. */
    double everySeconds();

    /**
     * Servers there are to be from now on.
     *
     * @throws IOException where it cannot be known
     */
    int wanted(View view) throws IOException, InterruptedException;

    /**
     * Whether it takes servers away by itself, and there are to be fewer than these by now: one of them that has not started yet may be gone.
     * Asked by any thread.
     */
    default boolean takesBack(int servers) {
        return false;
    }

    @Override
    default void close() {}

    /**
     * What is to be seen.
     *
     * @param second of the path
     * @param servers that were ordered last
     * @param ready servers whose use was seen since the last question
     * @param users there are
     * @param cpuPercent of the cores they may use that these used on average since then: of their quotas, or of their machines. The first time
     *     it is that of {@link #everySeconds} before the path
     */
    record View(double second, int servers, int ready, int users, double cpuPercent) {}

    /** By the clock. */
    static Decider of(Steps steps) {
        return new Decider() {
            @Override
            public double everySeconds() {
                return 0.1;
            }

            @Override
            public int wanted(View view) {
                return steps.at(Math.max(0, view.second()));
            }
        };
    }

    /** By the rule; every 15 s, as Kubernetes does. */
    static Decider of(ScalingRule rule) {
        return new Decider() {
            @Override
            public double everySeconds() {
                return 15;
            }

            @Override
            public int wanted(View view) {
                int starting = Math.max(0, view.servers() - view.ready());
                return rule.decide(
                        view.second(),
                        new ScalingRule.Observed(view.servers(), view.ready(), starting, 0, view.cpuPercent()));
            }
        };
    }
}
