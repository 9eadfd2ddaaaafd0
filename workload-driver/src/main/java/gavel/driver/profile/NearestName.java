package gavel.driver.profile;

import java.util.Collection;
import java.util.Locale;

/** Finds the valid name somebody probably meant. */
final class NearestName {
    private NearestName() {}

    /** Words for the end of a sentence: the nearest name if it is near, else every valid one. */
    static String suggestion(String written, Collection<String> valid) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : valid) {
            int distance = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        return nearest != null && least <= Math.max(2, written.length() / 3)
                ? "did you mean " + nearest + "?"
                : "valid are " + String.join(", ", valid);
    }

    /** Levenshtein's distance, two rows at a time. */
    static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[to.length()];
    }
}
