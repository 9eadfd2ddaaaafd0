package gavel.driver.api.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant: smallest edit distance (Levenshtein), at most a third of the word's length. */
public final class Nearest {
    private Nearest() {}

    public static Optional<String> to(String word, Collection<String> choices) {
        int allowed = Math.max(2, word.length() / 3);
        return choices.stream()
                .filter(choice -> distance(word, choice) <= allowed)
                .min(Comparator.comparingInt(choice -> distance(word, choice)));
    }

    /** "; did you mean 'x'?", or the choices when nothing is near. */
    public static String hint(String word, Collection<String> choices) {
        return to(word, choices)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("; known: " + String.join(", ", choices));
    }

    static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
