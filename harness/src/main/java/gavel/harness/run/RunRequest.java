package gavel.harness.run;

import gavel.harness.config.Configuration;

/**
 * What somebody asked for.
 *
 * @param configuration with the load to run
 * @param deployment name of one that is up; null for one of the run's own
 * @param keepData whether a used set is run on as it is
 * @param command as typed, for the result
 */
public record RunRequest(Configuration configuration, String deployment, boolean keepData, String command) {}
