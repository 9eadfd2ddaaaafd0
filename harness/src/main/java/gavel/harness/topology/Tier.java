package gavel.harness.topology;

import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import java.util.List;
import java.util.Optional;

/** One kind of server. Pure: asks no machine and reads no disk. */
public interface Tier {
    /** As results and messages say it. */
    String name();

    /** Those of a deployment; empty where its configuration wants none of this kind. */
    List<InstanceSpec> instances(TopologyContext context);

    /** What of a configuration its program cannot do, by the paths of the settings. */
    default void check(Configuration configuration, Rules rules) {}

    /**
     * What gives another deployment an account of its own on a server that runs, with data that no other can read; done at its first
     * instance. Empty where it cannot be shared.
     *
     * @param guest name of the account, of its data, and of its password ({@link Secret#guest})
     */
    default Optional<Step> admission(TopologyContext context, String guest) {
        return Optional.empty();
    }

    /** Programs of the machine it may need. */
    default List<Program> programs() {
        return List.of();
    }
}
