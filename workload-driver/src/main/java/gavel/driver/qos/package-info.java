/**
 * Judges what was measured, at the end of a run: {@link gavel.driver.qos.Judgement} has every rule that the driver can judge, and the harness
 * adds its own to them ({@code gavel.harness.verdict}). A limit of the 99th percentile is judged as a share: at most 1 % of the starts may be
 * late ({@link gavel.driver.qos.ShareRule}), as sure as {@link gavel.driver.qos.ShareEstimate} says. Whether a percentile is shown at all
 * follows from {@link gavel.driver.api.KnownQuantiles}.
 */
package gavel.driver.qos;
