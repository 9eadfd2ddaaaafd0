package gavel.harness.report;

import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.report.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form in which continuous integration servers read how something ended. Pure. */
public record JUnitXml(String name, double seconds, List<Case> cases) {
    /** How a case ends; the constants are named as the elements of the format. */
    public enum Ending {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED;

        /** Of a case that asks whether enough was reached. */
        public static Ending of(Answer reached) {
            return switch (reached) {
                case YES -> PASSED;
                case NO -> FAILURE;
                case UNKNOWN -> ERROR;
            };
        }
    }

    /** @param message empty where there is nothing to say */
    public record Case(String name, Ending ending, String message) {
        private String text() {
            String begin = "  <testcase classname=\"gavel\" name=\"" + escape(name) + '"';
            if (ending == Ending.PASSED) {
                return begin + "/>\n";
            }
            String element = ending.name().toLowerCase(Locale.ROOT);
            return "%s><%s message=\"%s\">%s</%s></testcase>\n"
                    .formatted(
                            begin, element, escape(message.lines().findFirst().orElse("")), escape(message), element);
        }
    }

    public JUnitXml {
        cases = List.copyOf(cases);
    }

    /** A command that ended before it had a result. */
    public static JUnitXml error(String command, String message) {
        return new JUnitXml(command, 0, List.of()).withError(command, message);
    }

    /** The same with one more case: what ended the command. */
    public JUnitXml withError(String command, String message) {
        return with("", List.of(new Case(command, Ending.ERROR, message)));
    }

    /** The same where the whole tells what one of its parts could not: that part is no error, and no success. */
    public JUnitXml withErrorsSkipped() {
        return new JUnitXml(
                name,
                seconds,
                cases.stream()
                        .map(each -> each.ending() == Ending.ERROR
                                ? new Case(each.name(), Ending.SKIPPED, each.message())
                                : each)
                        .toList());
    }

    /** @param prefix of the names of these cases */
    public JUnitXml with(String prefix, List<Case> more) {
        Stream<Case> prefixed =
                more.stream().map(each -> new Case(prefix + each.name(), each.ending(), each.message()));
        return new JUnitXml(
                name, seconds, Stream.concat(cases.stream(), prefixed).toList());
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

    private long count(Ending ending) {
        return cases.stream().filter(each -> each.ending() == ending).count();
    }

    public String text() {
        return String.format(
                        Locale.ROOT,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.1f\">%n",
                        escape(name),
                        cases.size(),
                        count(Ending.FAILURE),
                        count(Ending.ERROR),
                        count(Ending.SKIPPED),
                        seconds)
                + cases.stream().map(Case::text).collect(Collectors.joining())
                + "</testsuite>\n";
    }
}
