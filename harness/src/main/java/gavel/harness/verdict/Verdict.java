package gavel.harness.verdict;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a run counts and, if it does, whether the platform held.
 *
 * @param status the verdict
 * @param headline the first broken rule, or that none was; lost data and what forbids to trust the measurement are both in it
 * @param reasons everything that speaks against a pass, the first one decides; empty for a pass
 * @param marginal rules that passed with bounds that straddle the limit
 * @param tooFew rules that had too few samples to say whether they were kept
 * @param interrupted the user stopped it
 * @param indicative too short to be cited
 * @param comparable with other results of the same profile and length
 * @param official long enough, on real servers, and with nothing changed that the run rules fix
 * @param remarks why it is not comparable or not official, one sentence each
 */
public record Verdict(
        Status status,
        String headline,
        List<Reason> reasons,
        List<String> marginal,
        List<String> tooFew,
        boolean interrupted,
        boolean indicative,
        boolean comparable,
        boolean official,
        List<String> remarks) {
    public Verdict {
        reasons = List.copyOf(reasons);
        marginal = List.copyOf(marginal);
        // Older results do not tell these from marginal ones.
        tooFew = tooFew == null ? List.of() : List.copyOf(tooFew);
        remarks = List.copyOf(remarks);
    }

    /** The same with more that a reader has to know. */
    public Verdict remarking(List<String> more) {
        return new Verdict(
                status,
                headline,
                reasons,
                marginal,
                tooFew,
                interrupted,
                indicative,
                comparable,
                official,
                Stream.concat(remarks.stream(), more.stream()).toList());
    }

    /** As it is shown; the environment that ended a run says nothing about the measurement, and its exit code is another one. */
    public String word() {
        boolean ended = reasons.stream().anyMatch(reason -> reason.rule().equals("phase"));
        return interrupted ? "INTERRUPTED" : ended ? "ERROR" : status.name();
    }

    /** Whether the figures count: lost data FAIL a run whose measurement may be worth nothing. */
    public boolean trusted() {
        return trusted(reasons);
    }

    static boolean trusted(List<Reason> reasons) {
        return reasons.stream().noneMatch(reason -> reason.status() == Status.INVALID);
    }

    public enum Status {
        PASS,
        FAIL,
        INVALID
    }

    /**
     * @param status what the broken rule makes of the run
     * @param rule name of the broken rule
     * @param subject the operation, tier or pool it broke for; possibly empty
     * @param message one sentence for the reader
     */
    public record Reason(Status status, String rule, String subject, String message) {}
}
