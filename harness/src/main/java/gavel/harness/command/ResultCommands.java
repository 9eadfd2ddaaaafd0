package gavel.harness.command;

import static java.util.Locale.ROOT;

import gavel.harness.command.options.ComparisonOptions;
import gavel.harness.command.options.NamedFile;
import gavel.harness.command.output.OutputDocument.ExaminedEntry;
import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.DashboardSession;
import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Comparison;
import gavel.harness.compare.History;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.Manifest;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.Problems;
import gavel.harness.kind.PastResults;
import gavel.harness.kind.ResultKind;
import gavel.harness.report.comparison.ComparisonJson;
import gavel.harness.report.text.Words;
import gavel.harness.result.Result;
import gavel.harness.run.Disclosures;
import gavel.harness.verify.Submission;
import gavel.harness.verify.Verification;
import gavel.harness.verify.Verification.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel report}, {@code compare}, {@code verify-result} and {@code submit}: results that are there are shown, compared, examined, packed. */
final class ResultCommands {
    private static final Map<Findings.Kind, String> MARKS = Map.of(
            Findings.Kind.CONTRADICTION, "✗",
            Findings.Kind.MISSING, "–",
            Findings.Kind.UNKNOWN, "?");

    private static final int MOST_TOLD = 40;

    private ResultCommands() {}

    @Command(name = "report", description = "Makes the report of a result again, or shows all of them in a browser.")
    static final class Report extends ContextCommand {
        @Parameters(
                paramLabel = "RESULT",
                arity = "0..1",
                description = "directory of the result, or its name below results/")
        private String name;

        @Mixin
        private DashboardOption dashboard;

        @Override
        public Integer call() {
            if (name == null || dashboard.wanted()) {
                return show();
            }
            Path directory = context.result(name);
            try {
                ResultKind.Shown shown = context.results().kind(directory).again(directory);
                context.output().result(shown.entry());
                shown.summary().forEach(context.console()::line);
                return 0;
            } catch (IOException e) {
                throw new ConfigurationException("the result cannot be read: " + directory + ": " + e.getMessage());
            }
        }

        private int show() {
            if (name != null || !dashboard.wanted()) {
                throw new ConfigurationException("name a result, or --dashboard to see all of them in a browser");
            }
            try (DashboardSession session = dashboard.open(context.environment(), null)) {
                context.console().line("Ctrl-C ends it");
                session.awaitInterrupt();
                return 0;
            }
        }
    }

    @Command(
            name = "verify-result",
            description =
                    "Checks that results are complete and unchanged, and that every figure follows from the raw files.")
    static final class Verify extends ContextCommand {
        @Parameters(
                paramLabel = "RESULT",
                arity = "1..*",
                description = "directories of results, or their names below results/")
        private List<String> names;

        @Option(
                names = "--signers",
                paramLabel = "FILE",
                description = "file of those who may have signed (ALLOWED SIGNERS of ssh-keygen)")
        private Path signers;

        @Option(
                names = "--without-manifest",
                description =
                        "for results of early versions, which wrote no manifest: end with 0 if nothing else is missing")
        private boolean withoutManifest;

        @Override
        public Integer call() {
            int code = ExitCode.PASS.code();
            Problems unread = new Problems();
            for (String name : names) {
                Path directory = context.result(name);
                try {
                    Verification.Report report =
                            new Verification(context.kinds(), Disclosures.program(), signers).of(directory);
                    tell(context, directory, report);
                    code = Math.max(code, code(report));
                } catch (IOException e) {
                    unread.add(List.of("the result cannot be examined: " + directory + ": " + e.getMessage()));
                }
            }
            unread.check();
            return code;
        }

        private int code(Verification.Report report) {
            boolean onlyManifests = report.findings().of(Findings.Kind.MISSING).stream()
                    .allMatch(finding -> Path.of(finding.where()).endsWith(Manifest.FILE));
            boolean good = report.outcome() == Outcome.VERIFIED
                    || report.outcome() == Outcome.INCOMPLETE && withoutManifest && onlyManifests;
            return (good ? ExitCode.PASS : ExitCode.INVALID).code();
        }
    }

    @Command(name = "submit", description = "Examines a result and packs what others need to check it.")
    static final class Submit extends ContextCommand {
        @Parameters(paramLabel = "RESULT", description = "directory of the result, or its name below results/")
        private String name;

