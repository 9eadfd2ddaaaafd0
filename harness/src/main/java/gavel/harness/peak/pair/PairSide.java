package gavel.harness.peak.pair;

import gavel.harness.peak.Climb;
import gavel.harness.result.Disclosure;
import gavel.harness.verdict.Audit;

/**
 * One of two configurations and its deployment.
 *
 * @param climb null where the comparison did not come so far
 * @param knee users near which half of the last probes would have passed; 0 before there was a probe
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param disclosure null when it was not deployed
 */
public record PairSide(Climb climb, double knee, Audit auditBefore, Audit auditAfter, Disclosure disclosure) {}
