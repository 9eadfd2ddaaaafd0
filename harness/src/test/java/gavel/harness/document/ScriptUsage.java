package gavel.harness.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a script is called, by the comment at its head: {@code # bench/scale.sh [QUOTA …]   what it does}. Brackets are optional words, capitals
 * stand for any word, … repeats the last one.
 */
record ScriptUsage(String script, List<String> forms) {
    private static final Pattern TOKEN = Pattern.compile("\\[|\\]|…|\\||[A-Z][A-Z:,-]*(?![a-z])|[^\\s\\[\\]|…]+|\\s+");

    /** @param script its path within the project */
    static ScriptUsage of(String script) throws IOException {
        Pattern usage = Pattern.compile(
                "(?m)^#\\s*(?:[A-Z_]+=\\S+ |\\[[A-Z_]+=\\S+\\] )?" + Pattern.quote(script) + "\\b(.*?)(?:\\s{2,}.*)?$");
        Matcher matcher = usage.matcher(Files.readString(Page.ROOT.resolve(Path.of(script))));
        return new ScriptUsage(
                script,
                matcher.results()
                        .map(found -> found.group(1).strip())
                        .distinct()
                        .toList());
    }

    /** Whether a page may show this form, such as {@code [N]}. */
    boolean shows(String form) {
        return forms.contains(form);
    }

    boolean takes(List<String> arguments) {
        return forms.stream().anyMatch(form -> takes(form, arguments));
    }

    static boolean takes(String form, List<String> arguments) {
        String given = arguments.stream().map(argument -> argument + " ").reduce("", String::concat);
        return given.matches(pattern(form));
    }

    private static String pattern(String form) {
        StringBuilder pattern = new StringBuilder();
        String word = "";
        for (String token :
                TOKEN.matcher(form + " ").results().map(found -> found.group()).toList()) {
            if (token.equals("[")) {
                pattern.append("(?:");
            } else if (token.equals("]")) {
                pattern.append(word.isEmpty() ? "" : "(?:" + word + ") ").append(")?");
                word = "";
            } else if (token.equals("…")) {
                pattern.append(word.isEmpty() ? "" : "(?:" + word + ") ").append("(?:\\S+ )*");
                word = "";
            } else if (token.isBlank()) {
                pattern.append(word.isEmpty() ? "" : "(?:" + word + ") ");
                word = "";
            } else if (token.equals("|")) {
                word += "|";
            } else {
                word += token.matches("[A-Z][A-Z:,-]*") ? "\\S+" : Pattern.quote(token);
            }
        }
        return pattern.toString();
    }
}
