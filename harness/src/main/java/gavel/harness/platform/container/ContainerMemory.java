package gavel.harness.platform.container;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Partition;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Tiers;
import java.util.List;

/** How much memory the container of an instance may use, by the rules processes are sized with: pure. */
public final class ContainerMemory {
    /** A broker holds publishers back at what it is sized for, and takes more meanwhile. */
    private static final long ABOVE_WATERMARK = 256;

    private ContainerMemory() {}

    /**
     * In MiB; 0 for no limit, where unknown.
     *
     * @param made the deployment was made with
     * @param hosts of the deployment, whose limits win
     */
    public static long limit(InstanceSpec instance, Configuration made, List<Partition> hosts) {
        long explicit = hosts.stream()
                .filter(host -> host.name().equals(instance.host()))
                .mapToLong(host -> host.memoryBytes() >> 20)
                .findFirst()
                .orElse(0);
        long own = instance.capacity().mebibytes();
        if (explicit > 0 || own == 0) {
            return explicit;
        }
        return own
                + switch (instance.tier()) {
                    case Tiers.BROKER -> ABOVE_WATERMARK;
                    // The database is a process of the same container.
                    case Tiers.SERVICES ->
                        made.relational().embedded() ? Sizing.of(made).databaseMemory() : 0;
                    default -> 0;
                };
    }
}