        @Option(names = "--output", paramLabel = "FILE", required = true, description = "archive to write (.tar.gz)")
        private Path output;

        @Option(
                names = "--anonymous",
                description = "replace host names, addresses, home directories and secrets; equal ones stay equal")
        private boolean anonymous;

        @Option(
                names = "--sign",
                paramLabel = "KEY",
                description = "sign its manifest with this ssh key (the public one if an agent has it)")
        private Path key;

        @Override
        public Integer call() {
            Path directory = context.result(name);
            Path archive = output.toAbsolutePath().normalize();
            new Problems()
                    .that(
                            archive.getParent() != null && Files.isDirectory(archive.getParent()),
                            "the directory of the archive does not exist: " + output + " (--output)")
                    .that(NamedFile.replaceable(archive), "the archive must be a file: " + output + " (--output)")
                    .that(
                            !within(archive, directory),
                            "the archive must not lie within the result, whose files all count: " + output
                                    + " (--output)")
                    .that(
                            key == null || Files.isReadable(key),
                            "the key must be a file that can be read: " + key + " (--sign)")
                    .check();
            ResultKind<?> kind = context.results().kind(directory);
            try {
                Submission submission = new Submission(context.kinds(), Disclosures.program(), directory);
                Verification.Report report = submission.examined();
                tell(context, directory, report);
                if (report.outcome() != Outcome.VERIFIED) {
                    context.console().line("Nothing was packed.");
                    return ExitCode.INVALID.code();
                }
                Submission.Packed packed =
                        submission.pack(new Submission.Wanted(output, anonymous, key), report.results());
                return told(kind, directory, packed);
            } catch (IOException e) {
                throw new EnvironmentException("the result cannot be packed: " + directory + ": " + e.getMessage(), e);
            }
        }

        /** Also where the result is named through a link. */
        private static boolean within(Path archive, Path directory) {
            try {
                return archive.startsWith(directory.toAbsolutePath().normalize())
                        || archive.getParent() != null
                                && archive.getParent().toRealPath().startsWith(directory.toRealPath());
            } catch (IOException absent) {
                return false;
            }
        }

        private int told(ResultKind<?> kind, Path directory, Submission.Packed packed) throws IOException {
            if (packed.report().outcome() != Outcome.VERIFIED) {
                context.console()
                        .line("With these names replaced its parts do not agree any more, so nothing was packed:");
                tell(context, directory, packed.report());
                return ExitCode.INVALID.code();
            }
            packed.replaced().forEach(line -> context.console().line("Replaced    " + line));
            context.console()
                    .line(String.format(ROOT, "Packed      %s (%,d KiB)", output, Math.ceilDiv(packed.bytes(), 1024)));
            official(kind, directory);
            return ExitCode.PASS.code();
        }

        private <R extends Result> void official(ResultKind<R> kind, Path directory) throws IOException {
            boolean official = kind.index(kind.read(directory)).official();
            context.console()
                    .line("Official    "
                            + (official ? "yes" : "no: docs/run-rules.md says what an official result needs"));
        }
    }

    @Command(name = "compare", description = "Compares results, with 90 %% intervals where the noise is known.")
    static final class Compare extends ContextCommand {
        private static final int FEWEST = 2;

        @Parameters(
                paramLabel = "RESULT[,RESULT…]",
                arity = "1..*",
                description =
                        "results, with commas between repeats of one thing. Further sides are compared with the first. One side alone gives its interval")
        private List<String> groups;

        @Option(
                names = "--force",
                description = "compare even if kind, services, length, profile, users or load over time differ")
        private boolean force;

        @Mixin
        private ComparisonOptions outputs;

        @Override
        public Integer call() {
            if (names().anyMatch(String::isBlank)) {
                throw new ConfigurationException("each side names results, with commas between them: " + groups);
            }
            if (names().count() < FEWEST) {
                throw new ConfigurationException("compare needs at least two results: " + groups);
            }
            outputs.check(groups.size());
            requireOnce();
            List<List<ComparedResult>> sides = new ArrayList<>();
            for (String group : groups) {
                List<String> names = names(group);
                List<ComparedResult> side = names.stream().map(this::side).toList();
                requireRepeats(names, side);
                sides.add(side);
            }
            Comparison comparison = Comparison.of(sides, force, history(sides));
            if (!comparison.refusals().isEmpty()) {
                comparison.header().forEach(context.console()::line);
                throw new ConfigurationException(
                        String.join("\n", comparison.refusals())
                                + "\nthese results are not comparable; --force compares them all the same, unless one has no number");
            }
            comparison.lines().forEach(context.console()::line);
            context.output().comparison(ComparisonJson.of(comparison));
            try {
                outputs.write(comparison, outputs.page() ? results() : List.of());
            } catch (IOException e) {
                throw new EnvironmentException("the comparison cannot be written: " + e.getMessage(), e);
            }
            return outputs.verdict(comparison, context.console()::line);
        }

