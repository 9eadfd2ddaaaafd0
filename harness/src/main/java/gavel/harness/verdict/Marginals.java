package gavel.harness.verdict;

import gavel.driver.api.RuleOutcome;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules that were kept without being sure of it, told apart by why: some came near their bound, others only had too few samples for
 * an answer. The measured figure says which: it is nothing at all where there were too few samples.
 *
 * @param near what the rules say that saw something bad
 * @param unsure how many saw nothing bad in too few samples
 */
public record Marginals(List<String> near, int unsure) {
    private static final Pattern LEADING_NUMBER = Pattern.compile("^\\s*([0-9][0-9.]*)");

    public Marginals {
        near = List.copyOf(near);
    }

    public static Marginals of(List<RuleOutcome> rules) {
        List<RuleOutcome> marginal = rules.stream()
                .filter(rule -> rule.status() == RuleOutcome.Status.MARGINAL)
                .toList();
        List<String> near = marginal.stream()
                .filter(rule -> !nothing(rule.actual()))
                .map(RuleOutcome::message)
                .toList();
        return new Marginals(near, marginal.size() - near.size());
    }

    /** A figure that does not begin with a number is taken for something bad: it is shown rather than hidden. */
    private static boolean nothing(String actual) {
        Matcher number = LEADING_NUMBER.matcher(actual);
        return number.find() && number.group(1).chars().allMatch(c -> c == '0' || c == '.');
    }

    /** How many were unsure, as a sentence; empty when none was. */
    public String unsureSentence() {
        if (unsure == 0) {
            return "";
        }
        String more = near.isEmpty() ? "" : "more ";
        return unsure == 1
                ? "1 " + more + "rule was kept with too few samples to be sure."
                : unsure + " " + more + "rules were kept with too few samples to be sure.";
    }

    /** What of it belongs into a headline: how many came near, and how many were unsure. */
    String headline() {
        if (near.isEmpty() && unsure == 0) {
            return "Every rule was kept.";
        }
        String marginally = near.isEmpty() ? "" : (near.size() == 1 ? "one" : near.size()) + " of them marginally";
        String few = unsure == 0
                ? ""
                : (unsure == 1 ? "one" : unsure) + (near.isEmpty() ? " of them" : "")
                        + " with too few samples to be sure";
        return "Every rule was kept, " + marginally + (near.isEmpty() || unsure == 0 ? "" : ", ") + few + ".";
    }
}
