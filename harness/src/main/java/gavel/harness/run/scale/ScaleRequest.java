package gavel.harness.run.scale;

import gavel.harness.config.Configuration;
import gavel.harness.config.HostSettings;
import gavel.harness.config.placement.Placement;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.SearchSettings;
import gavel.harness.run.RunRequest;
import gavel.harness.run.peak.PeakRequest;
import gavel.harness.topology.Tiers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * What a sweep over numbers of application servers is asked to do.
 *
 * @param counts of application servers, ascending
 * @param sized makes the run for so many servers and a data set for so many users
 * @param searches how the peak of so many servers is searched
 * @param setUsers every data set is made for
 * @param seed of the order
 * @param resume name of a result whose sweep was interrupted and goes on; null for a new one
 */
public record ScaleRequest(
        List<Integer> counts,
        Sized sized,
        IntFunction<SearchSettings> searches,
        int setUsers,
        long seed,
        String resume) {
    /** Makes the run for a deployment with so many application servers that is made for so many users. */
    @FunctionalInterface
    public interface Sized {
        RunRequest apply(int servers, int users);
    }

    public ScaleRequest {
        counts = List.copyOf(counts);
        sized = once(sized);
    }

    /** As {@link PeakRequest} does, for all searches of the sweep. */
    private static Sized once(Sized sized) {
        Map<List<Integer>, RunRequest> known = new ConcurrentHashMap<>();
        return (servers, users) -> known.computeIfAbsent(List.of(servers, users), _ -> sized.apply(servers, users));
    }

    /**
     * Cores each application server may use; 0 where each has a machine to itself and all of its cores.
     *
     * @throws ConfigurationException where any of the deployments cannot be, or its servers have no quotas of their own
     */
    public double quota() {
        double quota = 0;
        for (int count : counts) {
            Configuration configuration = sized.apply(count, setUsers).configuration();
            HostSettings.Size hosts = configuration.hosts().appServers();
            Double cpu = configuration.appServers().cpu() == null
                    ? hosts.cpu()
                    : configuration.appServers().cpu();
            if (cpu == null && configuration.hosts().elsewhere()) {
                requireMachineEach(configuration, count);
                continue;
            }
            if (cpu == null || hosts.count() != null && hosts.count() < count) {
                throw new ConfigurationException(
                        "each application server needs a CPU quota of its own, or the machine is the limit: "
                                + "for example --set appServers.cpu=0.1 (appServers.cpu, hosts.appServers)");
            }
            quota = cpu;
        }
        return quota;
    }

    private static void requireMachineEach(Configuration configuration, int count) {
        Placement placement = Placement.of(configuration);
        if (placement.apart(Tiers.APP_SERVERS) < count) {
            throw new ConfigurationException("each of " + count
                    + " application servers needs a machine to itself, or a CPU quota (appServers.cpu): name "
                    + count + " machines whose tiers are appServers alone (hosts.machines)");
        }
    }

    /** @param id of the sweep's result; each search has a part of its own of it */
    PeakRequest search(int servers, String id, boolean resume) {
        return new PeakRequest(
                users -> sized.apply(servers, users),
                searches.apply(servers),
                setUsers,
                false,
                part(id, servers),
                resume);
    }

    /** @throws ConfigurationException where not a single probe of a search could be begun */
    public ScaleRequest requireTime() {
        search(counts.getLast(), "", false).requireTime();
        return this;
    }

    static String part(String id, int servers) {
        return id + "/" + directory(servers);
    }

    static String directory(int servers) {
        return "app-servers-" + servers;
    }

    /** What all searches take together. */
    public TimeRange predicted() {
        return predicted(counts);
    }

    /** What the searches of these numbers of servers take. */
    TimeRange predicted(List<Integer> some) {
        return some.stream()
                .map(servers -> search(servers, "", false).predicted(0))
                .reduce(TimeRange.NONE, TimeRange::plus);
    }
}
