package gavel.harness.config.costs;

import gavel.harness.setting.Rules;

/**
 * So many machines or services of one price.
 *
 * @param type its name at the seller, or what it is
 * @param count number of them; null: one
 * @param perHour price of one, in the currency of the costs
 */
public record InstancePrice(String type, Integer count, Double perHour) {
    public InstancePrice {
        new Rules()
                .that(type != null && !type.isBlank(), "type", "must name what has this price", type)
                .that(count == null || count >= 1, "count", "must be >= 1", count)
                .that(
                        perHour != null && perHour >= 0 && perHour <= 1e9,
                        "perHour",
                        "must be a price >= 0 and <= 1e9",
                        perHour)
                .check();
    }

    double total() {
        return perHour * (count == null ? 1 : count);
    }

    String text() {
        return (count == null ? 1 : count) + " × " + type;
    }
}
