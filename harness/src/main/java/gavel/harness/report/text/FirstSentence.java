package gavel.harness.report.text;

import gavel.driver.api.LoadReport;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Status;

/** Says what was measured, whether it counts, and what broke first. */
public final class FirstSentence {
    private FirstSentence() {}

    public static String measured(RunResult result) {
        RunInfo run = result.run();
        long servers = result.collected().instances().stream()
                .filter(i -> i.tier().equals("appServers"))
                .count();
        String where = run.services().equals("embedded") ? "embedded services" : run.services() + " services";
        String on = servers == 0 ? "" : " against " + Words.plural(servers, "application server");
        String driven = result.load() == null ? "Nothing was measured; planned were " : "";
        return "%s%s of profile %s for %s s%s with %s on %s."
                .formatted(driven, users(result), run.profile(), seconds(result), on, where, host(result));
    }

    /** Of the measurement. One that ended early, or was stopped, took less than was planned. */
    static long seconds(RunResult result) {
        LoadReport load = result.load();
        return load == null
                ? result.run().phases().measureSeconds()
                : Math.round((load.measuredToMillis() - load.measuredFromMillis()) / 1e3);
    }

    /** With arrivals the number at once is not known before. */
    private static String users(RunResult result) {
        LoadReport load = result.load();
        if (load == null || load.shape().constant()) {
            return Words.plural(result.run().users(), "simulated user");
        }
        if (load.shape().arrivals() == null) {
            return "Up to " + Words.plural(result.run().users(), "simulated user") + " on a path";
        }
        String there = atOnce(load);
        return load.shape().arrivals().words() + (there.isEmpty() ? "" : " (" + there + " users at once)");
    }

    /** Users who were there on average; empty where it is not known. */
    static String atOnce(LoadReport load) {
        double seconds = (load.measuredToMillis() - load.measuredFromMillis()) / 1e3;
        return load.rate() == null || seconds <= 0
                ? ""
                : Words.users(load.rate().userSeconds() / seconds);
    }

    private static String host(RunResult result) {
        if (result.disclosure() == null || result.disclosure().machines().isEmpty()) {
            return "this machine";
        }
        int machines = result.disclosure().machines().size();
        int known = result.disclosure().hardware().cores();
        String hosts = machines == 1 ? "this machine" : machines + " hosts";
        if (known == 0) {
            return hosts;
        }
        return Words.plural(known, "core") + (machines == 1 ? "" : " of " + hosts);
    }

    public static String counts(Verdict verdict) {
        if (verdict.interrupted()) {
            return "The run was interrupted and does not count:";
        }
        if (verdict.status() == Status.INVALID) {
            return "The run does not count:";
        }
        if (!verdict.trusted()) {
            return "The run's figures do not count, and the platform did not hold:";
        }
        String how = verdict.official()
                ? "The run counts as an official result"
                : verdict.indicative() ? "The run counts as an indication" : "The run counts";
        return verdict.status() == Status.PASS
                ? how + " and the platform held:"
                : how + " and the platform did not hold:";
    }
}
