package gavel.harness.platform.ssh;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import java.util.List;

/** The machines a deployment is on that a far end works on: those of a configuration, or what some other platform has instead. */
public interface Ground {
    /** As far as they are known now. */
    List<MachineSettings> machines();

    /** Every host that is a part of one of them. */
    List<Partition> parts();

    /** The parts of one machine. */
    List<Partition> parts(String machine);

    /** The machine that a host is, or is a part of; empty for the one this process is on. */
    String machine(String host);

    /** On each of the machines: what belongs to Gavel there. */
    String directory();

    /** A text with addresses as the machines know them, with those this machine reaches them by. */
    default String reached(String text) {
        return text;
    }

    /** The machines that a configuration names. */
    static Ground of(Configuration made) {
        Placement placement = Placement.of(made);
        return new Ground() {
            @Override
            public List<MachineSettings> machines() {
                return placement.machines();
            }

            @Override
            public List<Partition> parts() {
                return placement.hosts();
            }

            @Override
            public List<Partition> parts(String machine) {
                return placement.parts(machine);
            }

            @Override
            public String machine(String host) {
                boolean itself = placement.machines().stream()
                        .anyMatch(machine -> machine.name().equals(host));
                return itself ? host : placement.machine(host);
            }

            @Override
            public String directory() {
                return made.hosts().directory();
            }
        };
    }
}
