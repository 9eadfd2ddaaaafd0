package gavel.harness.document;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A part of a page that is made from the program, and how its tables are written. */
record Reference(String page, String text) {
    private static final String BEGIN = "<!-- made from the program: -Dgavel.update=true writes it -->\n";
    private static final String END = "<!-- end -->\n";

    /** The page with this part in the place of the one that is there. */
    String within(String old) {
        int begin = old.indexOf(BEGIN);
        int end = old.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException(page + " has no place for what is made from the program: " + BEGIN + END);
        }
        return old.substring(0, begin) + BEGIN + "\n" + text + "\n" + old.substring(end);
    }

    static String table(List<String> head, List<List<String>> rows) {
        return line(head)
                + line(head.stream().map(_ -> "---").toList())
                        .replace("| -", "|-")
                        .replace("- |", "-|")
                + rows.stream().map(Reference::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.replace("|", "\\|").replaceAll("\\s+", " ").strip())
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    /** The meaning of a field, which in comments goes on after its name: "users", "of the load" becomes "users of the load". */
    static String headed(String name, String meaning) {
        return meaning.matches("(of|that) .*")
                ? name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("\\bcpu\\b", "CPU") + " " + meaning
                : meaning;
    }
}
