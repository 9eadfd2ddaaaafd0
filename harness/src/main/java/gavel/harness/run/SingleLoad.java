package gavel.harness.run;

import gavel.harness.collect.Collector;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.HarnessException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One load at a fixed number of users: {@code gavel run}. */
record SingleLoad(Surroundings surroundings) implements Work {
    @Override
    public List<Path> load(Site site, Journal journal, Progress progress) throws IOException, InterruptedException {
        site.prepare(site.spec());
        progress.done();
        site.used().run();
        try (Collector collector = surroundings.collectors().apply(site.instances())) {
            new LoadPhases(surroundings, progress, journal, collector).run(site.generator(), site.spec());
        }
        if (journal.load() == null) {
            return List.of();
        }
        Path answered = site.directory().resolve("answered-bids.csv");
        site.generator().answeredBids(answered);
        return List.of(answered);
    }

    @Override
    public RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        return results.write(deployment, journal, progress, failure);
    }
}
