package gavel.harness.topology;

import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import java.util.List;

/** One kind of server. Pure: asks no machine and reads no disk. */
public interface Tier {
    /** As results and messages say it. */
    String name();

    /** Those of a deployment; empty where its configuration wants none of this kind. */
    List<InstanceSpec> instances(TopologyContext context);

    /** What of a configuration its program cannot do, by the paths of the settings. */
    default void check(Configuration configuration, Rules rules) {}

    /** Programs of the machine it may need. */
    default List<Program> programs() {
        return List.of();
    }
}
