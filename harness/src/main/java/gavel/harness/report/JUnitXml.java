package gavel.harness.report;

import gavel.driver.api.RuleOutcome;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.ScaleSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A result in the form that continuous integration servers read: a broken rule is a failure, what cannot be trusted is an error, and
 * what was not judged is skipped. Pure.
 */
public final class JUnitXml {
    private static final String INTEGRITY = "integrity";
    private static final List<String> RULES = List.of("response", "news", "failures", "mix", "rate", INTEGRITY);

    /** How a case ends; the constants are named as the elements of the format. */
    private enum Ending {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED
    }

    private final String name;
    private final double seconds;
    private final StringBuilder cases = new StringBuilder();
    private final Map<Ending, Integer> counts = new EnumMap<>(Ending.class);

    private JUnitXml(String name, double seconds) {
        this.name = name;
        this.seconds = seconds;
    }

    /** One case for each rule, and one for whether the measurement can be trusted. */
    public static JUnitXml of(List<RunResult> results) {
        double seconds = results.stream()
                .map(result ->
                        Duration.between(result.run().startedAt(), result.run().finishedAt()))
                .mapToDouble(took -> took.toMillis() / 1_000.0)
                .sum();
        JUnitXml xml = new JUnitXml("gavel " + results.getFirst().run().name(), seconds);
        results.forEach(result ->
                xml.run(result, results.size() == 1 ? "" : result.run().id() + " "));
        return xml;
    }

    /** @param atLeast users the peak must reach; 0 when nobody asked */
    public static JUnitXml of(PeakResult result, int atLeast) {
        JUnitXml xml = new JUnitXml("gavel " + result.run().name(), result.seconds());
        Conclusion conclusion = result.conclusion();
        Ending ending =
                switch (conclusion.kind()) {
                    case FOUND, AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS -> Ending.PASSED;
                    case NONE -> Ending.FAILURE;
                    case INVALID -> Ending.ERROR;
                };
        xml.test("peak", ending, PeakSummary.sentence(result));
        if (atLeast > 0) {
            xml.test(
                    "peak at least " + atLeast,
                    ending(conclusion.atLeast(atLeast)),
                    PeakSummary.sentence(result) + " At least " + Words.count(atLeast) + " were asked for.");
        }
        return xml;
    }

    /**
     * One case for the efficiency, and one for each number of application servers.
     *
     * @param atLeast percent that the lower end of the efficiency's interval must reach; 0 when nobody asked
     */
    public static JUnitXml of(ScaleResult result, double atLeast) {
        JUnitXml xml = new JUnitXml("gavel " + result.run().name(), result.seconds());
        boolean asked = atLeast > 0;
        String percent = BigDecimal.valueOf(atLeast).stripTrailingZeros().toPlainString();
        xml.test(
                asked ? "efficiency at least " + percent + " %" : "efficiency",
                efficiency(result, atLeast),
                ScaleSummary.sentence(result) + (asked ? " At least " + percent + " % were asked for." : ""));
        for (SweepPoint point : result.points()) {
            Ending ending = point.peak() == null ? Ending.ERROR : point.counted() ? Ending.PASSED : Ending.SKIPPED;
            xml.test(Words.plural(point.servers(), "application server"), ending, point.excluded());
        }
        return xml;
    }

    /** A command that ended before it had a result. */
    public static JUnitXml error(String command, String message) {
        return new JUnitXml(command, 0).withError(command, message);
    }

    /** The same with one more case: what ended the command. */
    public JUnitXml withError(String command, String message) {
        JUnitXml more = new JUnitXml(name, seconds);
        more.cases.append(cases);
        more.counts.putAll(counts);
        more.test(command, Ending.ERROR, message);
        return more;
    }

    /** A sweep that did not end has no efficiency yet, but one that is too low already is told. */
    private static Ending efficiency(ScaleResult result, double atLeast) {
        if (result.line() == null) {
            return Ending.ERROR;
        }
        Ending ending = ending(result.atLeast(atLeast));
        if (atLeast > 0 && (ending != Ending.PASSED || result.complete())) {
            return ending;
        }
        return result.complete() && result.line().lower() != null ? Ending.PASSED : Ending.SKIPPED;
    }

