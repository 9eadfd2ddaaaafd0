package gavel.driver.qos;

import gavel.driver.profile.OperationKind;

/**
 * How often a main operation was chosen, beside what the chain says.
 *
 * @param expected sum, over every choice made, of the probability that it would fall on this operation, given where the chooser stood
 * @param variance sum of p (1 - p) over the same choices: as each choice is drawn afresh, the variance of chosen minus expected
 */
public record MixSample(OperationKind kind, long chosen, double expected, double variance) {}
