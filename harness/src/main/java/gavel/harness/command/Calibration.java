package gavel.harness.command;

import gavel.driver.api.AgentJson;
import gavel.driver.api.LoopCapacity;
import gavel.harness.deployment.Installation;
import gavel.harness.doctor.EqualRuns;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.FlushTrial;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machine;
import gavel.harness.run.Environment;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.RunOutcome;
import gavel.harness.run.RunRequest;
import gavel.harness.tier.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import tools.jackson.core.JacksonException;

/** Measures what this machine is good for: its storage, the driver alone, and two equal runs. Takes twice as long as a run. */
final class Calibration {
    private static final int PAGES = 500;
    private final Environment environment;
    private final Machine host;
    private final LongSupplier clock;

    /** @param clock monotonic nanoseconds */
    Calibration(Environment environment, Machine host, LongSupplier clock) {
        this.environment = environment;
        this.host = host;
        this.clock = clock;
    }

    List<Finding> run(RunRequest request) {
        Path directory = environment.deployments().root();
        List<Finding> findings = new ArrayList<>();
        try {
            findings.add(FlushTrial.run(directory, PAGES, clock).finding(directory));
        } catch (IOException e) {
            throw new EnvironmentException("storage cannot be measured below " + directory + ": " + e, e);
        }
        LoopCapacity capacity = capacity();
        findings.addAll(new EqualRuns(once(request).result(), once(request).result()).findings(capacity));
        return findings;
    }

    /** Of one loop; null when the driver does not say. */
    private LoopCapacity capacity() {
        Installation installation = environment.installation();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        String said = host.ask(new JavaCommand(installation.java().toString(), 0, temporary.toString(), List.of())
                .jar(installation.driverJar().toString(), "capacity"));
        try {
            return AgentJson.MAPPER.readValue(said.strip(), LoopCapacity.class);
        } catch (JacksonException notSaid) {
            return null;
        }
    }

    private RunOutcome once(RunRequest request) {
        RunOutcome outcome = new RunExecutor(environment, request).run();
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return outcome;
    }
}
