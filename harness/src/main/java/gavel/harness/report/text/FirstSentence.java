package gavel.harness.report.text;

import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Status;

/** Says what was measured, whether it counts, and what broke first. */
public final class FirstSentence {
    private FirstSentence() {}

    public static String of(RunResult result) {
        return measured(result) + " " + counts(result.verdict()) + " "
                + result.verdict().headline();
    }

    public static String measured(RunResult result) {
        RunInfo run = result.run();
        long servers = result.collected().instances().stream()
                .filter(i -> i.tier().equals("appServers"))
                .count();
        String where = run.services().equals("embedded") ? "embedded services" : run.services() + " services";
        String on = servers == 0 ? "" : " against " + Words.plural(servers, "application server");
        String driven = result.load() == null ? "Nothing was measured; planned were " : "";
        return "%s%s of profile %s for %d s%s with %s on %s."
                .formatted(
                        driven,
                        Words.plural(run.users(), "simulated user"),
                        run.profile(),
                        run.phases().measureSeconds(),
                        on,
                        where,
                        host(result));
    }

    private static String host(RunResult result) {
        if (result.disclosure() == null || result.disclosure().host() == null) {
            return "this machine";
        }
        return Words.plural(result.disclosure().host().cores(), "core");
    }

    public static String counts(Verdict verdict) {
        if (verdict.interrupted()) {
            return "The run was interrupted and does not count:";
        }
        if (verdict.status() == Status.INVALID) {
            return "The run does not count:";
        }
        String how = verdict.official()
                ? "The run counts as an official result"
                : verdict.indicative() ? "The run counts as an indication" : "The run counts";
        return verdict.status() == Status.PASS
                ? how + " and the platform held:"
                : how + " and the platform did not hold:";
    }
}
