package gavel.harness.report;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result in the form that continuous integration servers read: a broken rule is a failure, what cannot be trusted is an error. Pure. */
public final class JUnitXml {
    private static final List<String> RULES = List.of("response", "news", "failures", "mix", "rate", "integrity");

    private final StringBuilder cases = new StringBuilder();
    private int count;
    private int failures;
    private int errors;

    private JUnitXml() {}

    /** One case for each rule, and one for whether the measurement can be trusted. */
    public static String of(List<RunResult> results) {
        JUnitXml xml = new JUnitXml();
        double seconds = 0;
        for (RunResult result : results) {
            Duration took =
                    Duration.between(result.run().startedAt(), result.run().finishedAt());
            seconds += took.toMillis() / 1_000.0;
            xml.run(result, results.size() == 1 ? "" : result.run().id() + " ");
        }
        return xml.suite(results.getFirst().run().name(), seconds);
    }

    /** @param atLeast users the peak must reach; 0 when nobody asked */
    public static String of(PeakResult result, int atLeast) {
        JUnitXml xml = new JUnitXml();
        Conclusion conclusion = result.conclusion();
        String problem =
                switch (conclusion.kind()) {
                    case FOUND, AT_LEAST -> "";
                    case NONE -> "failure";
                    case INVALID -> "error";
                };
        xml.test("peak", problem, PeakSummary.sentence(result));
        if (atLeast > 0) {
            xml.test(
                    "peak at least " + atLeast,
                    switch (conclusion.atLeast(atLeast)) {
                        case YES -> "";
                        case NO -> "failure";
                        case UNKNOWN -> "error";
                    },
                    PeakSummary.sentence(result) + " At least " + Words.count(atLeast) + " were asked for.");
        }
        return xml.suite(result.run().name(), result.seconds());
    }

    private void run(RunResult result, String prefix) {
        List<Reason> reasons = result.verdict().reasons();
        List<Reason> untrusted = reasons.stream()
                .filter(reason -> reason.status() == Verdict.Status.INVALID)
                .toList();
        test(prefix + "trusted", untrusted.isEmpty() ? "" : "error", messages(untrusted));
        for (String rule : RULES) {
            List<Reason> broken = reasons.stream()
                    .filter(reason -> reason.status() == Verdict.Status.FAIL
                            && reason.rule().equals(rule))
                    .toList();
            test(prefix + rule, broken.isEmpty() ? "" : "failure", messages(broken));
        }
    }

    private static String messages(List<Reason> reasons) {
        List<String> messages = new ArrayList<>();
        reasons.forEach(reason -> messages.add(reason.message()));
        return String.join("\n", messages);
    }

    private void test(String name, String problem, String message) {
        count++;
        failures += problem.equals("failure") ? 1 : 0;
        errors += problem.equals("error") ? 1 : 0;
        cases.append("  <testcase classname=\"gavel\" name=\"")
                .append(Words.escape(name))
                .append('"');
        if (problem.isEmpty()) {
            cases.append("/>\n");
        } else {
            cases.append("><")
                    .append(problem)
                    .append(" message=\"")
                    .append(Words.escape(message.lines().findFirst().orElse("")));
            cases.append("\">")
                    .append(Words.escape(message))
                    .append("</")
                    .append(problem)
                    .append("></testcase>\n");
        }
    }

    private String suite(String name, double seconds) {
        return String.format(
                        Locale.ROOT,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.1f\">%n",
                        Words.escape("gavel " + name),
                        count,
                        failures,
                        errors,
                        seconds)
                + cases
                + "</testsuite>\n";
    }
}
