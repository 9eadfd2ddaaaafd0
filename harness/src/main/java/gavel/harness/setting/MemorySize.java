package gavel.harness.setting;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of memory, written as {@code 512m} or {@code 2g}: never without a unit, as 512 would be bytes to one and MiB to another. */
public record MemorySize(long bytes) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(?:([kmgt])(?:i?b)?|b)");
    private static final String UNITS = "kmgt";
    private static final long MOST = 1L << 50;

    public MemorySize {
        if (bytes <= 0) {
            throw new IllegalArgumentException("memory must be > 0: " + bytes);
        }
    }

    public static MemorySize parse(String text) {
        Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("an amount of memory with its unit, such as 512m or 2g");
        }
        int power = matcher.group(2) == null ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
        long amount = Long.parseLong(matcher.group(1));
        if (amount == 0 || amount > MOST >> (10 * power)) {
            throw new IllegalArgumentException("more than nothing and at most 1024t");
        }
        return new MemorySize(amount << (10 * power));
    }

    public static MemorySize ofMebibytes(long mebibytes) {
        return new MemorySize(mebibytes << 20);
    }

    public long mebibytes() {
        return bytes >> 20;
    }

    @Override
    public String toString() {
        return bytes % (1L << 30) == 0
                ? (bytes >> 30) + "g"
                : bytes % (1L << 20) == 0
                        ? (bytes >> 20) + "m"
                        : bytes % (1L << 10) == 0 ? (bytes >> 10) + "k" : bytes + "b";
    }
}
