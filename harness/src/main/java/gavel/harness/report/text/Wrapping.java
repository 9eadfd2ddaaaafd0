package gavel.harness.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breaks lines between words, so that a terminal does not break within them. What follows a label or stands in the last column of a table
 * goes on below itself; a row of many columns is broken between its cells. A word that is longer than its room begins farther to the left,
 * and one that is longer than a line, such as a path, stays whole. Pure.
 */
public final class Wrapping {
    private static final Pattern GAP = Pattern.compile("(?<=\\S) {2,}(?=\\S)");
    private static final double WIDEST_INDENT = 0.6;
    private static final int STEP = 2;
    /** Gaps of a row whose cells say nothing when they are torn. */
    private static final int ROW = 5;

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
        if (columns > 0 && text.length() > columns) {
            List<String> cells = List.of(GAP.split(text.strip()));
            if (cells.size() > ROW && cells.stream().allMatch(cell -> cell.length() + 2 * STEP <= columns)) {
                row(cells, Math.min(leading(text), STEP), columns, lines);
                return;
            }
        }
        String indent = " ".repeat(columns <= 0 ? 0 : indent(text, columns));
        // What begins far to the right, on a narrow terminal, is moved to the left: else nothing of it ever fits.
        String rest = columns > 0 && leading(text) > indent.length() ? indent + text.stripLeading() : text;
        while (columns > 0 && rest.length() > columns) {
            int cut = rest.lastIndexOf(' ', columns);
            int left = cut < leading(rest) ? columns - firstWord(rest) : 0;
            if (left >= STEP) {
                indent = " ".repeat(Math.min(left, indent.length()));
                rest = " ".repeat(left) + rest.stripLeading();
                continue;
            }
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

    private static void row(List<String> cells, int indent, int columns, List<String> lines) {
        String begin = " ".repeat(indent);
        StringBuilder row = new StringBuilder();
        for (String cell : cells) {
            if (!row.isEmpty() && begin.length() + row.length() + STEP + cell.length() > columns) {
                lines.add(begin + row);
                begin = " ".repeat(2 * STEP);
                row.setLength(0);
            }
            row.append(row.isEmpty() ? "" : " ".repeat(STEP)).append(cell);
        }
        lines.add(begin + row);
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

    private static int firstWord(String line) {
        String text = line.stripLeading();
        int end = text.indexOf(' ');
        return end < 0 ? text.length() : end;
    }

    private static int leading(String line) {
        return line.length() - line.stripLeading().length();
    }

    /** The same place for whole texts, wrapped. */
    public static PrintWriter wrapped(PrintWriter out, int columns) {
        return new PrintWriter(out, true) {
            @Override
            public void print(String text) {
                super.print(String.join(System.lineSeparator(), lines(String.valueOf(text), columns)));
            }

            /** As picocli prints its help. */
            @Override
            public void print(Object text) {
                print(String.valueOf(text));
            }

            @Override
            public void println(String text) {
                print(text);
                println();
            }
        };
    }
}
