package gavel.driver.qos;

import java.math.BigDecimal;
import java.util.Locale;

/** Figures as the rules' sentences show them. */
final class Words {
    private Words() {}

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** A share that was set, without decimals it does not have. */
    static String limit(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** "1 session", "2 sessions". */
    static String plural(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    static String number(double value) {
        return String.format(Locale.ROOT, value == 0 ? "%.0f" : Math.abs(value) < 1 ? "%.4f" : "%.1f", value);
    }

    static String share(ShareEstimate estimate) {
        return percent(estimate.share()) + " of " + count(estimate.starts());
    }

    /** Each of the two is a one-sided bound; the range between them holds with less. */
    static String bounds(ShareEstimate estimate) {
        return String.format(
                Locale.ROOT,
                "%.2f to %.2f %%, each end with 95 %% confidence",
                100 * estimate.lower(),
                100 * estimate.upper());
    }
}
