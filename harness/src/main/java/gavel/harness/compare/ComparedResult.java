package gavel.harness.compare;

import gavel.harness.result.Disclosure;
import gavel.harness.result.Result;
import gavel.harness.verdict.RunRules;
import gavel.harness.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
public record ComparedResult(
        String id,
        Outcome outcome,
        Map<String, String> must,
        Map<String, String> should,
        Map<String, Double> figures,
        List<Double> peak,
        Speed speed,
        Map<String, String> settings) {
    public static final String KIND = "kind";
    public static final String PEAK_USERS = "peak users";
    public static final String OPERATIONS = "operations/s";
    public static final String SERVED_WELL = "user time served well";
    /** What users for the money begin with; their unit follows. */
    public static final String USERS_PER = "users per ";
    /** What the figures of operations begin with. */
    public static final String OF_OPERATION = "p99 ";

    static final String DATA_SET_USERS = "number of users of the data set";
    static final String QUOTA = "CPU quota";
    private static final Set<String> HIGHER_IS_BETTER = Set.of(PEAK_USERS, OPERATIONS, SERVED_WELL);

    private static final Pattern SHA_256 = Pattern.compile("\\b[0-9a-f]{64}\\b");

    /**
     * How fast the machine was.
     *
     * @param memoryNanos of a read of its memory; 0 where it was not measured
     * @param arithmeticNanos of a step of arithmetic that fills a core; 0 likewise
     */
    public record Speed(double memoryNanos, double arithmeticNanos) {
        static final Speed UNKNOWN = new Speed(0, 0);
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

    /**
     * What is compared.
     *
     * @param figures above 0, by name
     * @param peak lower end, middle and upper end; empty for what is no search
     * @param speed of the machine meanwhile
     */
    public record Numbers(Map<String, Double> figures, List<Double> peak, Speed speed) {}

    public static ComparedResult of(Result result, Outcome outcome, Map<String, String> must, Numbers numbers) {
        Map<String, String> settings = Settings.of(result.disclosure().configuration());
        Map<String, String> all = new LinkedHashMap<>(must);
        all.putAll(RunRules.mustBe(settings));
        return new ComparedResult(
                result.run().id(),
                outcome,
                all,
                should(result.disclosure(), settings),
                numbers.figures(),
                numbers.peak(),
                numbers.speed(),
                settings);
    }

    /** Of a result that is not compared. */
    public static ComparedResult refused(String id, String kind, String why) {
        return new ComparedResult(
                id,
                new Outcome("", "", why),
                Map.of(KIND, kind),
                Map.of(),
                Map.of(),
                List.of(),
                Speed.UNKNOWN,
                Map.of());
    }

    /** The values of all machines, each once. */
    private static String each(Disclosure disclosure, Function<Disclosure.Host, String> value) {
        return disclosure.machines().isEmpty()
                ? "unknown"
                : disclosure.machines().stream().map(value).distinct().collect(Collectors.joining(", "));
    }

    /** What a result discloses of itself, by names for people; what the run rules fix says so. Empty without a disclosure. */
    public static Map<String, String> disclosed(Result result) {
        Disclosure disclosure = result.disclosure();
        if (disclosure == null) {
            return Map.of();
        }
        Map<String, String> settings = Settings.of(disclosure.configuration());
        Map<String, String> disclosed = new LinkedHashMap<>(should(disclosure, settings));
        disclosure.versions().forEach(disclosed::putIfAbsent);
        settings.forEach((path, value) -> disclosed.put(path + RunRules.remark(path), value));
        return disclosed;
    }

    private static Map<String, String> should(Disclosure disclosure, Map<String, String> settings) {
        Map<String, String> should = new LinkedHashMap<>();
        should.put("gavel", disclosure.versions().getOrDefault("gavel", "unknown"));
        should.put("jdk", disclosure.versions().getOrDefault("jdk", "unknown"));
        should.put("cpu", each(disclosure, Disclosure.Host::cpu));
        should.put(
                "cores",
                Integer.toString(disclosure.machines().stream()
                        .mapToInt(Disclosure.Host::cores)
                        .sum()));
        should.put("kernel", each(disclosure, Disclosure.Host::kernel));
        should.put(Disclosure.Host.HUGE_PAGES, each(disclosure, host -> host.limits()
                .getOrDefault(Disclosure.Host.HUGE_PAGES, "unknown")));
        should.put("images", disclosure.dataSet().getOrDefault("images", "unknown"));
        should.put(DATA_SET_USERS, disclosure.dataSet().getOrDefault("users", "unknown"));
        if (disclosure.dataSet().containsKey(Disclosure.KEPT)) {
            should.put("data kept without a reset", disclosure.dataSet().get(Disclosure.KEPT));
        }
        should.put(QUOTA, Settings.quotas(settings));
        for (String sentence : disclosure.durability()) {
            String[] parts = sentence.split(": ", 2);
            should.put("durability of " + parts[0], parts[parts.length - 1]);
        }
        return should;
    }

    /** With the error that a search gives its own peak, which is that of users for the money too; figures of a run have none. */
    Measurement measurement(String figure) {
        double value = figures.get(figure);
        if (peak.isEmpty()) {
            return Measurement.of(value);
        }
        double times = value / figures.get(PEAK_USERS);
        return Measurement.of(times * peak.getFirst(), value, times * peak.getLast());
    }

    /** Of every figure that is a time, or what is lost or too much. */
    static boolean lowerIsBetter(String figure) {
        return !HIGHER_IS_BETTER.contains(figure) && !figure.startsWith(USERS_PER);
    }

    /** Why it cannot be compared at all; empty when it can. */
    public String unusable() {
        return outcome.unusable();
    }

    String seed() {
        return settings.getOrDefault("load.seed", "unknown");
    }

    /** Whether a text has a SHA-256 hash in it. */
    public static boolean hasHash(String text) {
        return SHA_256.matcher(text).find();
    }

    /** Where people read it, the beginning of a hash is enough. */
    static String shortened(String text) {
        return SHA_256.matcher(text).replaceAll(hash -> hash.group().substring(0, 12) + "…");
    }
}
