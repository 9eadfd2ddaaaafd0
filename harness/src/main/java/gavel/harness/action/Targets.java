package gavel.harness.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What actions can be done to: the instances of a deployment and its tier that can be scaled.
 *
 * @param instances that are there at the beginning and do not belong to the scaled tier, by name
 * @param scaled the tier that can be scaled
 */
public record Targets(Map<String, Target> instances, Scaled scaled) {
    /**
     * One instance.
     *
     * @param unsafe why it must not be stopped or killed; null when it may be
     * @param audited whether the audit after the load needs it
     * @param uncut why its network cannot be cut, as what an order for it needs; null when it can
     * @param staying why its host cannot go away and come back, likewise; null when it can
     */
    public record Target(String unsafe, boolean audited, String uncut, String staying) {}

    /**
     * A tier that can have more or fewer instances while people use it.
     *
     * @param count of instances at the beginning
     * @param most that can be
     * @param limit what sets {@code most}, in words
     * @param fixed why the number cannot be changed in this deployment; null when it can
     * @param name of an instance, by its index from 0
     * @param target what each of them is
     */
    public record Scaled(
            String tier, int count, int most, String limit, String fixed, IntFunction<String> name, Target target) {
        List<String> names(int instances) {
            return IntStream.range(0, instances).mapToObj(name).toList();
        }
    }

    public Targets {
        instances = Collections.unmodifiableMap(new LinkedHashMap<>(instances));
    }

    Target target(String instance) {
        return scaled.names(scaled.most()).contains(instance) ? scaled.target() : instances.get(instance);
    }
}
