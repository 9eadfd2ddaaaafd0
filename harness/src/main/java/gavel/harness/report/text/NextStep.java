package gavel.harness.report.text;

import gavel.harness.collect.Collected;
import gavel.harness.collect.bottleneck.Quota;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Status;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** What to do after a run, as a command to type. Pure. */
public final class NextStep {
    /** A peak is never expected nearer to the run than this, nor further than the search goes by itself. */
    private static final double LEAST = 1.5;

    private static final double MOST = 50;
    private static final double IDLE = 0.02;
    private static final String FINDS = " finds how many users the platform supports";

    private NextStep() {}

    /** Empty where nothing can be said. */
    public static String of(RunResult result) {
        Verdict verdict = result.verdict();
        if (verdict.interrupted()
                || result.load() == null
                || !result.load().shape().constant()) {
            return "";
        }
        if (verdict.status() == Status.INVALID) {
            return "mend what the first line says; `gavel doctor` looks for more";
        }
        if (!verdict.trusted()) {
            return "";
        }
        int users = result.run().users();
        String same = result.run().command().equals("gavel run") ? "" : " with the same configuration";
        return verdict.status() == Status.FAIL
                ? "`gavel peak --hint " + rounded(users / 2.0) + "`" + same + FINDS
                : beyond(result.collected(), users, same);
    }

    /** By what the run itself used most of: the load of others does not grow with its users. */
    static String beyond(Collected collected, int users, String same) {
        Used most = Stream.concat(
                        collected.byHost().entrySet().stream().map(NextStep::machine),
                        Quota.of(collected.instances()).stream().map(quota -> quota(quota, collected.seconds())))
                .max(Comparator.comparingDouble(Used::share))
                .orElseThrow();
        double times = most.share() < IDLE ? LEAST : Math.clamp(1 / most.share(), LEAST, MOST);
        return (most.share() < IDLE ? "" : most.words() + ": ") + "`gavel peak --hint " + roundedUp(users * times) + "`"
                + same + FINDS;
    }

    /** The share of a machine or a quota, and a clause that says so. */
    private record Used(double share, String words) {}

    private static Used machine(Map.Entry<String, Collected> host) {
        double share = host.getValue().machine().ownShare();
        String name = host.getKey().isEmpty() ? "the machine" : "host " + host.getKey();
        return new Used(share, "the run used " + Words.percent(share) + " of " + name);
    }

    private static Used quota(Quota quota, double seconds) {
        double share = quota.used(seconds);
        return new Used(share, quota.words() + " used " + Words.percent(share) + " of its CPU quota");
    }

    /** A number of one digit and zeros, so that it does not look like a prediction. */
    static long rounded(double users) {
        double unit = unit(users);
        return Math.max(1, Math.round(users / unit) * (long) unit);
    }

    /**
     * Likewise, and rather more. Few users take more CPU each than many, and a search whose data set is too small has to load another; one that
     * is too large only takes longer to load.
     */
    static long roundedUp(double users) {
        double unit = unit(users);
        return Math.max(1, (long) Math.ceil(users / unit - 1e-9) * (long) unit);
    }

    private static double unit(double users) {
        return Math.pow(10, Math.floor(Math.log10(Math.max(1, users))));
    }
}
