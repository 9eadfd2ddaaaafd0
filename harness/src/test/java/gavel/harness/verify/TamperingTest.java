package gavel.harness.verify;

import static gavel.harness.verify.RecordedRun.add;
import static gavel.harness.verify.RecordedRun.at;
import static gavel.harness.verify.RecordedRun.list;
import static gavel.harness.verify.RecordedRun.named;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.evidence.Findings;
import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.evidence.Manifest;
import gavel.harness.verify.Verification.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** Ways to change a result: the manifest tells each, and where somebody makes that anew, what does not go together any more. */
class TamperingTest {
    @TempDir
    private Path results;

    /** @param contradicts whether the rest of the result tells it, too */
    private record Way(String name, boolean contradicts, Change change) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Change {
        void of(RecordedRun run) throws IOException;
    }

    private static Way way(String name, RecordedRun.Edit edit) {
        return new Way(name, true, run -> run.json(edit));
    }

    private static Way file(String name, Change change) {
        return new Way(name, true, change);
    }

    private static ObjectNode operation(ObjectNode root) {
        return named(root, "/load/operations", "name", "ListAuctions");
    }

    private static ObjectNode rule(ObjectNode root, String rule, String subject) {
        for (var each : list(root, "/load/rules")) {
            if (each.get("rule").asString().equals(rule)
                    && each.get("subject").asString().equals(subject)) {
                return (ObjectNode) each;
            }
        }
        throw new IllegalArgumentException(rule + " " + subject);
    }

