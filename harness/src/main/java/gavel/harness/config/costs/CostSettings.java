package gavel.harness.config.costs;

import gavel.harness.result.efficiency.Price;
import gavel.harness.setting.Rules;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the platform costs, for figures that are worth money: users for a unit of it and an hour, users for a watt.
 *
 * @param currency of all prices, such as EUR; null where there are none
 * @param date of the prices, such as 2026-11-01; null likewise
 * @param perHour of the whole; null where {@code instances} say it, or nothing does
 * @param instances priced one by one
 * @param covers what part of the platform the prices are for, in words; null for what the instances are
 * @param meter program that prints the watts drawn now as a number; null where the processor's own counters are read
 */
public record CostSettings(
        String currency, String date, Double perHour, List<InstancePrice> instances, String covers, String meter) {
    private static final int LONGEST = 200;

    public CostSettings {
        // While it is read, null stands for one that could not be.
        instances = Collections.unmodifiableList(new ArrayList<>(instances));
        boolean priced = perHour != null || !instances.isEmpty();
        new Rules()
                .that(
                        perHour == null || perHour > 0 && perHour <= 1e9,
                        "perHour",
                        "must be a price > 0 and <= 1e9",
                        perHour)
                .onlyWhere(
                        instances.isEmpty(),
                        "perHour",
                        perHour,
                        "is for the whole, and instances have prices of their own: say one of them")
                .that(
                        !priced || currency != null && currency.matches("[A-Z]{3}"),
                        "currency",
                        "must be three letters, such as EUR, where there are prices",
                        currency)
                .that(!priced || isDate(date), "date", "must be the day of the prices, such as 2026-11-01", date)
                .that(
                        covers == null || !covers.isBlank() && covers.length() <= LONGEST,
                        "covers",
                        "must be 1 to " + LONGEST + " characters",
                        covers)
                .that(meter == null || meter.startsWith("/"), "meter", "must be the absolute path of a program", meter)
                .check();
    }

    private static boolean isDate(String text) {
        try {
            return text != null && LocalDate.parse(text) != null;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    /** Of everything that is priced. */
    public Price price() {
        double total = perHour != null
                ? perHour
                : instances.stream().mapToDouble(InstancePrice::total).sum();
        String what = covers != null
                ? covers
                : instances.isEmpty()
                        ? "the whole, as configured"
                        : instances.stream().map(InstancePrice::text).collect(Collectors.joining(", "));
        return total > 0 ? new Price(total, currency, what + "; prices of " + date) : Price.NONE;
    }
}
