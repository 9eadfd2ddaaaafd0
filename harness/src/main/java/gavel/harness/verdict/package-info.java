/**
 * Whether a run counts and whether the platform held. The rules about the load come judged from the driver ({@code gavel.driver.qos}); here
 * are those about the machine, the processes and the data, and the order in which all of them decide. Which resource gave out is found in
 * {@code collect.bottleneck}.
 */
package gavel.harness.verdict;
