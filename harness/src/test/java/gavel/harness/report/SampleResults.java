package gavel.harness.report;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Sample;
import gavel.harness.collect.StartedProcess;
import gavel.harness.kind.RunKind;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence.Incident;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Results that look like real ones, made from a seed: for tests, and as pages to look at ({@code main} writes three). */
public final class SampleResults {
    public static final Instant START = Instant.parse("2026-03-14T09:26:53Z");

    private static final List<PhaseTime> PHASES = List.of(
            new PhaseTime("provision", START.toEpochMilli(), 1900, "done"),
            new PhaseTime("load data", START.toEpochMilli() + 1900, 21400, "done"),
            new PhaseTime("measure", START.toEpochMilli() + 60000, 60000, "done"),
            new PhaseTime("audit", START.toEpochMilli() + 130000, 2100, "done"));

    private SampleResults() {}

    /** A smoke run that a machine of two cores carries easily. */
    public static RunResult passed() {
        return run(100, 1.0, SampleLoad.goodRules(), audit(0), List.of());
    }

    /** The same with these rules instead. */
    public static RunResult passed(RuleOutcome... rules) {
        return run(100, 1.0, List.of(rules), audit(0), List.of());
    }

    /** Far too many users: responses late, machine saturated, data intact. */
    public static RunResult overloaded() {
        return run(6000, 40.0, SampleLoad.brokenRules(), audit(0), List.of());
    }

    /** A price was lowered behind the application's back while the load ran. */
    public static RunResult damaged() {
        return run(100, 1.0, SampleLoad.goodRules(), audit(1), List.of());
    }

    public static RunResult interrupted() {
        return run(
                100,
                1.0,
                SampleLoad.goodRules(),
                null,
                List.of(new Incident(
                        Incident.Kind.INTERRUPTED, "", "Somebody stopped the run while it was measured.")));
    }

    /** The data were damaged before the load: nothing was driven. */
    public static RunResult neverLoaded() {
        return new RunFindings(
                        info(100),
                        conditions(),
                        null,
                        audit(1),
                        null,
                        Collected.NOTHING,
                        List.of(),
                        List.of(),
                        PHASES,
                        List.of(),
                        disclosure())
                .conclude();
    }

    private static RunResult run(
            int users, double slowness, List<RuleOutcome> rules, Audit after, List<Incident> incidents) {
        LoadReport load = SampleLoad.report(users, slowness, rules);
        List<IntervalReport> intervals = SampleLoad.intervals(users, slowness);
        double busy = slowness > 1 ? 0.985 : 0.41;
        List<Sample> samples = SampleTiers.samples(intervals, busy);
        Collected collected = SampleTiers.collected(samples, busy);
        return new RunFindings(
                        info(users),
                        conditions(),
                        load,
                        audit(0),
                        after,
                        collected,
                        intervals,
                        incidents,
                        PHASES,
                        List.of(),
                        disclosure())
                .conclude();
    }

    /** The passed run under a load that was not constant. */
    public static RunResult shaped(LoadShape shape) {
        RunResult r = passed();
        return RecordCopy.with(r, "load", RecordCopy.with(r.load(), "shape", shape));
    }

    private static MeasurementConditions conditions() {
        return new MeasurementConditions("smoke", "embedded", true, true, Map.of());
    }

    private static RunInfo info(int users) {
        return new RunInfo(
                "20260314-092653-minimal",
                "minimal",
                "gavel run --users " + users,
                START,
                START.plusSeconds(160),
                users,
                "liveauction",
                "smoke",
                "embedded",
                Phases.SMOKE,
                42);
    }

    static Audit audit(long violations) {
        String found = "lot 4711: 25.00 then 24.00";
        return new Audit(
                violations == 0,
                180,
                List.of(
                        invariant("prices", "Prices of a lot rise strictly", 1423, violations, found),
                        invariant("decisions", "Every accepted decision stands once in both stores", 1423, 0, ""),
                        invariant("sales", "A lot is sold at most once", 61, 0, ""),
                        invariant("held", "Held credit equals the led open lots, account by account", 500, 0, ""),
                        invariant("answers", "Every answered bid is there with the same outcome", 1519, 0, "")),
                List.of(
                        new Audit.Omission(
                                "which nodes run: they renew it twice a second",
                                List.of("node_lease.node", "node_lease.expires_at")),
                        new Audit.Omission(
                                "the bytes of pictures: there are too many to read", List.of("image_bytes.bytes"))));
    }

    private static Audit.Invariant invariant(
            String name, String description, long checked, long violations, String found) {
        return new Audit.Invariant(
                name, description, checked, violations, violations == 0 ? List.of() : List.of(found));
    }

    private static Disclosure disclosure() {
        return new Disclosure(
                "name: minimal\nservices: embedded\nappServers: {count: 1}\nload: {users: 100, length: smoke, seed: 42}\n",
                new Disclosure.Host(
                        "bench-1",
                        "Debian GNU/Linux 12",
                        "6.18.0",
                        "AMD EPYC 7B13 <64-Core> & more",
                        2,
                        24L << 30,
                        "kvm",
                        Map.of("open files", "20000")),
                List.of(),
                Map.of("Gavel", "0.1.0", "JDK", "25.0.1", "PostgreSQL", "18.6"),
                List.of(new StartedProcess(
                        "app1",
                        "appServers",
                        "localhost",
                        List.of(
                                "java",
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "-jar",
                                "auction-app.jar",
                                "serve",
                                "--config=app1.yaml"),
                        Map.of(),
                        Map.of())),
                "nice 0, loops 1, HTTP HTTP_1_1",
                true,
                List.of("PostgreSQL: fsync on", "documents: in memory only"),
                Map.of("users", "100", "seed", "42", "images", "small"));
    }

    public static void main(String[] args) throws IOException {
        Map<String, RunResult> all = Map.of(
                "pass", passed(),
                "fail", overloaded(),
                "damaged", damaged(),
                "interrupted", interrupted(),
                "never", neverLoaded());
        for (Map.Entry<String, RunResult> entry : all.entrySet()) {
            Path directory = Files.createDirectories(Path.of(args[0], entry.getKey()));
            Path page = new RunKind().write(entry.getValue(), directory);
            System.out.println(Summary.of(entry.getValue(), page));
        }
    }
}
