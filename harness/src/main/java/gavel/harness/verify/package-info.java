/**
 * {@code verify-result} and {@code submit}: go through a result and those it is made of, and pack them for others. What is computed again,
 * and how, is in {@code evidence}.
 */
package gavel.harness.verify;
