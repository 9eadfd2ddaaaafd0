package gavel.driver.profile;

/**
 * One stream of random numbers: a Weyl sequence through a mixing function, as in Steele, Lea and Flood, "Fast splittable pseudorandom
 * number generators" (OOPSLA 2014). Eight bytes of state, so a user can own one for each kind of decision. Not thread-safe.
 */
public final class Draws {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    private Draws(long state) {
        this.state = state;
    }

    /** The stream of a purpose: the same numbers for the same seed, owner and purpose, independent of every other stream. */
    public static Draws of(long seed, long owner, long purpose) {
        return new Draws(mix(mix(mix(seed + GOLDEN) + owner * GOLDEN) + purpose * 0xD1342543DE82EF95L));
    }

    public long next() {
        state += GOLDEN;
        return mix(state);
    }

    /** Uniform in 0 (inclusive) to 1 (exclusive). */
    public double unit() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    /** Uniform in 0..bound-1; the bias of the multiplication is below 2^-53 times the bound. */
    public int below(int bound) {
        return (int) (unit() * bound);
    }

    public double between(double low, double high) {
        return low + unit() * (high - low);
    }

    /** Standard normal by Box and Muller's polar form (Marsaglia); the second value is not kept, so a draw depends on the stream only. */
    public double normal() {
        double u;
        double square;
        do {
            u = 2 * unit() - 1;
            double v = 2 * unit() - 1;
            square = u * u + v * v;
        } while (square >= 1 || square == 0);
        return u * Math.sqrt(-2 * Math.log(square) / square);
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
