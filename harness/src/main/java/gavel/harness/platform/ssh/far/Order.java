package gavel.harness.platform.ssh.far;

import gavel.harness.config.placement.Partition;
import java.util.List;
import java.util.Map;

/**
 * For which deployment something is done.
 *
 * @param deployment its name on far machines, unlike that of any other deployment
 * @param parts of the machine that it uses
 * @param secrets values by their names: those that are needed for what is asked, and no others
 */
public record Order(String deployment, List<Partition> parts, Map<String, String> secrets) {
    public Order {
        if (!deployment.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,120}")) {
            throw new IllegalArgumentException("no deployment has such a name: " + deployment);
        }
        parts = List.copyOf(parts);
        secrets = Map.copyOf(secrets);
    }

    @Override
    public String toString() {
        return "Order[" + deployment + "]";
    }
}