    private static Ending ending(Conclusion.Answer answer) {
        return switch (answer) {
            case YES -> Ending.PASSED;
            case NO -> Ending.FAILURE;
            case UNKNOWN -> Ending.ERROR;
        };
    }

    private void run(RunResult result, String prefix) {
        List<Reason> untrusted = result.verdict().reasons().stream()
                .filter(reason -> reason.status() == Verdict.Status.INVALID)
                .toList();
        test(prefix + "trusted", untrusted.isEmpty() ? Ending.PASSED : Ending.ERROR, messages(untrusted));
        for (String rule : RULES) {
            List<Reason> broken = result.verdict().reasons().stream()
                    .filter(reason -> reason.status() == Verdict.Status.FAIL
                            && reason.rule().equals(rule))
                    .toList();
            String open = broken.isEmpty() ? notJudged(result, rule) : "";
            Ending kept = open.isEmpty() ? Ending.PASSED : Ending.SKIPPED;
            test(prefix + rule, broken.isEmpty() ? kept : Ending.FAILURE, messages(broken) + open);
        }
    }

    /** Why a rule that was not broken was not kept either; empty when it was. */
    private static String notJudged(RunResult result, String rule) {
        if (rule.equals(INTEGRITY)) {
            Audit audit = result.auditAfter();
            return audit == null ? "The data were not audited after the load." : "";
        }
        if (result.load() == null) {
            return "There is no report of the load: " + result.verdict().headline();
        }
        List<RuleOutcome> outcomes = result.load().rules().stream()
                .filter(outcome -> outcome.rule().equals(rule))
                .toList();
        List<RuleOutcome> invalid = outcomes.stream()
                .filter(outcome -> outcome.status() == RuleOutcome.Status.INVALID)
                .toList();
        boolean judged = outcomes.stream()
                .anyMatch(outcome ->
                        outcome.status() != RuleOutcome.Status.INFO && outcome.status() != RuleOutcome.Status.TOO_FEW);
        if (judged && invalid.isEmpty()) {
            return "";
        }
        String why = (judged ? invalid : outcomes)
                .stream()
                        .map(outcome -> (outcome.subject() + ": " + outcome.message()).replaceFirst("^: ", ""))
                        .collect(Collectors.joining("\n"));
        return why.isEmpty() ? "The driver did not judge it." : why;
    }

    private static String messages(List<Reason> reasons) {
        return reasons.stream().map(Reason::message).collect(Collectors.joining("\n"));
    }

    private void test(String test, Ending ending, String message) {
        counts.merge(ending, 1, Integer::sum);
        cases.append("  <testcase classname=\"gavel\" name=\"")
                .append(escape(test))
                .append('"');
        if (ending == Ending.PASSED) {
            cases.append("/>\n");
        } else {
            String element = ending.name().toLowerCase(Locale.ROOT);
            cases.append("><")
                    .append(element)
                    .append(" message=\"")
                    .append(escape(message.lines().findFirst().orElse("")))
                    .append("\">")
                    .append(escape(message))
                    .append("</")
                    .append(element)
                    .append("></testcase>\n");
        }
    }

    /** The tail of a log may hold what no XML file can. */
    private static String escape(String text) {
        int[] allowed = text.codePoints()
                .map(c -> c == '\t' || c == '\n' || c >= ' ' && c <= 0xD7FF || c >= 0xE000 && c != 0xFFFE && c != 0xFFFF
                        ? c
                        : '?')
                .toArray();
        return Words.escape(new String(allowed, 0, allowed.length));
    }

    private int count(Ending ending) {
        return counts.getOrDefault(ending, 0);
    }

    public String text() {
        return String.format(
                        Locale.ROOT,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.1f\">%n",
                        escape(name),
                        counts.values().stream().mapToInt(Integer::intValue).sum(),
                        count(Ending.FAILURE),
                        count(Ending.ERROR),
                        count(Ending.SKIPPED),
                        seconds)
                + cases
                + "</testsuite>\n";
    }
}
