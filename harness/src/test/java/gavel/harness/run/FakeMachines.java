package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.local.LocalPlatforms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Machines that a configuration names, all of them parts of the one on which nothing really runs. */
record FakeMachines(LocalPlatforms local, RunRig rig) implements PlatformProvider {
    @Override
    public Machines machines(Configuration configuration) {
        List<Machine> reached = new ArrayList<>();
        List<Unreached> unreached = new ArrayList<>();
        for (MachineSettings machine : Placement.of(configuration).machines()) {
            if (rig.away.containsKey(machine.name())) {
                unreached.add(new Unreached(machine.name(), rig.away.get(machine.name()), machine.switchable()));
            } else {
                FakeHost host = new FakeHost(machine.name());
                host.facts(rig.host.facts());
                host.silent(rig.silent);
                reached.add(host);
            }
        }
        return new Machines(reached, unreached);
    }

    @Override
    public Platform platform(Path directory, Configuration made, UnaryOperator<String> secrets) {
        Placement placement = Placement.of(made);
        List<Partition> hosts = new ArrayList<>(placement.hosts());
        placement.machines().forEach(machine -> hosts.add(new Partition(machine.name(), true, 0, 0)));
        return Disguised.on(machines(made), local.platform(directory, hosts, secrets));
    }

    @Override
    public void close() {}
}
