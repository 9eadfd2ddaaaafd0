package gavel.harness.compare;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Finding;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.result.Disclosure;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * What a comparison looks at of one result: pure.
 *
 * @param must be equal on all sides, or the comparison is refused
 * @param should be equal; a reader is told where it is not
 * @param figures above 0, by name
 * @param peak lower end, middle and upper end; empty for a run
 * @param speed of the machine meanwhile
 * @param settings of its configuration, by path
 */
public record Side(
        String id,
        Outcome outcome,
        Map<String, String> must,
        Map<String, String> should,
        Map<String, Double> figures,
        List<Double> peak,
        Speed speed,
        Map<String, String> settings) {
    static final String KIND = "kind";
    static final String PEAK_USERS = "peak users";
    /** What the figures of operations begin with. */
    static final String OF_OPERATION = "p99 ";

    private static final double P99 = 0.99;
    private static final Pattern SHA_256 = Pattern.compile("\\b[0-9a-f]{64}\\b");

    /**
     * How fast the machine was.
     *
     * @param memoryNanos of a read of its memory; 0 where it was not measured
     * @param arithmeticNanos of a step of arithmetic that fills a core; 0 likewise
     */
    public record Speed(double memoryNanos, double arithmeticNanos) {
        static final Speed UNKNOWN = new Speed(0, 0);

        /** Mean of the probes that know it. */
        private static Speed of(List<Finding> probes) {
            return new Speed(mean(probes, Finding.Use::memoryLatencyNanos), mean(probes, Finding.Use::arithmeticNanos));
        }

        private static double mean(List<Finding> probes, ToDoubleFunction<Finding.Use> figure) {
            return probes.stream()
                    .map(Finding::use)
                    .filter(Objects::nonNull)
                    .mapToDouble(figure)
                    .filter(nanos -> nanos > 0)
                    .average()
                    .orElse(0);
        }
    }

    /**
     * How it ended.
     *
     * @param verdict {@code PASS} and its like, or the kind of a search's conclusion
     * @param words what a reader has to know of it; may be empty
     * @param unusable why it cannot be compared at all; empty when it can
     */
    public record Outcome(String verdict, String words, String unusable) {
        boolean failed() {
            return verdict.equals(Verdict.Status.FAIL.name());
        }
    }

    public static Side of(RunResult result) {
        LoadReport load = result.load();
        Verdict verdict = result.verdict();
        boolean usable = verdict.trusted() && load != null;
        Map<String, String> must = new LinkedHashMap<>();
        must.put(KIND, "run");
        must.put("users", Integer.toString(result.run().users()));
        must.put("load", (load == null ? LoadShape.CONSTANT : load.shape()).text());
        must.put(
                "profile",
                load == null
                        ? result.run().profile()
                        : load.profile().name() + " SHA-256 " + load.profile().sha256());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        Map<String, Double> figures = new LinkedHashMap<>();
        if (usable) {
            figures.put("operations/s", Figures.of(load).operationsPerSecond());
            for (OperationReport operation : load.operations()) {
                Double p99 = Figures.judged(operation) ? Figures.millis(operation.response(), P99) : null;
                if (p99 != null) {
                    figures.put(OF_OPERATION + operation.name() + " ms", p99);
                }
            }
        }
        figures.values().removeIf(value -> !(value > 0));
        Outcome outcome = new Outcome(
                verdict.status().name(),
                verdict.status() == Verdict.Status.PASS ? "" : verdict.headline(),
                usable
                        ? ""
                        : (verdict.status() == Verdict.Status.INVALID
                                        ? "it is INVALID: "
                                        : "its figures do not count: ")
                                + verdict.headline());
        MachineUse machine = result.collected().machine();
        return side(
                result.run().id(),
                outcome,
                must,
                figures,
                List.of(),
                new Speed(machine.memoryLatencyNanos(), machine.arithmeticNanos()),
                result.disclosure());
    }

    public static Side of(PeakResult result) {
        Map<String, String> must = new LinkedHashMap<>();
        must.put(KIND, "peak");
        must.put("profile", profile(result));
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        boolean found = result.conclusion().kind() == Conclusion.Kind.FOUND;
        Peak peak = result.conclusion().peak();
        return side(
                result.run().id(),
                outcome(result.conclusion()),
                must,
                found ? Map.of(PEAK_USERS, peak.middle()) : Map.of(),
                found ? List.of(peak.lower(), peak.middle(), peak.upper()) : List.of(),
                Speed.of(result.probes()),
                result.disclosure());
    }

    private static Outcome outcome(Conclusion conclusion) {
        String verdict = conclusion.kind().name();
        if (conclusion.kind() == Conclusion.Kind.FOUND) {
            Peak peak = conclusion.peak();
            return new Outcome(
                    verdict,
                    String.format(
                            Locale.ROOT, "%,.0f users (%,.0f to %,.0f)", peak.middle(), peak.lower(), peak.upper()),
                    "");
        }
        String words = conclusion.users() > 0
                ? String.format(Locale.ROOT, "%,d users %s", conclusion.users(), conclusion.reason())
                        .strip()
                : conclusion.reason();
        return new Outcome(verdict, words, "it has no peak: " + verdict + " " + words);
    }

    /** Early versions named the profile of a search by their own version, which tells nothing about its text: no other is known to be equal. */
    private static String profile(PeakResult result) {
        String profile = result.disclosure()
                .versions()
                .getOrDefault(Disclosure.PROFILE, result.run().profile());
        return SHA_256.matcher(profile).find()
                ? profile
                : profile + " (no hash in " + result.run().id() + ")";
    }

    private static Side side(
            String id,
            Outcome outcome,
            Map<String, String> must,
            Map<String, Double> figures,
            List<Double> peak,
            Speed speed,
            Disclosure disclosure) {
        Map<String, String> settings = Settings.of(disclosure.configuration());
        return new Side(id, outcome, must, should(disclosure, settings), figures, peak, speed, settings);
    }

    private static Map<String, String> should(Disclosure disclosure, Map<String, String> settings) {
        Map<String, String> should = new LinkedHashMap<>();
        should.put("gavel", disclosure.versions().getOrDefault("gavel", "unknown"));
        should.put("jdk", disclosure.versions().getOrDefault("jdk", "unknown"));
        should.put("cpu", disclosure.host().cpu());
        should.put("cores", Integer.toString(disclosure.host().cores()));
        should.put("kernel", disclosure.host().kernel());
        should.put(
                Disclosure.Host.HUGE_PAGES,
                disclosure.host().limits().getOrDefault(Disclosure.Host.HUGE_PAGES, "unknown"));
        should.put("images", disclosure.dataSet().getOrDefault("images", "unknown"));
        should.put("number of users of the data set", disclosure.dataSet().getOrDefault("users", "unknown"));
        should.put("CPU quota", Settings.quotas(settings));
        for (String sentence : disclosure.durability()) {
            String[] parts = sentence.split(": ", 2);
            should.put("durability of " + parts[0], parts[parts.length - 1]);
        }
        return should;
    }

    /** Why it cannot be compared at all; empty when it can. */
    public String unusable() {
        return outcome.unusable();
    }

    String seed() {
        return settings.getOrDefault("load.seed", "unknown");
    }

    /** Where people read it, the beginning of a hash is enough. */
    static String shortened(String text) {
        return SHA_256.matcher(text).replaceAll(hash -> hash.group().substring(0, 12) + "…");
    }
}
