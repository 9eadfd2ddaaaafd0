package gavel.harness.result;

import gavel.driver.api.LoadSpec.Phases;
import java.time.Instant;

/**
 * What was asked for.
 *
 * @param id time and name, also the name of the result's directory
 * @param name of the configuration
 * @param command as typed, secrets removed
 * @param startedAt when the command began
 * @param finishedAt when its result was written
 * @param users people at full load
 * @param profile name of the workload's profile
 * @param length smoke, standard, official or custom
 * @param services embedded, mixed, real or external
 * @param phases how long each part of the load was to be
 * @param seed of every random choice
 */
public record RunInfo(
        String id,
        String name,
        String command,
        Instant startedAt,
        Instant finishedAt,
        int users,
        String profile,
        String length,
        String services,
        Phases phases,
        long seed) {
    /** The same of a command that began earlier, with another deployment. */
    public RunInfo since(Instant begin) {
        return new RunInfo(id, name, command, begin, finishedAt, users, profile, length, services, phases, seed);
    }

    /** Whether what was asked for is enough for an official result. */
    public boolean official() {
        return length.equals("official") && (services.equals("real") || services.equals("external"));
    }
}
