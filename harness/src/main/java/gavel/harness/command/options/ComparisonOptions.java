package gavel.harness.command.options;

import gavel.harness.compare.Comparison;
import gavel.harness.compare.Regressions;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.Problems;
import gavel.harness.report.comparison.ComparisonJson;
import gavel.harness.report.comparison.ComparisonMarkdown;
import gavel.harness.report.comparison.ComparisonPage;
import gavel.harness.result.JsonFile;
import gavel.harness.result.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Where a comparison goes beside the terminal, and what a pipeline stops for. */
public final class ComparisonOptions {
    @Option(names = "--html", paramLabel = "FILE", description = "write the comparison as a page")
    private Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "write the comparison for programs")
    private Path json;

    @Option(names = "--markdown", paramLabel = "FILE", description = "write the comparison as a comment")
    private Path markdown;

    @Option(
            names = "--fail-on",
            paramLabel = "PERCENT",
            description =
                    "exit code 1 if another side has a FAIL, or a figure worse than the first side's by more than this, beyond noise; 2 if the noise is not known")
    private Double failOn;

    /** Before anything is read. */
    public void check(int sides) {
        new Problems()
                .that(
                        failOn == null || failOn >= 0 && failOn <= 100,
                        "a percentage must be from 0 to 100: " + failOn + " (--fail-on)")
                .that(failOn == null || sides >= 2, "one side alone cannot be worse: name two (--fail-on)")
                .add(NamedFile.problems(html, "the page", "--html"))
                .add(NamedFile.problems(json, "the comparison", "--json"))
                .add(NamedFile.problems(markdown, "the comment", "--markdown"))
                .check();
    }

    public boolean page() {
        return html != null;
    }

    /** @param results of each side; empty without {@link #page} */
    public void write(Comparison comparison, List<List<Result>> results) throws IOException {
        if (html != null) {
            NamedFile.write(html, ComparisonPage.render(comparison, results));
        }
        if (json != null) {
            NamedFile.write(json, JsonFile.text(ComparisonJson.of(comparison)) + "\n");
        }
        if (markdown != null) {
            NamedFile.write(markdown, ComparisonMarkdown.of(comparison));
        }
    }

    /** The exit code, said in words where it is not 0. */
    public int verdict(Comparison comparison, Consumer<String> console) {
        if (failOn == null) {
            return ExitCode.PASS.code();
        }
        Regressions regressions = Regressions.of(comparison, failOn);
        regressions.worse().forEach(line -> console.accept("WORSE       " + line));
        regressions.unknown().forEach(line -> console.accept("UNKNOWN     " + line));
        return (!regressions.worse().isEmpty()
                        ? ExitCode.QOS_FAIL
                        : regressions.unknown().isEmpty() ? ExitCode.PASS : ExitCode.INVALID)
                .code();
    }
}
