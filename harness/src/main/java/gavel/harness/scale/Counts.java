package gavel.harness.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of application servers as people write them: {@code 1..6}, {@code 1,2,4} or {@code 1..4,8}. Pure. */
public final class Counts {
    private static final Pattern PART = Pattern.compile("(\\d{1,3})(?:\\.\\.(\\d{1,3}))?");
    private static final int MOST = 64;

    private Counts() {}

    /**
     * In ascending order, each once.
     *
     * @throws IllegalArgumentException when it is not of that form, or fewer than two
     */
    public static List<Integer> parse(String text) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("numbers of servers such as 1..6 or 1,2,4: " + text);
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first < 1 || last < first || last > MOST) {
                throw new IllegalArgumentException("each number must be 1.." + MOST + ", ranges ascending: " + part);
            }
            for (int count = first; count <= last; count++) {
                counts.add(count);
            }
        }
        if (counts.size() < 2) {
            throw new IllegalArgumentException("a curve needs at least two numbers of servers: " + text);
        }
        return List.copyOf(counts);
    }

    /** Whether that is more than one number, well formed or not. */
    public static boolean several(String text) {
        return text != null && (text.contains(",") || text.contains(".."));
    }

    /** An order that does not let a slow change of the machine look like scaling. */
    public static List<Integer> shuffled(List<Integer> counts, long seed) {
        List<Integer> order = new ArrayList<>(counts);
        Collections.shuffle(order, new Random(seed));
        return List.copyOf(order);
    }
}
