package gavel.harness.platform.ssh.far;

import gavel.harness.collect.StartedProcess;

/**
 * An instance as its machine knows it.
 *
 * @param pid 0 where it has no process
 * @param frozen whether it is seen to stand still
 * @param started null where it has no process
 */
public record FarInstance(String tier, String name, long pid, boolean alive, boolean frozen, StartedProcess started) {}
