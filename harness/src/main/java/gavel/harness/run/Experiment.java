package gavel.harness.run;

import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadSpec;
import gavel.harness.action.Levers;
import gavel.harness.action.Timeline;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.Machines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is done with a deployment that can take load, and what is made of it in the end: one for each kind of experiment. */
public interface Experiment {
    /** Whether it warms application servers up by itself that have just been started. */
    default boolean warmsUp() {
        return false;
    }

    /** Whether it decides itself how many users there are, up to those of the data set. */
    default boolean choosesUsers() {
        return false;
    }

    /** Files of the bids that an earlier load was answered, which stands as it ended and is only audited; empty where there is load to be put. */
    default Optional<List<Path>> unaudited() {
        return Optional.empty();
    }

    /** Told when the load is over, and again when the data are audited. */
    default void over(Deployment deployment, Journal journal, List<Path> answered) {}

    /**
     * Puts load on the deployment.
     *
     * @return files of answered bids, for the audit
     */
    List<Path> load(Stage site, Journal journal, Progress progress) throws IOException, InterruptedException;

    RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure);

    /**
     * Where load is put.
     *
     * @param spec as configured
     * @param watch begins to watch every instance there is
     * @param instances there are
     * @param machines they are on
     * @param output where drivers may write what is to be in a directory here
     * @param levers changes what runs, and tells the collector that watches it
     * @param autoscaler of the platform, which says from then on how many servers there are to be
     * @param used to be called before the first request: the data are not as they were loaded any more
     * @param directory of the result
     * @param results where it is written
     * @param deployment under load
     */
    record Stage(
            LoadGenerator generator,
            LoadSpec spec,
            Supplier<Collector> watch,
            List<Instance> instances,
            Supplier<Machines> machines,
            Function<Path, String> output,
            Runnable used,
            Path directory,
            Timeline actions,
            Function<Collector, Levers> levers,
            Function<Autoscaler.Wish, Autoscaler> autoscaler,
            ResultWriter results,
            Deployment deployment) {
        public void prepare(LoadSpec wanted) throws IOException, InterruptedException {
            try {
                generator.prepare(wanted);
            } catch (IllegalArgumentException e) {
                throw new EnvironmentException("the driver refuses the load: " + e.getMessage(), e);
            }
        }
    }
}
