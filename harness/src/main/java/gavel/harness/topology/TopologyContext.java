package gavel.harness.topology;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Placement;

/**
 * What the instances of a deployment follow from.
 *
 * @param deployment its name
 * @param bound whether its processes end with the harness
 * @param configuration of one run: what the deployment was made with, with the run's own load
 * @param appServers there are to be now
 * @param made what the deployment was made with: servers and data are sized by it, whatever load a run puts on them
 */
public record TopologyContext(
        String deployment,
        boolean bound,
        Configuration configuration,
        Configuration made,
        int appServers,
        Ports ports,
        Locations locations) {
    /** What would be made of a configuration. */
    public static TopologyContext planned(Configuration configuration) {
        return planned(configuration, Ports.planned(configuration));
    }

    /** The same with those ports. */
    public static TopologyContext planned(Configuration configuration, Ports ports) {
        return new TopologyContext(
                configuration.name(),
                false,
                configuration,
                configuration,
                configuration.appServers().count(),
                ports,
                Locations.planned(Placement.of(configuration), configuration.virtualAddresses()));
    }

    /** Of everything that outlives a run. */
    public Sizing sizing() {
        return Sizing.of(made);
    }

    /** Of the drivers, which are there for one run. */
    public Sizing driverSizing() {
        return Sizing.of(configuration);
    }

    public Placement placement() {
        return Placement.of(made);
    }

    /** Name of the host an instance runs on; empty for the machine itself. */
    public String host(String tier, int index) {
        return placement().host(tier, index).orElse("");
    }

    /** Name of the host on which the tools run that read and write the data. */
    public String toolsHost() {
        return placement().toolsHost();
    }

    /** Where the services of an instance listen. */
    public String address(String tier, int index) {
        return locations.hosts().get(host(tier, index)).address();
    }

    /** The network whose machines may use the services of an instance. */
    public String network(String tier, int index) {
        return locations.hosts().get(host(tier, index)).network();
    }

    /** A path below the run directory, as it is on every host. */
    public String below(String path) {
        return locations.run() + "/" + path;
    }

    public String settings(String file) {
        return below("settings/" + file);
    }

    public String data(String service) {
        return below("data/" + service);
    }

    public String log(String process) {
        return below("logs/" + process + ".log");
    }

    /** Where temporary files of its processes go. */
    public String temporary() {
        return below("tmp");
    }
}
