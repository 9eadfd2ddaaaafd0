package gavel.harness.isolate;

import gavel.harness.collect.TierNames;

/**
 * How busy something was that tenants have in common.
 *
 * @param what a tier, or machine
 * @param busy share of the cores it may use, 0 to 1
 */
public record CommonUse(String what, double busy) {
    public static final String MACHINE = "machine";

    /** As a reader is told of it. */
    public String words() {
        return what.equals(MACHINE) ? "the machine's cores" : "the shared " + TierNames.words(what);
    }
}
