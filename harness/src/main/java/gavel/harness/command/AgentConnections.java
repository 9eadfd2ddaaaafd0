package gavel.harness.command;

import gavel.driver.api.LoadGenerator;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.Surroundings.LoadGenerators;
import java.net.URI;

/** Speaks with workload drivers over their control port. */
final class AgentConnections implements LoadGenerators {
    @Override
    public LoadGenerator connect(URI agent, String token) {
        throw new EnvironmentException("no client for the workload driver at " + agent);
    }
}
