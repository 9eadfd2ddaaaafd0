package gavel.auction.website;

import java.util.regex.Pattern;

/**
 * A file of the site without what only its readers need: comments, indentation and blanks. Lines stay, so a statement still ends where it did;
 * texts, templates and regular expressions stay as they are.
 */
final class Squeezed {
    private static final Pattern CSS_COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
    private static final Pattern CSS_BLANKS = Pattern.compile("\\s*([{};,>])\\s*|(?<=:)\\s+|\\s+(?=!)");
    private static final Pattern INDENTATION = Pattern.compile("\\s*\\n\\s*");

    /** No blank is needed beside these. Not so beside + and -, of which two would become one. */
    private static final String ALONE = "(){}[],;:=<>*&|?!";

    /** Behind these begins an operand, so a slash there begins a regular expression. */
    private static final String BEFORE_OPERAND = "(,=:[!&|?{};>\n";

    private final String text;
    private final StringBuilder out;
    private int at;

    private Squeezed(String text) {
        this.text = text;
        this.out = new StringBuilder(text.length());
    }

    static String css(String text) {
        return CSS_BLANKS
                .matcher(CSS_COMMENT.matcher(text).replaceAll(""))
                .replaceAll("$1")
                .strip();
    }

    static String script(String text) {
        Squeezed squeezed = new Squeezed(text);
        squeezed.code();
        return INDENTATION.matcher(squeezed.out).replaceAll("\n").strip() + "\n";
    }

    private void code() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (text.startsWith("//", at)) {
                int line = text.indexOf('\n', at);
                at = line < 0 ? text.length() : line;
            } else if (text.startsWith("/*", at)) {
                at = endOfComment();
            } else if (c == '"' || c == '\'') {
                keep(quoted(at));
            } else if (c == '`') {
                keep(template(at));
            } else if (c == '/' && BEFORE_OPERAND.indexOf(lastOf(out)) >= 0) {
                keep(expression(at));
            } else if (c == ' ') {
                at++;
                if (ALONE.indexOf(lastOf(out)) < 0 && at < text.length() && ALONE.indexOf(text.charAt(at)) < 0) {
                    out.append(' ');
                }
            } else {
                keep(at + 1);
            }
        }
    }

    private void keep(int to) {
        out.append(text, at, to);
        at = to;
    }

    private int endOfComment() {
        int found = text.indexOf("*/", at);
        if (found < 0) {
            throw new IllegalStateException("what begins here does not end: " + text.substring(at));
        }
        return found + 2;
    }

    /** Behind a text in quotes that begins at {@code from}. */
    private int quoted(int from) {
        int i = from + 1;
        while (text.charAt(i) != text.charAt(from)) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /** Behind a template, in which there may be code, in which there may be templates. */
    private int template(int from) {
        int i = from + 1;
        while (text.charAt(i) != '`') {
            if (text.charAt(i) == '\\') {
                i += 2;
            } else if (text.startsWith("${", i)) {
                i = braces(i + 2);
            } else {
                i++;
            }
        }
        return i + 1;
    }

    private int braces(int from) {
        int i = from;
        while (text.charAt(i) != '}') {
            switch (text.charAt(i)) {
                case '"', '\'' -> i = quoted(i);
                case '`' -> i = template(i);
                case '{' -> i = braces(i + 1);
                default -> i++;
            }
        }
        return i + 1;
    }

    /** Behind a regular expression; a slash within a class of characters does not end it. */
    private int expression(int from) {
        int i = from + 1;
        boolean inClass = false;
        while (inClass || text.charAt(i) != '/') {
            switch (text.charAt(i)) {
                case '\\' -> i++;
                case '[' -> inClass = true;
                case ']' -> inClass = false;
                default -> {}
            }
            i++;
        }
        return i + 1;
    }

    private static char lastOf(CharSequence written) {
        int i = written.length() - 1;
        while (i >= 0 && written.charAt(i) == ' ') {
            i--;
        }
        return i < 0 ? '\n' : written.charAt(i);
    }
}