    private static List<Way> ways() {
        return Stream.of(figures(), files(), judged(), asked())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Way> figures() {
        return List.of(
                way("a lower percentile", root -> at(operation(root), "/response/percentiles/0")
                        .put("micros", 3)),
                way("a percentile fewer", root -> list(operation(root), "/response/percentiles")
                        .remove(0)),
                way("a lower mean", root -> at(operation(root), "/response").put("meanMicros", 3.5)),
                way("a lower largest value", root -> at(operation(root), "/service")
                        .put("maxMicros", 9_999_999)),
                way("more starts", root -> add(operation(root), "starts", 100)),
                way("more successes", root -> add(operation(root), "succeeded", 1)),
                way("fewer samples", root -> add(at(operation(root), "/response"), "count", -1)),
                way("no samples", root -> at(operation(root), "/response").put("count", 0)),
                way("late starts that were not", root -> add(operation(root), "late", 3)),
                way("a failure that was none", root -> at(operation(root), "/failures")
                        .put("status", 1)),
                way("another operation's histogram", root -> at(operation(root), "/response")
                        .put(
                                "histogram",
                                at(named(root, "/load/operations", "name", "Home"), "/response")
                                        .get("histogram")
                                        .asString())),
                way("another operation's whole latency", root -> operation(root)
                        .set("response", at(named(root, "/load/operations", "name", "Home"), "/response"))),
                way("a histogram of garbage", root -> at(operation(root), "/response")
                        .put("histogram", "Z2FyYmFnZQ==")),
                way("more pairs of the news", root -> add(at(root, "/load/news"), "pairs", 1_000)),
                way(
                        "a share of the mix",
                        root -> ((ObjectNode) list(root, "/load/mix").get(3)).put("actual", 0.2)),
                way("a higher rate", root -> at(root, "/load/rate").put("mainStarts", 9_999.0)),
                way("a count below zero", root -> operation(root).put("overruns", -1)),
                way("no number", root -> at(root, "/load/driver").put("busyShare", "NaN")),
                way("a driver less busy", root -> at(root, "/load/driver").put("busyShare", 0.0001)),
                way(
                        "less CPU",
                        root -> ((ObjectNode) list(root, "/collected/instances").get(0)).put("cpuSeconds", 0.25)),
                way("a second of the run without its starts", root -> {
                    for (var interval : list(root, "/intervals")) {
                        interval.get("operations").forEach(each -> ((ObjectNode) each).put("starts", 0));
                    }
                }));
    }

    private static List<Way> files() {
        return List.of(
                file("no histograms", run -> run.delete("driver.hlog")),
                file("no intervals", run -> run.delete("intervals.csv")),
                file("no log of the audit", run -> run.delete("logs/audit.log")),
                file(
                        "a line fewer in the log of the audit",
                        run -> run.text("logs/audit.log", log -> log.replaceFirst("(?m)^one-sale .*\n", ""))),
                file("no configuration", run -> run.delete("configuration.yaml")),
                file("no answered bids", run -> run.delete("answered-bids.csv")),
                file(
                        "histograms of another run",
                        run -> run.text("driver.hlog", log -> log.replaceAll("(?m)^Tag=Home.response,(.*)$", "")
                                .replace("Tag=Login.response", "Tag=Home.response"))),
                file("a histogram log of garbage", run -> run.text("driver.hlog", _ -> "garbage")),
                file(
                        "other intervals",
                        run -> run.text("intervals.csv", csv -> csv.replaceFirst(",MEASURE,100,", ",MEASURE,99,"))),
                file(
                        "an answered bid fewer",
                        run -> run.text("answered-bids.csv", csv -> csv.replaceFirst("\n.*\n", "\n"))),
                file(
                        "another audit in the log",
                        run -> run.text("logs/audit.log", log -> log.replaceFirst("[0-9,]+ checked", "1 checked"))),
                file(
                        "a key that stands there twice",
                        run -> run.text(
                                "result.json",
                                json -> json.replaceFirst("\"users\" :", "\"users\" : 1000, \"users\" :"))),
                file(
                        "another page",
                        run -> run.text("report.html", page -> page.replaceFirst("PASS|FAIL|INVALID", "FINE"))),
                new Way("a log", false, run -> run.text("logs/app1.log", log -> log + "all is well\n")),
                new Way("a file more", false, run -> Files.writeString(run.directory.resolve("more.txt"), "more")),
                new Way("no manifest", false, run -> run.delete("SHA256SUMS")));
    }

    private static List<Way> judged() {
        return List.of(
                way("no verdict at all", root -> root.putNull("verdict")),
                way("another verdict", root -> at(root, "/verdict").put("status", "FAIL")),
                way("another headline", root -> at(root, "/verdict").put("headline", "Every rule was kept.")),
                way("an official run", root -> at(root, "/verdict").put("official", true)),
                way("rules that had samples enough", root -> list(root, "/verdict/tooFew")
                        .removeAll()),
                way("a rule fewer", root -> list(root, "/load/rules").remove(20)),
                way("another figure of a rule", root -> rule(root, "response", "ListAuctions")
                        .put("actual", "0.50 % of 54")),
                way("another bound of a rule", root -> rule(root, "response", "ListAuctions")
                        .put("bound", "at most 20 %")),
                way("another answer of a rule", root -> rule(root, "failures", "ListAuctions")
                        .put("status", "FAIL")),
                way("an audit that found something", root -> ((ObjectNode)
                                list(root, "/auditAfter/invariants").get(2))
                        .put("violations", 1)),
                way(
                        "an audit that looked at more",
                        root -> add(
                                (ObjectNode)
                                        list(root, "/auditAfter/invariants").get(0),
                                "checked",
                                1)),
                way("no audit", root -> root.putNull("auditAfter")),
                way("another bottleneck", root -> at(root, "/bottleneck").put("statement", "Nothing gave out.")),
                way(
                        "another use of a tier",
                        root -> ((ObjectNode) list(root, "/tiers").get(0)).put("cpuSeconds", 0.1)));
    }

    private static List<Way> asked() {
        return List.of(
                way("more users", root -> {
                    at(root, "/run").put("users", 1_000);
                    at(root, "/load").put("users", 1_000);
                }),
                way("another seed", root -> at(root, "/run").put("seed", 7)),
                way("another length", root -> at(root, "/run").put("length", "official")),
                way("other services", root -> at(root, "/run").put("services", "real")),
                way("a longer measurement", root -> add(at(root, "/load"), "measuredToMillis", 40_000)),
                way("a host with more cores", root -> at(root, "/disclosure/host")
                        .put("cores", 64)),
                way("a host with less memory", root -> at(root, "/disclosure/host")
                        .put("memoryBytes", 1 << 30)),
                way("an action that was not done", root -> list(root, "/actions")
                        .remove(0)),
                way(
                        "a phase that failed",
                        root -> ((ObjectNode) list(root, "/phases").get(3)).put("outcome", "failed")),
                way("the result without a field", root -> root.remove("causes")),
                file("another configuration", run -> {
                    run.text("configuration.yaml", yaml -> yaml.replace("users: 100", "users: 900"));
                    run.json(root -> at(root, "/disclosure")
                            .put(
                                    "configuration",
                                    at(root, "/disclosure")
                                            .get("configuration")
                                            .asString()
                                            .replace("users: 100", "users: 900")));
                }),
                file(
                        "another configuration file",
                        run -> run.text("configuration.yaml", yaml -> yaml.replace("bcryptCost: 5", "bcryptCost: 4"))),
                new Way(
                        "another host",
                        false,
                        run -> run.json(root -> at(root, "/disclosure/host").put("name", "big-iron"))),
                new Way(
                        "another version",
                        false,
                        run -> run.json(root -> at(root, "/disclosure/versions").put("gavel", "9.9"))));
    }

    @Test
    void aResultAsItWasWrittenIsVerified() throws IOException {
        Verification.Report report = RecordedRun.in(results).verified();

        assertThat(report.findings().of(Kind.CONTRADICTION)).isEmpty();
        assertThat(report.findings().of(Kind.MISSING)).isEmpty();
        assertThat(report.outcome()).isEqualTo(Outcome.VERIFIED);
        assertThat(report.findings().checks()).isGreaterThan(1_000);
        assertThat(report.findings().of(Kind.UNKNOWN))
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("who made it"));
    }

