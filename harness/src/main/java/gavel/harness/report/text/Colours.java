package gavel.harness.report.text;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Colours the words of a line that say how something ended, and figures by their distance to their limits. The text itself stays as it is, so
 * nothing is lost without colours. Pure.
 */
public final class Colours {
    private static final String RESET = "\u001b[0m";
    private static final String GOOD = "\u001b[1;32m";
    private static final String BAD = "\u001b[1;31m";
    private static final String DOUBTFUL = "\u001b[1;33m";
    private static final String LABEL = "\u001b[1m";
    private static final double NEAR = 0.8;

    private static final Pattern WORD =
            Pattern.compile("\\b(?<good>PASS|MEASURED|VERIFIED)\\b|\\b(?<bad>FAIL|REFUTED|WORSE|GONE)\\b"
                    + "|\\b(?<doubtful>INVALID|INCOMPLETE|ERROR|INTERRUPTED|UNKNOWN)\\b");
    private static final Pattern MARK = Pattern.compile("(?<=^ {0,9})(?:(?<good>✓)|(?<bad>✗)|(?<doubtful>!))(?= )");
    private static final Pattern LABELLED = Pattern.compile("^[A-Z][a-z]+(?: [a-zA-Z/]+)?(?= {2,}\\S)");
    private static final String TIME = "([\\d.,]+) (ms|s)";
    private static final Pattern OF_LIMIT = Pattern.compile(TIME + " of " + TIME);
    /** Limit and share of it in the table of operations. */
    private static final Pattern USED = Pattern.compile("(?<=\\d (?:ms|s) {1,9})[\\d.]+ s +([\\d.]+) %");

    private Colours() {}

    public static String of(String line) {
        String painted = replaced(LABELLED, line, _ -> LABEL);
        painted = replaced(MARK, painted, Colours::outcome);
        painted = replaced(WORD, painted, Colours::outcome);
        painted = replaced(OF_LIMIT, painted, found -> used(micros(found, 1) / micros(found, 3)));
        return replaced(USED, painted, found -> used(number(found.group(1)) / 100));
    }

    private static String replaced(Pattern pattern, String line, Function<MatchResult, String> colour) {
        Matcher found = pattern.matcher(line);
        return found.replaceAll(each -> {
            String wanted = colour.apply(each);
            return Matcher.quoteReplacement(wanted.isEmpty() ? each.group() : wanted + each.group() + RESET);
        });
    }

    private static String outcome(MatchResult found) {
        return found.group("good") != null ? GOOD : found.group("bad") != null ? BAD : DOUBTFUL;
    }

    private static String used(double share) {
        return share > 1 ? BAD : share >= NEAR ? DOUBTFUL : share > 0 ? GOOD : "";
    }

    private static double micros(MatchResult found, int group) {
        return number(found.group(group)) * (found.group(group + 1).equals("s") ? 1e6 : 1e3);
    }

    private static double number(String digits) {
        String plain = digits.replace(",", "");
        return plain.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(plain) : 0;
    }
}
