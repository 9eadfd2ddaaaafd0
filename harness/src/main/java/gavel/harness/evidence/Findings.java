package gavel.harness.evidence;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What an examination of results found, and how much it looked at. One thread. */
public final class Findings {
    /** What a finding says of a result, the gravest first. */
    public enum Kind {
        /** Two things in it do not go together: at least one was changed, or was wrong from the beginning. */
        CONTRADICTION,
        /** Something is not there that belongs to it. */
        MISSING,
        /** These files do not tell it, or this version cannot. */
        UNKNOWN
    }

    /** @param where result and file, relative to what is examined; empty for the whole */
    public record Finding(Kind kind, String where, String what) {
        public String text() {
            return where.isEmpty() ? what : where + ": " + what;
        }
    }

    /** A set, as a result that was made to be examined for long has each of its findings many times. */
    private final Set<Finding> found = new LinkedHashSet<>();

    private String result = "";
    private long checks;

    /** What comes from now on is about the result there. */
    public void at(String directory) {
        result = directory;
    }

    /** @param contradiction what is said where it does not hold */
    void that(boolean holds, String where, String contradiction) {
        checks++;
        if (!holds) {
            contradiction(where, contradiction);
        }
    }

    /** Two values that must be the same. */
    void same(Object said, Object recomputed, String where, String what) {
        that(
                Objects.equals(said, recomputed),
                where,
                what + " must be " + shortened(recomputed) + ": " + shortened(said));
    }

    /** Within rounding. */
    void same(double said, double recomputed, double tolerance, String where, String what) {
        that(
                Math.abs(said - recomputed) <= tolerance,
                where,
                what + " must be " + plain(recomputed) + ": " + plain(said));
    }

    public void contradiction(String where, String what) {
        add(Kind.CONTRADICTION, where, what);
    }

    public void missing(String where, String what) {
        add(Kind.MISSING, where, what);
    }

    public void unknown(String where, String what) {
        add(Kind.UNKNOWN, where, what);
    }

    private void add(Kind kind, String where, String what) {
        String place = result.isEmpty() || where.isEmpty() ? result + where : result + "/" + where;
        found.add(new Finding(kind, oneLine(place), oneLine(what)));
    }

    /** So that no value of a result can look like a line of what was found. */
    private static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }

    public List<Finding> all() {
        return List.copyOf(found);
    }

    public List<Finding> of(Kind kind) {
        return found.stream().filter(finding -> finding.kind() == kind).toList();
    }

    /** How many figures were held against others. */
    public long checks() {
        return checks;
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String shortened(Object value) {
        String text = String.valueOf(value);
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
