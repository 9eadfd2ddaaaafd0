package gavel.harness.peak.pair;

import gavel.harness.peak.ProbeResult;

/**
 * One probe of a paired comparison; its own result is below the directory of its side.
 *
 * @param side whose probe it is
 * @param probe what it found
 */
public record PairProbe(Side side, ProbeResult probe) {}
