package gavel.harness.command.output;

import gavel.harness.command.output.OutputDocument.Choice;
import gavel.harness.command.output.OutputDocument.DeploymentEntry;
import gavel.harness.command.output.OutputDocument.ExaminedEntry;
import gavel.harness.command.output.OutputDocument.LogEntry;
import gavel.harness.command.output.OutputDocument.PlanEntry;
import gavel.harness.command.output.OutputDocument.VersionEntry;
import gavel.harness.doctor.Finding;
import gavel.harness.failure.ExitCode;
import gavel.harness.kind.ResultEntry;
import gavel.harness.report.comparison.ComparisonJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects what a command tells, for programs that read it. Made for one command; lines may come from several threads. */
public final class CommandOutput {
    private final List<String> lines = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<ResultEntry> results = new ArrayList<>();
    private final List<DeploymentEntry> deployments = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<Choice> choices = new ArrayList<>();
    private final List<ExaminedEntry> examined = new ArrayList<>();
    private final List<LogEntry> logs = new ArrayList<>();
    private PlanEntry plan;
    private ComparisonJson comparison;
    private VersionEntry version;

    synchronized void line(String text) {
        lines.addAll(text.lines().toList());
    }

    public synchronized void error(String text) {
        errors.addAll(text.lines().toList());
    }

    public void result(ResultEntry result) {
        results.add(result);
    }

    public void deployment(DeploymentEntry deployment) {
        deployments.add(deployment);
    }

    public void findings(List<Finding> found) {
        findings.addAll(found);
    }

    public void choice(String name, String summary) {
        choices.add(new Choice(name, summary));
    }

    public void examined(ExaminedEntry result) {
        examined.add(result);
    }

    public void log(LogEntry log) {
        logs.add(log);
    }

    public void plan(PlanEntry planned) {
        plan = planned;
    }

    public void comparison(ComparisonJson compared) {
        comparison = compared;
    }

    public void version(VersionEntry told) {
        version = told;
    }

    /** @param command as typed */
    public synchronized OutputDocument document(String command, int exitCode) {
        String outcome = Arrays.stream(ExitCode.values())
                .filter(code -> code.code() == exitCode)
                .map(ExitCode::name)
                .findFirst()
                .orElse("");
        return new OutputDocument(
                OutputDocument.SCHEMA_VERSION,
                command,
                exitCode,
                outcome,
                List.copyOf(errors),
                List.copyOf(lines),
                List.copyOf(results),
                List.copyOf(deployments),
                List.copyOf(findings),
                plan,
                List.copyOf(choices),
                comparison,
                List.copyOf(examined),
                List.copyOf(logs),
                version);
    }
}
