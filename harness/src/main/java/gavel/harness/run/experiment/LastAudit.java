package gavel.harness.run.experiment;

import gavel.harness.deployment.RunDirectory;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKind;
import gavel.harness.result.ExperimentResult;
import gavel.harness.run.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What may still be left of an experiment that is resumed when everything is measured: the audit of the data, or no more than the report.
 *
 * @param directory of the result
 * @param resume its name
 */
public record LastAudit<R extends ExperimentResult>(
        Environment environment, ResultKind<R> kind, Path directory, String resume) {
    /**
     * @param obstacle is told why the data that the load on this deployment left behind cannot be audited any more
     * @return what stood when the load was over; null where it cannot be audited
     * @throws ConfigurationException where a report tells of all of it
     */
    public ExperimentFindings standing(ExperimentJournal<?, ?> memory, String deployment, Consumer<String> obstacle) {
        requireUnreported();
        ExperimentFindings standing = memory.over(ExperimentFindings.class).get(deployment);
        if (standing != null && standing.after() != null) {
            return standing;
        }
        String why = obstacle(deployment, standing);
        if (why.isEmpty()) {
            return standing;
        }
        obstacle.accept(why);
        return null;
    }

    private void requireUnreported() {
        try {
            if (Files.isRegularFile(directory.resolve(ResultKind.PAGE))
                    && kind.read(directory).audited()) {
                throw new ConfigurationException(
                        "the " + kind.noun() + " of " + resume + " has ended: nothing is left to do (--resume)");
            }
        } catch (IOException unwritten) {
            System.getLogger(LastAudit.class.getName())
                    .log(System.Logger.Level.DEBUG, "the result is written again: " + unwritten.getMessage());
        }
    }

    private String obstacle(String deployment, ExperimentFindings standing) {
        if (standing == null) {
            return "the load was ended before its answers were kept";
        }
        if (!environment.deployments().names().contains(deployment)) {
            return "they went with deployment " + deployment;
        }
        RunDirectory there = environment.deployments().existing(deployment);
        return there.changedMillis() == standing.changedMillis()
                ? ""
                : "deployment " + deployment + " has been used or changed since";
    }

    /** @throws ConfigurationException for the reason why the data cannot be audited */
    public void refuse(String obstacle) {
        throw new ConfigurationException("the " + kind.noun() + " of " + resume
                + " has measured everything, but its data were not audited and cannot be any more: " + obstacle
                + ". So it stays INVALID: begin a new one (--resume)");
    }
}
