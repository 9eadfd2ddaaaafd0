package gavel.harness.embedded;

/**
 * What the process says once its services take connections.
 *
 * @param pid of this process
 * @param databasePid of the database's first process; 0 without a database
 * @param databaseVersion as the server states it
 */
public record EmbeddedState(long pid, long databasePid, String databaseVersion) {}
