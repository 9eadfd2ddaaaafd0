package gavel.harness.run;

import gavel.driver.api.LoadGenerator;
import gavel.harness.deploy.Drivers;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.http.Http;
import gavel.harness.platform.Platforms;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.util.List;

/**
 * Everything a run needs from outside: real when the command line makes it, simulated in tests.
 *
 * @param platforms what runs deployments
 */
public record Environment(
        Installation installation,
        Deployments deployments,
        Http http,
        Timekeeper time,
        Console console,
        LoadGenerators loadGenerators,
        Platforms platforms,
        Interruption interruption) {

    /** The same with another place where a person reads along. */
    public Environment with(Console another) {
        return new Environment(installation, deployments, http, time, another, loadGenerators, platforms, interruption);
    }

    /** Speaks with agents as with one. */
    @FunctionalInterface
    public interface LoadGenerators {
        LoadGenerator connect(List<Drivers.Contact> agents) throws IOException;
    }
}
