/**
 * Deployments on other machines. Over a {@code connection} of the user's own ssh the programs are brought there ({@code push}), and a process
 * is started, the far end ({@code far}). It does with {@code platform.local} what the near end ({@code host}) asks for in messages ({@code
 * protocol}). So each machine starts, records and ends its processes itself, as this one does. What each of them holds is remembered here
 * ({@link gavel.harness.platform.ssh.FarMemory}) until {@link gavel.harness.platform.ssh.FarRemoval} has taken it away. In a pod of {@code
 * platform.kubernetes} there is such a far end, too.
 */
package gavel.harness.platform.ssh;
