package gavel.harness.run;

import gavel.driver.api.LoadReport;
import gavel.harness.compare.Settings;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.file.ForeignText;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.RunKind;
import gavel.harness.platform.Removal;
import gavel.harness.result.Disclosure;
import gavel.harness.result.Result;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.setting.RecordWriter;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.io.Flushable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** Turns the journal of a run into its result directory. */
public final class ResultWriter {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    /** A long run's result with its logs. */
    private static final int PROBE_BYTES = 16 << 20;

    private static final List<String> EXPLANATIONS = List.of("No space left on device", "OutOfMemoryError", "PANIC:");

    private final Environment environment;
    private final RunRequest request;
    private final Instant startedAt;
    private final String wanted;
    private String id;
    private boolean reserved;
    private boolean kept;
    private Path temporaryDeployment;
    private Configuration made;

    /** @param known of a result that is continued; null for a new one */
    public ResultWriter(Environment environment, RunRequest request, Instant startedAt, String known) {
        this.environment = environment;
        this.request = request;
        this.startedAt = startedAt;
        this.wanted = known != null
                ? ""
                : STAMP.format(startedAt) + "-" + request.configuration().name();
        this.id = known != null ? known : unused(wanted);
    }

    public String id() {
        return id;
    }

    public Path directory() {
        return environment.installation().results().resolve(id);
    }

