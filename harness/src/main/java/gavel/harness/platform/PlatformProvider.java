package gavel.harness.platform;

import gavel.harness.config.Configuration;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** One kind of platform. Keeps the connections of one command, and ends them with it. */
public interface PlatformProvider extends AutoCloseable {
    /** The machines a configuration would use. None is switched on. */
    Machines machines(Configuration configuration);

    /**
     * What runs a deployment; nothing is touched or reached before it is asked to.
     *
     * @param runDirectory of this machine, in which the deployment remembers itself
     * @param made the configuration it was made with
     * @param secrets values by their names
     */
    Platform platform(Path runDirectory, Configuration made, UnaryOperator<String> secrets);

    /** Whether a run directory has something of it, whatever its configuration says. */
    default boolean holds(Path runDirectory) {
        return false;
    }

    /** What other machines hold of a deployment whose configuration, which says where they are, cannot be read. */
    default List<HostRemains> remembered(Path runDirectory) {
        return List.of();
    }

    /** Ends connections; what runs goes on. Safe to call twice. */
    @Override
    void close();
}
