package gavel.driver.qos;

import java.util.Locale;

/** Figures as the rules' sentences show them. */
final class Words {
    private Words() {}

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 1 ? "%.4f" : "%.1f", value);
    }

    static String share(ShareEstimate estimate) {
        return percent(estimate.share()) + " of " + estimate.starts();
    }

    static String bounds(ShareEstimate estimate) {
        return "known to lie within " + percent(estimate.lower()) + ".." + percent(estimate.upper());
    }
}