    /** Before anything is started: a result that cannot be written at the end would be a run for nothing. */
    void check() {
        Path results = environment.installation().results();
        try {
            Files.createDirectories(results);
            Path probe = Files.createTempFile(results, ".probe", null);
            try {
                Files.write(probe, new byte[PROBE_BYTES]);
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw unwritable(results, e);
        }
        reserve();
    }

    private static EnvironmentException unwritable(Path results, IOException e) {
        return new EnvironmentException(
                "results cannot be written to " + results + ": "
                        + (e instanceof FileAlreadyExistsException ? "it is no directory" : e.getMessage())
                        + "; it has to be a directory that can be written and has space",
                e);
    }

    /** Makes what this is the result of, with a name that nobody else takes meanwhile. */
    public <T> T reserved(Supplier<T> work) {
        reserve();
        try {
            return work.get();
        } finally {
            release();
        }
    }

    /** From now on: a command that began in the same second would write over this result. */
    private void reserve() {
        Path results = environment.installation().results();
        try {
            Files.createDirectories(results);
            for (int i = 2; !wanted.isEmpty() && !reserved; i++) {
                try {
                    Files.createDirectory(directory());
                    reserved = true;
                } catch (FileAlreadyExistsException another) {
                    id = wanted + "-" + i;
                }
            }
        } catch (IOException e) {
            throw unwritable(results, e);
        }
    }

    /** Where nothing came of it there is no result. */
    void release() {
        if (!reserved) {
            return;
        }
        try (Stream<Path> files = Files.list(directory())) {
            if (files.findAny().isEmpty()) {
                Files.delete(directory());
            }
        } catch (IOException e) {
            environment.console().detail("  " + directory() + " cannot be removed: " + e);
        }
    }

    /** The deployment the result is of; one of the run's own is removed with {@link #removeOwnDeployment}. */
    void owner(Deployment deployment) {
        kept = request.keepData() && deployment.loaded() != null;
        if (deployment.temporary()) {
            temporaryDeployment = deployment.directory().path();
            made = deployment.made();
        }
    }

    /** Copies logs, and settings without secrets, so that nothing is lost with the deployment. */
    void collectLogs(Deployment deployment) {
        Path logs = deployment.directory().logs();
        try {
            Path target = Files.createDirectories(directory().resolve("logs"));
            try (Stream<Path> files = Files.isDirectory(logs) ? Files.list(logs) : Stream.empty()) {
                for (Path file : files.toList()) {
                    Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Files.writeString(
                    directory().resolve("configuration.yaml"), RecordWriter.write(deployment.configuration()));
        } catch (IOException e) {
            environment.console().line("! logs could not be collected: " + e);
        }
    }

    RunOutcome write(Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        progress.done();
        Configuration configuration = deployment.configuration();
        LoadReport load = journal.load();
        Disclosure disclosure = Disclosures.of(deployment, journal.hosts(), journal.versions(), journal.started());
        RunResult result = new RunFindings(
                        info(configuration),
                        new MeasurementConditions(
                                configuration.load().lengthName(),
                                configuration.services(),
                                load == null || load.profile().builtIn(),
                                !deployment.placement().driversApart(),
                                Settings.changed(RecordWriter.write(configuration))),
                        load,
                        journal.auditBefore(),
                        journal.auditAfter(),
                        journal.collected()
                                .withLastWords(
                                        name -> lastWords(deployment.directory().log(name))),
                        journal.intervals(),
                        journal.incidents(),
                        progress.times(),
                        journal.actions(),
                        kept ? disclosure.withKeptData() : disclosure)
                .conclude()
                .with(configuration.costs().price());
        conclude(new RunKind(), result);
        return new RunOutcome(result, directory(), failure);
    }

    /** As it reads when the run's own deployment is gone: logs are where they were copied to. */
    HarnessException kept(HarnessException failure) {
        if (temporaryDeployment == null || !(failure instanceof EnvironmentException)) {
            return failure;
        }
        String gone = new RunDirectory(temporaryDeployment).logs().toString();
        return new EnvironmentException(
                failure.getMessage().replace(gone, directory().resolve("logs").toString()),
                failure.evidence(),
                failure);
    }

    /** The last that says why, or the last of all: what a process says of its end is often no more than that it ended. */
    private static Optional<String> lastWords(Path log) {
        return ForeignText.tail(log, Integer.MAX_VALUE).stream()
                .filter(line -> !line.isBlank())
                .reduce((before, next) -> explains(next) || !explains(before) ? next : before);
    }

    private static boolean explains(String line) {
        return EXPLANATIONS.stream().anyMatch(line::contains);
    }

    /** Writes the result with its page, and tells what it says. */
    public <R extends Result> void conclude(ResultKind<R> kind, R result) {
        conclude(kind, result, () -> {});
    }

    /** @param journal which is completed first: a disk that was full has the room of the deployment again */
    public <R extends Result> void conclude(ResultKind<R> kind, R result, Flushable journal) {
        try {
            journal.flush();
            Path page = kind.write(result, directory());
            environment.console().concluded(kind.entry(result, directory()));
            tell(kind.summary(result, page), page);
        } catch (IOException | UncheckedIOException | JacksonException e) {
            // What is known is told all the same.
            tell(kind.summary(result, null), null);
            String kept = kind.journal().isEmpty()
                    ? ""
                    : "; what was found stands in " + kind.journal() + " there, --resume continues from it";
            throw new EnvironmentException("the result cannot be written to " + directory() + ": " + e + kept, e);
        }
    }

    /** The first sentence and the page are the outcome, which a quiet console shows alone. */
    private void tell(List<String> summary, Path page) {
        Console console = environment.console();
        console.step("");
        console.line(summary.getFirst());
        for (String line : summary.subList(1, summary.size())) {
            if (page != null && line.endsWith(page.toString())) {
                console.line(line);
            } else {
                console.step(line);
            }
        }
    }

    public RunInfo info(Configuration configuration) {
        return new RunInfo(
                id,
                configuration.name(),
                request.command(),
                startedAt,
                environment.time().instant(),
                configuration.load().users(),
                configuration.load().profile(),
                configuration.load().lengthName(),
                configuration.services(),
                configuration.load().phases(),
                configuration.load().seed());
    }

    /** The run's own deployment directory; what it is worth has been copied. */
    void removeOwnDeployment() {
        if (temporaryDeployment != null) {
            Removal removal =
                    environment.platforms().platform(temporaryDeployment, made).remove();
            removal.remarks().forEach(remark -> environment.console().line("! " + remark));
            removal.left().forEach(host -> environment.console().line("! " + host.line()));
            if (!removal.complete()) {
                environment.console().line("! `gavel clean` removes the rest as soon as those hosts can be reached");
            }
        }
    }

    private String unused(String first) {
        String name = first;
        for (int i = 2; Files.exists(environment.installation().results().resolve(name)); i++) {
            name = first + "-" + i;
        }
        return name;
    }
}
