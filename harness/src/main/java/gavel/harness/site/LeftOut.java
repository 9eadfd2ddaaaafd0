package gavel.harness.site;

/** Something that was named, or stood where results are, and is not on the site. */
public record LeftOut(String what, String why) {
    private static final int LONGEST = 240;

    /** @param why its first line counts */
    static LeftOut of(Object what, String why) {
        return new LeftOut(shortened(what.toString()), shortened(why == null ? "no reason is known" : why));
    }

    private static String shortened(String text) {
        String line = text.lines().findFirst().orElse("").strip();
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
