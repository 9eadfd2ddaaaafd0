package gavel.harness.run.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.Disclosures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Begins the journal of an experiment, or goes on with one. */
public final class Journals {
    private Journals() {}

    /**
     * @param noun of the experiment, for messages
     * @param file of the journal
     * @param resume name of the result that goes on; null for a new one
     * @param what was asked beside the configuration
     * @param processors of each machine by its name
     * @throws ConfigurationException where it cannot go on
     */
    public static <F> ExperimentJournal<Asked, F> open(
            String noun,
            Path file,
            String resume,
            String what,
            Configuration configuration,
            Map<String, String> processors,
            Class<F> part) {
        if (resume == null) {
            try {
                return ExperimentJournal.begin(file, asked(what, configuration, processors));
            } catch (IOException e) {
                throw new EnvironmentException("the " + noun + " cannot be written to " + file + ": " + e, e);
            }
        }
        ExperimentJournal<Asked, F> known;
        try {
            known = ExperimentJournal.reopen(file, Asked.class, part);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "no " + noun + " can be resumed from " + file.getParent() + ": " + e.getMessage() + " (--resume)");
        }
        Disclosures.requireSameProgram(
                "the " + noun + " of " + resume, known.request().program());
        Disclosures.requireSameProcessors(
                "the " + noun + " of " + resume, known.request().processors(), processors);
        if (!known.request().equals(asked(what, configuration, known.request().processors()))) {
            throw new ConfigurationException("the " + noun + " of " + resume
                    + " was a different one: resume with the same options and configuration (--resume)");
        }
        return known;
    }

    private static Asked asked(String what, Configuration configuration, Map<String, String> processors) {
        return Asked.of(what, configuration, Disclosures.profile(configuration), Disclosures.program(), processors);
    }
}
