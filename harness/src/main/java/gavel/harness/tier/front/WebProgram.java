package gavel.harness.tier.front;

import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.tier.server.Program;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** What is particular to one kind of web server. Knows no instance: {@code index} tells which, from 0. */
interface WebProgram {
    /** Of each instance, with its number behind it. */
    String name();

    Program program();

    /**
     * What runs it in the foreground.
     *
     * @param data directory of the instance
     * @param configuration file
     */
    List<String> command(Path program, Path data, Path configuration);

    /** Those in its directory that it does not make itself. */
    default List<String> directories() {
        return List.of();
    }

    String configuration(Deployment deployment, int index);

    /**
     * @param address of the port for figures
     * @param token that opens them
     * @param version which the page may not tell
     */
    ServerStatistics statistics(URI address, String token, String version);
}
