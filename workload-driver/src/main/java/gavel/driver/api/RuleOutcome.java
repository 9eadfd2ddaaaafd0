package gavel.driver.api;

/**
 * One rule, judged.
 *
 * @param rule response, news, failures, mix, rate, integrity, or a validity rule (driverFault, driverBusy, runQueue, fidelity, descriptors,
 *     ports, accounts, course, agentLost, steadyState, restart …)
 * @param subject the operation, pool or tier it was judged for
 * @param status how it ended; MARGINAL passed with bounds that straddle the limit, TOO_FEW had too few samples, INFO judges nothing
 * @param actual the measured figure, in words with its unit
 * @param bound what it is held against, in words with its unit
 * @param message one sentence for the reader: what was found and, unless passed, what to change
 */
public record RuleOutcome(String rule, String subject, Status status, String actual, String bound, String message) {
    /** Ends the message of an INFO about what a driver, or the machine under test, lacked. */
    public static final String CHANGED_NO_VERDICT = ", which changed no verdict: it only lengthens what was measured";

    /**
     * INFO is never part of the verdict. MARGINAL passes near its bound: the samples are enough, but their confidence bounds straddle it.
     * TOO_FEW breaks nothing: there are too few samples to say whether the rule was kept.
     */
    public enum Status {
        PASS,
        MARGINAL,
        TOO_FEW,
        INFO,
        FAIL,
        INVALID
    }
}
