package gavel.harness.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breaks lines between words, so that a terminal does not break within them. What follows a label or stands in the last column of a table
 * goes on below itself. A word that is longer than its room, such as a path, stays whole. Pure.
 */
public final class Wrapping {
    private static final Pattern GAP = Pattern.compile("(?<=\\S) {2,}(?=\\S)");
    private static final double WIDEST_INDENT = 0.6;
    private static final int STEP = 2;

    private Wrapping() {}

    /** @param columns of the terminal; 0 where there is none, then a line stays a line */
    public static List<String> lines(String text, int columns) {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\\R", -1)) {
            wrap(line, columns, lines);
        }
        return lines;
    }

    private static void wrap(String line, int columns, List<String> lines) {
        String text = line.stripTrailing();
        String indent = " ".repeat(columns <= 0 ? 0 : indent(text, columns));
        // What begins far to the right, on a narrow terminal, is moved to the left: else nothing of it ever fits.
        String rest = columns > 0 && leading(text) > indent.length() ? indent + text.stripLeading() : text;
        while (columns > 0 && rest.length() > columns) {
            int cut = rest.lastIndexOf(' ', columns);
            if (cut <= indent.length()) {
                cut = rest.indexOf(' ', columns);
            }
            if (cut < 0) {
                break;
            }
            lines.add(rest.substring(0, cut).stripTrailing());
            rest = indent + rest.substring(cut).stripLeading();
        }
        lines.add(rest);
    }

    /** Where the last column begins, if that leaves room enough; else a little to the right of the line's own beginning. */
    private static int indent(String line, int columns) {
        int indent = (int) Math.min(leading(line) + STEP, WIDEST_INDENT * columns);
        Matcher gap = GAP.matcher(line);
        while (gap.find() && gap.end() <= WIDEST_INDENT * columns) {
            indent = gap.end();
        }
        return indent;
    }

    private static int leading(String line) {
        return line.length() - line.stripLeading().length();
    }

    /** The same place for whole lines, wrapped. */
    public static PrintWriter wrapped(PrintWriter out, int columns) {
        return new PrintWriter(out, true) {
            @Override
            public void println(String text) {
                lines(String.valueOf(text), columns).forEach(super::println);
            }
        };
    }
}
