package gavel.harness.topology;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where things are on the machines of a deployment, as it will use them, at the same places on each. Only a platform knows: a plan has names
 * instead.
 *
 * @param run directory everything of the deployment belongs to
 * @param java program every JVM is started with
 * @param startCache what the application's JVM has learned from an earlier start; null where there is none
 * @param databaseBinaries where the embedded database is unpacked
 * @param hosts by name, machines and parts of them; the machine itself has an empty one
 * @param virtualAddresses that belong to no host for good
 * @param descriptors a process may have open on any of the hosts; -1 when unknown
 */
public record Locations(
        String run,
        String java,
        String appJar,
        String startCache,
        String driverJar,
        String harnessJar,
        String databaseBinaries,
        Map<String, Address> hosts,
        List<String> virtualAddresses,
        long descriptors) {
    /** @param network whose machines may use the host's services: an address and the length of its prefix */
    public record Address(String address, String network) {}

    public Locations {
        hosts = Map.copyOf(hosts);
        virtualAddresses = List.copyOf(virtualAddresses);
    }

    /** Of a deployment that is not made yet: each host's name stands for its address. */
    public static Locations planned(Placement placement, int virtualAddresses) {
        Map<String, Address> hosts = new HashMap<>(Map.of("", new Address("localhost", "localhost")));
        for (MachineSettings machine : placement.machines()) {
            hosts.put(machine.name(), new Address(machine.address(), "hosts"));
        }
        for (Partition part : placement.hosts()) {
            Address machine = hosts.get(placement.machine(part.name()));
            hosts.put(
                    part.name(),
                    placement.machine(part.name()).isEmpty() ? new Address(part.name(), "hosts") : machine);
        }
        return new Locations(
                "run",
                "java",
                "auction-app.jar",
                null,
                "workload-driver.jar",
                "harness.jar",
                "embedded-database",
                hosts,
                IntStream.range(0, virtualAddresses)
                        .mapToObj(i -> "virtual" + (i + 1))
                        .toList(),
                -1);
    }
}
