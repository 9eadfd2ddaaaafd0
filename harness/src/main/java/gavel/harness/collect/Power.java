package gavel.harness.collect;

/**
 * Electric power over a measurement.
 *
 * @param watts mean; 0 where it was not measured
 * @param source what was read, and so what part of the machine it covers; empty where nothing was
 */
public record Power(double watts, String source) {
    public static final Power NONE = new Power(0, "");

    public boolean known() {
        return watts > 0;
    }
}
