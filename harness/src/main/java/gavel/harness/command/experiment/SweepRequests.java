package gavel.harness.command.experiment;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.failure.Problems;
import gavel.harness.run.RunRequest;
import gavel.harness.run.scale.ScaleRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the sweep over numbers of application servers that options ask for.
 *
 * @param command that settings come from
 */
public record SweepRequests(ExperimentContext context, ConfigOptions options, SearchOptions search, String command) {
    /**
     * @param counts of application servers, ascending; null where they could not be read
     * @param problems what was found before
     * @param resume name of a result whose sweep goes on; null for a new one
     * @throws gavel.harness.failure.ConfigurationException with everything that is wrong
     */
    public ScaleRequest of(List<Integer> counts, Problems problems, String resume) {
        String first = counts == null ? "1" : Integer.toString(counts.getFirst());
        Configuration one = problems.take(() -> options.read(context.configurations(), first));
        problems.take(() -> search.settings(0, 1, Integer.MAX_VALUE));
        problems.add(options.actionsOfSearch(one));
        if (one != null) {
            problems.add(context.problems().apply(one));
        }
        problems.check();
        int largest = counts.getLast();
        int setUsers = search.setUsers(largest, 0, users -> true);
        // By the rules a server's heap depends on how many there are; here each is to be the same at every number.
        Configuration most = sized(largest, setUsers, List.of()).configuration();
        List<SettingOverride> fixed = most.appServers().memory() != null
                ? List.of()
                : List.of(
                        new SettingOverride("appServers.memory", Sizing.of(most).appServerHeap() + "m", command));
        long seed = most.load().seed();
        return new ScaleRequest(
                        counts,
                        (servers, users) -> sized(servers, users, fixed),
                        servers -> search.settings(seed, servers, Integer.MAX_VALUE),
                        setUsers,
                        seed,
                        resume)
                .requireTime();
    }

    private RunRequest sized(int servers, int users, List<SettingOverride> fixed) {
        List<SettingOverride> overrides = new ArrayList<>(options.overrides(Integer.toString(servers)));
        overrides.addAll(fixed);
        overrides.add(new SettingOverride("load.users", Integer.toString(users), command));
        overrides.addAll(search.room(options.read(context.configurations(), overrides), command));
        Configuration configuration = options.read(context.configurations(), overrides);
        return new RunRequest(configuration, overrides, null, false, context.commandLine());
    }
}