        /** Of each side the first: its distributions are drawn. */
        private List<List<Result>> results() throws IOException {
            List<List<Result>> sides = new ArrayList<>();
            for (String group : groups) {
                Path directory = context.result(names(group).getFirst());
                sides.add(List.of(context.results().kind(directory).read(directory)));
            }
            return sides;
        }

        private Stream<String> names() {
            return groups.stream().flatMap(group -> names(group).stream());
        }

        private static List<String> names(String group) {
            return List.of(group.split(",", -1));
        }

        /** Of this machine, where a side alone does not know its noise. */
        private History history(List<List<ComparedResult>> sides) {
            return sides.stream().allMatch(side -> side.size() > 1)
                    ? History.NONE
                    : new PastResults(context.installation().results(), context.kinds())
                            .like(sides.getFirst().getFirst());
        }

        /** A result beside itself shows that nothing differs; as a repeat it would show noise that was never measured. */
        private void requireOnce() {
            List<Path> all = names().map(context::result).toList();
            String twice = all.stream()
                    .filter(each -> Collections.frequency(all, each) > 1)
                    .distinct()
                    .map(each -> each.getFileName().toString())
                    .collect(Collectors.joining(", "));
            if (all.size() > groups.size() && !twice.isEmpty()) {
                throw new ConfigurationException("a result is named twice: " + twice);
            }
        }

        /** Nor is a copy of a result a repeat. Runs of two machines may have one id, but not the same figures. */
        private static void requireRepeats(List<String> names, List<ComparedResult> side) {
            for (int i = 0; i < side.size(); i++) {
                for (int j = 0; j < i; j++) {
                    ComparedResult one = side.get(j);
                    ComparedResult other = side.get(i);
                    if (one.id().equals(other.id())
                            && one.figures().equals(other.figures())
                            && one.peak().equals(other.peak())) {
                        throw new ConfigurationException("repeats must be measurements of their own: "
                                + names.get(j) + " and " + names.get(i) + " are both " + one.id()
                                + ": name one of them");
                    }
                }
            }
        }

        private ComparedResult side(String name) {
            Path directory = context.result(name);
            try {
                return context.kinds()
                        .in(directory)
                        .orElseThrow(() -> new IOException("there is none"))
                        .compared(name, directory);
            } catch (IOException e) {
                throw new ConfigurationException("no result can be read from " + directory + ": " + e.getMessage());
            }
        }
    }

    private static void tell(CommandContext context, Path directory, Verification.Report report) {
        context.output()
                .examined(new ExaminedEntry(
                        directory.toString(),
                        report.outcome().name(),
                        report.findings().checks(),
                        report.signer(),
                        Stream.of(Findings.Kind.values())
                                .flatMap(kind -> report.findings().of(kind).stream())
                                .map(finding -> finding.kind() + " " + finding.text())
                                .toList()));
        context.console().line("Result      " + directory.getFileName());
        context.console()
                .line("Examined    " + Words.count(report.findings().checks()) + " figures of "
                        + Words.plural(report.results().size(), "result"));
        if (!report.signer().isEmpty()) {
            context.console().line("Signature   " + report.signer());
        }
        for (Findings.Kind kind : Findings.Kind.values()) {
            List<Findings.Finding> told = report.findings().of(kind);
            told.stream().limit(MOST_TOLD).forEach(finding -> context.console()
                    .line("  " + MARKS.get(kind) + " " + finding.text()));
            if (told.size() > MOST_TOLD) {
                context.console().line("  " + MARKS.get(kind) + " and " + (told.size() - MOST_TOLD) + " more");
            }
        }
        context.console()
                .line(report.outcome()
                        + switch (report.outcome()) {
                            case VERIFIED -> ": it is complete and unchanged, and all its parts agree";
                            case INCOMPLETE -> ": what is there agrees, but something is missing (–)";
                            case REFUTED -> ": something in it contradicts the rest (✗)";
                        });
    }
}
