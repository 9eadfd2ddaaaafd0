package gavel.harness.result.efficiency;

/**
 * Users that the platform carries for each unit of something that it has or takes.
 *
 * @param unit core, GiB, watt, or a currency and hour, such as {@code EUR/h}
 * @param amount of units
 * @param lower end of the 90 % interval of users for a unit
 * @param middle users for a unit
 * @param upper end of the 90 % interval; all three are the same where the platform carries at least so many
 * @param covers what part of the platform the units are of
 */
public record Efficiency(String unit, double amount, double lower, double middle, double upper, String covers) {
    /** Of a run that held: the platform may carry more. */
    public boolean atLeast() {
        return lower == upper;
    }
}
