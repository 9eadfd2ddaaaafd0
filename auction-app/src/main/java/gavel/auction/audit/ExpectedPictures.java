package gavel.auction.audit;

import gavel.auction.image.ImageSize;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The keys of pictures that must be stored. Those of a loaded set are numbers, {@code ITEM-POSITION:SIZE}, and take a bit each; uploads
 * have a suffix and are kept as they are.
 */
final class ExpectedPictures {
    private static final int POSITIONS = 8;
    private static final ImageSize[] SIZES = ImageSize.values();
    private static final long MOST = Integer.MAX_VALUE / (POSITIONS * SIZES.length);

    private final BitSet numbered = new BitSet();
    private final Set<String> others = new HashSet<>();

    void add(String key) {
        int number = numberOf(key);
        if (number >= 0) {
            numbered.set(number);
        } else {
            others.add(key);
        }
    }

    /** Whether it was expected, and only once. */
    boolean remove(String key) {
        int number = numberOf(key);
        if (number < 0) {
            return others.remove(key);
        }
        boolean expected = numbered.get(number);
        numbered.clear(number);
        return expected;
    }

    /** Those that were not removed. */
    void each(Consumer<String> consumer) {
        numbered.stream().mapToObj(ExpectedPictures::key).forEach(consumer);
        others.forEach(consumer);
    }

    /** Negative for a key that is not of the form. */
    private static int numberOf(String key) {
        int colon = key.indexOf(':');
        int dash = key.indexOf('-');
        if (dash < 1 || dash > 9 || colon != dash + 2) {
            return -1;
        }
        long item = 0;
        for (int i = 0; i < dash; i++) {
            int digit = key.charAt(i) - '0';
            if (digit < 0 || digit > 9 || i == 0 && digit == 0) {
                return -1;
            }
            item = 10 * item + digit;
        }
        int position = key.charAt(dash + 1) - '1';
        if (item > MOST || position < 0 || position >= POSITIONS) {
            return -1;
        }
        String name = key.substring(colon + 1);
        for (ImageSize size : SIZES) {
            if (size.key().equals(name)) {
                return (int) ((item - 1) * POSITIONS + position) * SIZES.length + size.ordinal();
            }
        }
        return -1;
    }

    private static String key(int number) {
        int picture = number / SIZES.length;
        return (picture / POSITIONS + 1) + "-" + (picture % POSITIONS + 1) + ":" + SIZES[number % SIZES.length].key();
    }
}
