package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.driver.api.text.DurationWords;
import gavel.harness.peak.Peak;
import gavel.harness.result.Tail;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Numbers and texts as people read them; all text from outside goes through {@link #escape} before it is HTML. */
public final class Words {
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm:ss", ROOT);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm", ROOT);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", ROOT);

    private static final char UNKNOWN_LETTER = 0xfffd;

    private Words() {}

    public static String escape(String text) {
        if (text == null) {
            return "";
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(control(c) ? UNKNOWN_LETTER : c);
            }
        }
        return out.toString();
    }

    /** The same without letters by which a foreign text could look like what Gavel says; several lines stay several. */
    public static String plain(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(control(c) ? UNKNOWN_LETTER : c);
        }
        return out.toString();
    }

    /** Of a terminal, or of the direction of writing (Unicode, UAX #9). */
    private static boolean control(char c) {
        return c < ' ' && c != '\n' && c != '\t'
                || c >= 0x7f && c <= 0x9f
                || c == 0x061c
                || c == 0x200e
                || c == 0x200f
                || c >= 0x202a && c <= 0x202e
                || c >= 0x2066 && c <= 0x2069;
    }

    /** Microseconds as milliseconds or seconds with three digits; a dash for a negative value (no sample). */
    public static String latency(long micros) {
        if (micros < 0) {
            return "–";
        }
        // By what is left after rounding: 999.6 ms are 1.00 s, not 1000 ms.
        if (micros >= 999_500) {
            return String.format(ROOT, micros >= 9_995_000 ? "%.1f s" : "%.2f s", micros / 1e6);
        }
        return String.format(
                ROOT, micros >= 99_950 ? "%.0f ms" : micros >= 9_995 ? "%.1f ms" : "%.2f ms", micros / 1e3);
    }

    /** Named by what it is. */
    public static String tail(Tail tail) {
        return tail.sampled() ? tail.name() + " " + latency(tail.micros()) : "–";
    }

    /** As it was set, however short: a limit of 250 ms is not one of 0.3 s. */
    public static String limit(long millis) {
        return DurationWords.seconds(millis);
    }

    /** A text behind what parts it from the one before; nothing where there is none. */
    public static String after(String separator, String text) {
        return text.isEmpty() ? "" : separator + text;
    }

    public static String count(long value) {
        return String.format(ROOT, "%,d", value);
    }

    /** Simulated users; of a few, where one is some percent, with a decimal. */
    public static String users(double value) {
        return decimal(value, value < Peak.FEW ? 1 : 0);
    }

    /** The ends of a peak's 90 % interval, in users. */
    public static String interval(Peak peak) {
        return users(peak.lower()) + " to " + users(peak.upper());
    }

    /** A share with as many digits as its size needs. */
    public static String percent(double share) {
        double percent = 100 * share;
        return String.format(
                ROOT,
                percent == 0 || Math.abs(percent) >= 9.95
                        ? "%.0f %%"
                        : Math.abs(percent) >= 0.095 ? "%.1f %%" : "%.2f %%",
                percent);
    }

    public static String bytes(long bytes) {
        double mib = bytes / 1024.0 / 1024.0;
        if (mib >= 1023.5) {
            return String.format(ROOT, "%.1f GiB", mib / 1024);
        }
        return mib >= 9.95 ? String.format(ROOT, "%.0f MiB", mib) : String.format(ROOT, "%.1f MiB", mib);
    }

    public static String decimal(double value, int digits) {
        String text = String.format(ROOT, "%,." + digits + "f", value);
        // What rounds to nothing has no sign.
        return text.matches("-[0.]+") ? text.substring(1) : text;
    }

    /** With the full stop that it may have already, such as the reason of a verdict. */
    public static String ended(String sentence) {
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }

    /** Seconds, minutes from two on, hours from one on. */
    public static String time(double seconds) {
        if (seconds < 119.5) {
            return String.format(ROOT, "%.0f s", seconds);
        }
        long minutes = Math.round(seconds / 60);
        return minutes < 60
                ? String.format(ROOT, "%.1f min", seconds / 60)
                : minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }

    /** With its zone. */
    public static String when(Instant at) {
        return SECOND.format(at.atOffset(ZoneOffset.UTC)) + " UTC";
    }

    /** To the minute, in UTC. */
    public static String minute(Instant at) {
        return MINUTE.format(at.atOffset(ZoneOffset.UTC));
    }

    /** From one moment to another; the day stands there once where it is the same. */
    public static String span(Instant from, Instant to) {
        OffsetDateTime begin = from.atOffset(ZoneOffset.UTC);
        OffsetDateTime end = to.atOffset(ZoneOffset.UTC);
        boolean oneDay = begin.toLocalDate().equals(end.toLocalDate());
        return MINUTE.format(begin) + " to " + (oneDay ? CLOCK : MINUTE).format(end) + " UTC";
    }

    /** "1 node", "2 nodes". */
    public static String plural(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /** Splits {@code appServers} into "app servers", for people. */
    public static String spaced(String camelCase) {
        return camelCase.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(ROOT);
    }
}
