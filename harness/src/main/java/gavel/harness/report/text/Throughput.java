package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.result.Figures;

/** What a load did, in words: operations of people and their pages, and requests held by design beside them. Pure. */
public final class Throughput {
    private Throughput() {}

    public static String sentence(Figures figures) {
        return String.format(
                ROOT,
                "%s, %.1f a second (%s)%s.",
                Words.plural(figures.succeeded(), "operation"),
                figures.operationsPerSecond(),
                share(figures),
                figures.held() == 0 ? "" : "; " + held(figures) + " beside them");
    }

    /** What made them; pages make none where all they do is to hold requests. */
    public static String share(Figures figures) {
        String people = Words.decimal(figures.foregroundPerSecond(), 1);
        return people.equals(Words.decimal(figures.operationsPerSecond(), 1))
                ? "all by people"
                : people + " by people, the rest by their pages";
    }

    /** The requests that are no operations. */
    public static String held(Figures figures) {
        return Words.plural(figures.held(), "held request");
    }
}
