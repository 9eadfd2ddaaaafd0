package gavel.harness.report.text;

import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Status;

/** What to do after a run, as a command to type. Pure. */
public final class NextStep {
    /** A peak is never expected nearer to the run than this, nor further than the search goes by itself. */
    private static final double LEAST = 1.5;

    private static final double MOST = 50;
    private static final double IDLE = 0.02;

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
                ? "`gavel peak --hint " + rounded(users / 2.0) + "`" + same + " finds how many users hold"
                : beyond(result.collected().machine(), users, same);
    }

    private static String beyond(MachineUse machine, int users, String same) {
        double busy = machine.cpuBusyShare();
        double times = busy < IDLE ? LEAST : Math.clamp(1 / busy, LEAST, MOST);
        return (busy < IDLE ? "" : Words.percent(busy) + " of the machine was busy: ") + "`gavel peak --hint "
                + rounded(users * times) + "`" + same + " finds how many users it supports";
    }

    /** A number of one digit and zeros, so that it does not look like a prediction. */
    static long rounded(double users) {
        double unit = Math.pow(10, Math.floor(Math.log10(Math.max(1, users))));
        return Math.max(1, Math.round(users / unit) * (long) unit);
    }
}
