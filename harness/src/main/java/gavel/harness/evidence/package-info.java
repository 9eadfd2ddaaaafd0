/**
 * The checks of {@code verify-result}: each makes a part of a result again from its raw files and holds the two against each other. The kind
 * of a result ({@code kind}) says which are made; {@code verify} goes through the results and asks for them. What a verdict rests on is {@link
 * gavel.harness.verdict.Evidence}.
 */
package gavel.harness.evidence;
