package gavel.harness.isolate;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * One measurement of all tenants at the same time.
 *
 * @param kind what it is for
 * @param tenant who is alone or disrupts, from 1; 0 where all are equal
 * @param factor by which the disruptor has more users than at its reference; 1 for all others
 * @param repeat from 1
 * @param tenants in their order; those who rest have no users
 * @param common how busy what they have in common was
 */
public record IsolatePhase(
        Kind kind, int tenant, double factor, int repeat, List<Tenant> tenants, List<CommonUse> common) {
    /** What a measurement is for. */
    public enum Kind {
        /** One tenant has its reference load, the others have none. */
        ALONE,
        /** All have their reference loads. */
        TOGETHER,
        /** One has more. */
        DISRUPTED,
        /** One has more, and the others have less than their reference loads, because their quality broke. */
        REDUCED
    }

    /**
     * What one tenant got.
     *
     * @param users people it had
     * @param meanMillis of the responses of all operations that people wait for; null where it had no users
     * @param operationsPerSecond that ended well
     * @param broken the first rule of quality that broke; empty where all were kept
     * @param driverProblem why its figures do not count: what its driver lacked, or a process that ended; empty where they do
     * @param lengthened why its own responses are longer than the system makes them, where nothing but its load counts; empty where they are not
     * @param machineBusy share of all cores, 0 to 1; of several hosts the busiest
     */
    public record Tenant(
            int users,
            Double meanMillis,
            double operationsPerSecond,
            String broken,
            String driverProblem,
            String lengthened,
            double machineBusy) {
        public static final Tenant RESTING = new Tenant(0, null, 0, "", "", 0);

        public Tenant {
            // Older results do not tell.
            lengthened = lengthened == null ? "" : lengthened;
        }

        /** One whose responses are as the system makes them. */
        public Tenant(
                int users,
                Double meanMillis,
                double operationsPerSecond,
                String broken,
                String driverProblem,
                double machineBusy) {
            this(users, meanMillis, operationsPerSecond, broken, driverProblem, "", machineBusy);
        }
    }

    public IsolatePhase {
        tenants = List.copyOf(tenants);
        // Older results do not tell.
        common = common == null ? List.of() : List.copyOf(common);
    }

    /** Whether the quality of any other tenant than this broke. */
    boolean brokenBut(int tenant) {
        return IntStream.range(0, tenants.size())
                .anyMatch(i -> i + 1 != tenant && !tenants.get(i).broken().isEmpty());
    }

    /** In words: {@code tenant 2 alone}, {@code tenant 1 with 2 times its users}. */
    public String words() {
        return switch (kind) {
            case ALONE -> "tenant " + tenant + " alone";
            case TOGETHER -> "all together";
            case DISRUPTED -> disrupted();
            case REDUCED -> disrupted() + ", others fewer";
        };
    }

    private String disrupted() {
        return "tenant " + tenant + " with "
                + (factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor))
                + " times its users";
    }

    /** Why it does not count; empty where it does. */
    public String problem() {
        for (int i = 0; i < tenants.size(); i++) {
            if (!tenants.get(i).driverProblem().isEmpty()) {
                return "tenant " + (i + 1) + ": " + tenants.get(i).driverProblem();
            }
        }
        return "";
    }

    double users() {
        return tenants.stream().mapToInt(Tenant::users).sum();
    }

    OptionalDouble busy() {
        return tenants.stream().mapToDouble(Tenant::machineBusy).max();
    }
}
