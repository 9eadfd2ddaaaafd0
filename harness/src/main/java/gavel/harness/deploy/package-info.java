/**
 * Makes a topology of a configuration ({@link gavel.harness.deploy.Topologies}) and has a platform run it: {@link
 * gavel.harness.deploy.RunningTopology} starts, reloads and stops instances, and {@link gavel.harness.deploy.DeploymentLevers} changes what
 * runs: for a new application server it starts it, and then has the servers in front read their files again. What a deployment remembers
 * between two commands is in {@code deployment}.
 */
package gavel.harness.deploy;
