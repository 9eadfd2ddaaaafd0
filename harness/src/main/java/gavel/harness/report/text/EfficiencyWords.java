package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.result.efficiency.Efficiency;
import java.util.List;
import java.util.stream.Collectors;

/** Users for what a platform has, costs and takes, in words: pure. */
public final class EfficiencyWords {
    private EfficiencyWords() {}

    /** Users for one unit, with the interval. */
    public static String users(Efficiency each) {
        if (each.atLeast()) {
            return "at least " + figure(each.middle());
        }
        return String.format(ROOT, "%s (%s to %s)", figure(each.middle()), figure(each.lower()), figure(each.upper()));
    }

    /** Three digits. */
    public static String figure(double value) {
        return value >= 100 ? String.format(ROOT, "%,.0f", value) : String.format(ROOT, "%.3g", value);
    }

    /** The same as a sentence has it. */
    private static String ofUsers(Efficiency each) {
        return each.atLeast() ? users(each) + " users" : users(each).replaceFirst(" \\(", " users (");
    }

    /** Of a terminal, one for each. */
    public static List<String> lines(List<Efficiency> all) {
        return all.stream()
                .map(each -> String.format(
                        ROOT,
                        "Per %-7s %s, with %s %s: %s",
                        each.unit(),
                        ofUsers(each),
                        figure(each.amount()),
                        units(each),
                        each.covers()))
                .toList();
    }

    private static String units(Efficiency each) {
        return switch (each.unit()) {
            case "core", "watt" -> each.unit() + "s";
            default -> each.unit();
        };
    }

    /** Of the index; empty where there are none. */
    public static String brief(List<Efficiency> all) {
        return all.stream()
                .map(each -> "per " + each.unit() + " " + users(each).replace(",", ""))
                .collect(Collectors.joining("; "));
    }
}
