package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import java.util.List;

/**
 * What the user asked for.
 *
 * @param configuration with the load to run
 * @param overrides from the command line; they are in the configuration already, and are put on that of a deployment that is up
 * @param deployment name of one that is up; null for one of the run's own
 * @param keepData whether a used set is run on as it is
 * @param command as typed, for the result
 */
public record RunRequest(
        Configuration configuration,
        List<Configurations.SettingOverride> overrides,
        String deployment,
        boolean keepData,
        String command) {
    public RunRequest {
        overrides = List.copyOf(overrides);
    }
}
