/**
 * What a deployment remembers on this machine between two commands: its directory, state, secrets and lock. How it is started and changed
 * is in {@code deploy}; what a killed harness left is removed by {@link gavel.harness.deployment.AbandonedDeployments}.
 */
package gavel.harness.deployment;
