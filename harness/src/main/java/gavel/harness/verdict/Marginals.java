package gavel.harness.verdict;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules that were not broken without being surely kept, told apart by why: some came near their bound, and others had too few samples to
 * say.
 *
 * @param near what the rules say that came near their bound
 * @param suspicious what those say that had too few samples, and saw something late or failed among them
 * @param tooFew how many had too few samples, of so many {@code judged}
 */
public record Marginals(List<String> near, List<String> suspicious, int tooFew, int judged) {
    private static final Pattern LEADING_NUMBER = Pattern.compile("^\\s*([0-9][0-9.]*)");
    /** Their figure is a share of what was bad; that of others says nothing by itself. */
    private static final Set<String> SHARES = Set.of("response", "failures", "news");

    public Marginals {
        near = List.copyOf(near);
        suspicious = List.copyOf(suspicious);
    }

    public static Marginals of(List<RuleOutcome> rules) {
        List<RuleOutcome> few = with(rules, Status.TOO_FEW);
        return new Marginals(
                with(rules, Status.MARGINAL).stream().map(RuleOutcome::message).toList(),
                few.stream()
                        .filter(rule -> SHARES.contains(rule.rule()) && sawSomething(rule.actual()))
                        .map(RuleOutcome::message)
                        .toList(),
                few.size(),
                rules.size() - with(rules, Status.INFO).size());
    }

    private static List<RuleOutcome> with(List<RuleOutcome> rules, Status status) {
        return rules.stream().filter(rule -> rule.status() == status).toList();
    }

    private static boolean sawSomething(String actual) {
        Matcher number = LEADING_NUMBER.matcher(actual);
        return number.find() && number.group(1).chars().anyMatch(c -> c >= '1' && c <= '9');
    }

    /** How many had too few samples, as a sentence; empty when none had. */
    public String tooFewSentence() {
        return tooFew == 0 ? "" : few() + ".";
    }

    /** What of it belongs into a headline: how many came near, and how many cannot be told. */
    String headline() {
        if (tooFew == 0) {
            return near.isEmpty() ? "Every rule was kept." : "Every rule was kept, but " + close() + ".";
        }
        List<String> but = new ArrayList<>();
        if (!near.isEmpty()) {
            but.add(close());
        }
        but.add(few());
        return "No rule was broken, but " + String.join(" and ", but) + ".";
    }

    private String close() {
        return near.size() == 1 ? "1 came near its bound" : near.size() + " came near their bounds";
    }

    private String few() {
        return tooFew + " of " + judged + " had too few samples to say";
    }
}
