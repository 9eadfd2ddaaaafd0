package gavel.harness.run;

import gavel.driver.api.LoadGenerator;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.deploy.Drivers;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.http.Http;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Everything a run needs from outside: real when the command line makes it, simulated in tests.
 *
 * @param collectors starts watching the given instances
 */
public record Environment(
        Installation installation,
        Deployments deployments,
        Http http,
        Timekeeper time,
        Console console,
        LoadGenerators loadGenerators,
        Function<List<Instance>, Collector> collectors,
        Interruption interruption) {

    /** The same with another place where a person reads along. */
    public Environment with(Console another) {
        return new Environment(
                installation, deployments, http, time, another, loadGenerators, collectors, interruption);
    }

    /** Speaks with agents as with one. */
    @FunctionalInterface
    public interface LoadGenerators {
        LoadGenerator connect(List<Drivers.Contact> agents) throws IOException;
    }
}
