package gavel.harness.platform.ssh;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.far.FarInstance;
import gavel.harness.platform.ssh.far.Order;
import gavel.harness.platform.ssh.host.FarMachine;
import gavel.harness.platform.ssh.protocol.Values;
import gavel.harness.topology.InstanceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One deployment on one machine.
 *
 * @param deployment its name on far machines
 * @param parts of the machine that it uses
 */
record FarSite(FarMachine host, String deployment, List<Partition> parts, UnaryOperator<String> secrets) {
    String name() {
        return host.name();
    }

    FarHost far() {
        return host.far();
    }

    /** What runs there beside these. */
    List<FarInstance> others(List<InstanceSpec> known) {
        return told(() -> far().others(order(), known), List.of());
    }

    /** So many may a process have open there; -1 where that is not known. */
    long descriptors() {
        return told(() -> far().facts().descriptors(), -1L);
    }

    /**
     * One that does not answer any more keeps no other machine from telling what it has, and from giving it up. What it holds itself is told when it
     * is to be removed.
     */
    private static <T> T told(Supplier<T> question, T otherwise) {
        try {
            return question.get();
        } catch (EnvironmentException lost) {
            return otherwise;
        }
    }

    /** The name of a host as its machine knows it: empty for the machine itself. */
    String part(String placed) {
        return part(name(), placed);
    }

    static String part(String machine, String placed) {
        return placed.equals(machine) ? "" : placed;
    }

    /** For something that needs no secret. */
    Order order() {
        return new Order(deployment, parts, Map.of());
    }

    /** With the secrets that the receiver of these values needs, and no others. */
    Order order(Object... values) {
        Map<String, String> needed = new LinkedHashMap<>();
        for (Object value : values) {
            Values.secrets(value).forEach(name -> needed.put(name, secrets.apply(name)));
        }
        return new Order(deployment, parts, needed);
    }
}
