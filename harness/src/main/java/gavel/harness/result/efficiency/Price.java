package gavel.harness.result.efficiency;

/**
 * What a platform costs.
 *
 * @param perHour 0 where not given
 * @param covers what part of it that is, with the day of the prices
 */
public record Price(double perHour, String currency, String covers) {
    public static final Price NONE = new Price(0, "", "");
}