    /** But for the page, which is made from the rest. */
    @ParameterizedTest
    @MethodSource("ways")
    void theManifestTellsEveryChange(Way way) throws IOException {
        RecordedRun run = RecordedRun.in(results);
        way.change().of(run);
        Findings told = new Findings();

        Manifest.check(run.directory, told);

        assertThat(told.all().isEmpty()).isEqualTo(way.name().equals("another page"));
    }

    static Stream<Way> consistent() {
        return ways().stream().filter(way -> !way.contradicts());
    }

    @ParameterizedTest
    @MethodSource("consistent")
    void aResultOfWhichTheManifestTellsAChangeIsNotVerified(Way way) throws IOException {
        RecordedRun run = RecordedRun.in(results);
        way.change().of(run);

        assertThat(run.verified().outcome()).isNotEqualTo(Outcome.VERIFIED);
    }

    static Stream<Way> contradicting() {
        return ways().stream().filter(Way::contradicts);
    }

    @ParameterizedTest
    @MethodSource("contradicting")
    void aManifestThatIsMadeAnewHidesNothing(Way way) throws IOException {
        RecordedRun run = RecordedRun.in(results);
        way.change().of(run);
        run.remakeManifest();

        Verification.Report report = run.verified();

        assertThat(report.outcome()).isNotEqualTo(Outcome.VERIFIED);
        assertThat(report.findings().all())
                .filteredOn(found -> found.kind() != Kind.UNKNOWN)
                .noneMatch(found -> found.where().equals("SHA256SUMS"));
    }

    /** Until the run rules fixed the timing of lots, it was no reason not to compare. */
    @ParameterizedTest
    @CsvSource({"0.0.9, UNKNOWN", RecordedRun.PROGRAM + ", CONTRADICTION"})
    void whatAnEarlierVersionDidNotLookAtIsNoContradiction(String version, Kind kind) throws IOException {
        RecordedRun run = RecordedRun.in(results);
        run.json(root -> {
            at(root, "/disclosure/versions").put("gavel", version);
            at(root, "/run").put("services", "external").put("length", "standard");
            at(root, "/verdict").put("comparable", true);
            ObjectNode disclosure = at(root, "/disclosure");
            disclosure.put(
                    "configuration",
                    disclosure
                            .get("configuration")
                            .asString()
                            .replace("length: smoke", "length: standard")
                            .replace("measure: 20s", "measure: null")
                            .replace("closeAfter: 30s", "closeAfter: 10s"));
        });

        assertThat(run.verified().findings().of(kind))
                .filteredOn(found -> found.where().equals("verdict.comparable"))
                .singleElement()
                .extracting(Finding::what)
                .asString()
                .contains(
                        kind == Kind.UNKNOWN
                                ? "Gavel 0.0.9, which made it, did not look at {lots.closeAfter=10s}"
                                : "must be false");
    }

    /** Its remark goes with it, and so does what the users are divided by. */
    @Test
    void whereDriversRanIsToldByTheConfiguration() throws IOException {
        RecordedRun run = RecordedRun.in(results);
        run.json(root -> at(root, "/disclosure").put("sharedCores", false));

        assertThat(run.verified().findings().of(Kind.CONTRADICTION))
                .extracting(Finding::text)
                .contains("disclosure.sharedCores: where its drivers ran must be true: false");
    }

    @Test
    void thirtyWaysAreTriedAndMore() {
        assertThat(ways()).hasSizeGreaterThan(30);
        assertThat(contradicting()).hasSizeGreaterThan(30);
    }
}
