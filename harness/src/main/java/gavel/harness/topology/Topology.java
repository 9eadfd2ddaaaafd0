package gavel.harness.topology;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every instance of a deployment, in an order in which they can be started: those with the longest start first. */
public record Topology(List<InstanceSpec> instances) {
    public Topology {
        instances = List.copyOf(instances);
        Set<String> names = new LinkedHashSet<>();
        for (InstanceSpec instance : instances) {
            for (String need : instance.needs()) {
                if (!names.contains(need)) {
                    throw new IllegalStateException(
                            instance.name() + " needs " + need + ", which does not come before it");
                }
            }
            if (!names.add(instance.name())) {
                throw new IllegalStateException("two instances are called " + instance.name());
            }
        }
    }

    /** What the tiers have of a deployment. */
    public static Topology of(List<Tier> tiers, TopologyContext context) {
        return new Topology(
                tiers.stream().flatMap(tier -> tier.instances(context).stream()).toList());
    }

    public List<InstanceSpec> at(Stage stage) {
        return instances.stream().filter(instance -> instance.stage() == stage).toList();
    }

    public List<InstanceSpec> of(String tier) {
        return instances.stream()
                .filter(instance -> instance.tier().equals(tier))
                .toList();
    }

    public Optional<InstanceSpec> instance(String name) {
        return instances.stream()
                .filter(instance -> instance.name().equals(name))
                .findFirst();
    }

    /** Programs of the machine it needs, each once. */
    public List<Program> programs() {
        return programs(instances);
    }

    /** Programs of the machine that some instances need, each once. */
    public static List<Program> programs(List<InstanceSpec> instances) {
        List<Program> programs = new ArrayList<>();
        for (InstanceSpec instance : instances) {
            Stream.concat(
                            Stream.ofNullable(instance.launch().program()),
                            Stream.concat(instance.before().stream(), instance.after().stream())
                                    .flatMap(step -> step.action() instanceof Step.Command command
                                            ? Stream.ofNullable(command.program())
                                            : Stream.empty()))
                    .forEach(programs::add);
        }
        return programs.stream().distinct().toList();
    }
}
