/**
 * Counts and times what the users of a loop do, each operation by its intended start. Two things are called late: an operation that took
 * longer than its limit from there, and a timer that fired after its time, which tells of the driver alone ({@code lateness}).
 */
package gavel.driver.record;
