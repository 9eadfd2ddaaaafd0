package gavel.harness.platform.ssh;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.far.Order;
import gavel.harness.platform.ssh.host.FarMachine;
import gavel.harness.platform.ssh.protocol.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
