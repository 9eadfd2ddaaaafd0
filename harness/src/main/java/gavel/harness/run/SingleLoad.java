package gavel.harness.run;

import gavel.harness.action.ActionRun;
import gavel.harness.collect.Collector;
import gavel.harness.collect.power.MeteredCollector;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.HarnessException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One load at a fixed number of users: {@code gavel run}.
 *
 * @param meter program that tells the power that is drawn; null where none is named
 */
record SingleLoad(Environment environment, String meter) implements Experiment {
    @Override
    public List<Path> load(Stage stage, Journal journal, Progress progress) throws IOException, InterruptedException {
        stage.prepare(stage.spec());
        progress.done();
        stage.used().run();
        try (Collector collector = MeteredCollector.of(stage.watch().get(), meter);
                ActionRun actions =
                        new ActionRun(stage.actions(), stage.levers().apply(collector), environment.time())) {
            try {
                new LoadPhases(environment, progress, journal, collector, actions::begin)
                        .run(stage.generator(), stage.spec());
                actions.end();
            } finally {
                actions.close();
                journal.actions(actions.events());
            }
        }
        if (journal.load() == null) {
            return List.of();
        }
        Path answered = stage.directory().resolve("answered-bids.csv");
        stage.generator().answeredBids(answered);
        return List.of(answered);
    }

    @Override
    public RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        return results.write(deployment, journal, progress, failure);
    }
}
