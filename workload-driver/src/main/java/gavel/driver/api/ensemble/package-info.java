/**
 * Many agents as one generator: they get their shares of the users, begin at one instant on one clock ({@link
 * gavel.driver.api.ensemble.ClockedAgent}), and what they have measured is put together.
 */
package gavel.driver.api.ensemble;
