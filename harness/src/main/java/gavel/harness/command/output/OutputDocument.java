package gavel.harness.command.output;

import gavel.harness.doctor.Finding;
import gavel.harness.kind.ResultEntry;
import gavel.harness.report.comparison.ComparisonJson;
import gavel.harness.run.Plan;
import java.util.List;

/**
 * What a command told, with {@code -o json}. A part that the command has nothing to say of is empty, or null.
 *
 * @param command as typed
 * @param outcome name of the exit code
 * @param errors lines of what went wrong
 * @param lines the same text a person reads, without the progress
 * @param results that were made, shown or listed
 * @param findings of doctor and plan
 * @param examined of verify-result and submit
 */
public record OutputDocument(
        int schemaVersion,
        String command,
        int exitCode,
        String outcome,
        List<String> errors,
        List<String> lines,
        List<ResultEntry> results,
        List<DeploymentEntry> deployments,
        List<Finding> findings,
        PlanEntry plan,
        List<Choice> choices,
        ComparisonJson comparison,
        List<ExaminedEntry> examined,
        List<LogEntry> logs,
        VersionEntry version) {
    public static final int SCHEMA_VERSION = 1;

    /** A deployment; without data users is 0. */
    public record DeploymentEntry(
            String name,
            boolean temporary,
            boolean inUse,
            int users,
            boolean unused,
            List<String> addresses,
            List<ProcessEntry> processes) {}

    /** @param host empty for this machine */
    public record ProcessEntry(String name, String tier, String host, long pid, boolean alive, String log) {}

    /** What a run would start, and what it would take. */
    public record PlanEntry(
            String name, int users, String length, List<Plan.Part> parts, long mebibytes, double predictedSeconds) {}

    /** Something there is to choose from. */
    public record Choice(String name, String summary) {}

    /** A result that was examined. */
    public record ExaminedEntry(String result, String outcome, long checks, String signer, List<String> findings) {}

    /** @param lines its last ones; empty where only the log itself is named */
    public record LogEntry(String instance, String file, List<String> lines) {}

    /** What runs, and where it keeps what. */
    public record VersionEntry(String gavel, String java, String installation, String state, String results) {}
}
