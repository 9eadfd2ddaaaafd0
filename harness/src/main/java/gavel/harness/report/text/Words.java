package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.result.Tail;

/** Numbers and texts as people read them; all text from outside goes through {@link #escape} before it is HTML. */
public final class Words {
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
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** Microseconds as milliseconds or seconds with three digits; a dash for a negative value (no sample). */
    public static String latency(long micros) {
        if (micros < 0) {
            return "–";
        }
        double millis = micros / 1000.0;
        if (millis >= 1000) {
            return String.format(ROOT, millis >= 10_000 ? "%.1f s" : "%.2f s", millis / 1000);
        }
        return String.format(ROOT, millis >= 100 ? "%.0f ms" : millis >= 10 ? "%.1f ms" : "%.2f ms", millis);
    }

    /** Named by what it is. */
    public static String tail(Tail tail) {
        return tail.sampled() ? tail.name() + " " + latency(tail.micros()) : "–";
    }

    public static String limit(long millis) {
        return millis % 1000 == 0 ? millis / 1000 + " s" : String.format(ROOT, "%.1f s", millis / 1000.0);
    }

    public static String count(long value) {
        return String.format(ROOT, "%,d", value);
    }

    /** Simulated users; of a few, where one is some percent, with a decimal. */
    public static String users(double value) {
        return decimal(value, value < 100 ? 1 : 0);
    }

    /** A share with as many digits as its size needs. */
    public static String percent(double share) {
        double percent = 100 * share;
        return String.format(
                ROOT, percent == 0 || percent >= 10 ? "%.0f %%" : percent >= 0.1 ? "%.1f %%" : "%.2f %%", percent);
    }

    public static String bytes(long bytes) {
        double mib = bytes / 1024.0 / 1024.0;
        if (mib >= 1024) {
            return String.format(ROOT, "%.1f GiB", mib / 1024);
        }
        return mib >= 10 ? String.format(ROOT, "%.0f MiB", mib) : String.format(ROOT, "%.1f MiB", mib);
    }

    public static String decimal(double value, int digits) {
        return String.format(ROOT, "%,." + digits + "f", value);
    }

    /** Seconds, or minutes from two on. */
    public static String time(double seconds) {
        return seconds < 120 ? String.format(ROOT, "%.0f s", seconds) : String.format(ROOT, "%.1f min", seconds / 60);
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
