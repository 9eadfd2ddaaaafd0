package gavel.harness.run.scale;

import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.report.text.Words;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.peak.PeakExperiment;
import gavel.harness.scale.Counts;
import gavel.harness.scale.ScaleJournal;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import gavel.harness.setting.RecordWriter;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A search for the peak for each number of application servers, in random order. Each is on a deployment of its own with data loaded anew:
 * so none inherits another one's data, caches or tables. A search that cannot be made leaves a gap and the others go on. Used once, by one
 * thread; interrupting that thread ends the sweep, and its journals let it go on.
 */
public final class ScaleExperiment {
    private final Environment environment;
    private final ScaleRequest request;
    private final double quota;
    private final List<Integer> order;
    private final ResultWriter results;
    private Path directory;
    private final Map<Integer, String> gaps = new HashMap<>();
    /** What searches without an end have taken, by their number of servers. */
    private final Map<Integer, Duration> taken = new HashMap<>();

    private HarnessException failure;

    /** @throws ConfigurationException where a deployment cannot be as it is wanted */
    public ScaleExperiment(Environment environment, ScaleRequest request) {
        this.environment = environment;
        this.request = request;
        this.quota = request.quota();
        this.order = Counts.shuffled(request.counts(), request.seed());
        Instant startedAt = environment.time().instant();
        this.results = new ResultWriter(environment, first(), startedAt, request.resume());
    }

    private RunRequest first() {
        return request.sized().apply(request.counts().getFirst(), request.setUsers());
    }

    /** @throws ConfigurationException before anything is started */
    public ExperimentOutcome<ScaleResult> run() {
        return results.reserved(this::made);
    }

    private ExperimentOutcome<ScaleResult> made() {
        directory = results.directory();
        try {
            ScaleJournal journal = journal();
            say("order (seed %d): %s application servers".formatted(request.seed(), numbers(order)));
            List<Integer> left = new ArrayList<>(order);
            left.removeIf(journal::hasEnded);
            say("predicted time: " + request.predicted(left).words());
            for (int servers : order) {
                if (journal.hasEnded(servers)) {
                    say(Words.plural(servers, "application server") + ": measured already");
                } else {
                    say("");
                    say("── %s (%d of %d)"
                            .formatted(
                                    Words.plural(servers, "application server"),
                                    order.indexOf(servers) + 1,
                                    order.size()));
                    left.remove((Integer) servers);
                    search(servers, journal, left);
                }
                if (failure instanceof InterruptedRunException) {
                    break;
                }
            }
            return new ExperimentOutcome<>(written(journal), directory, failure);
        } catch (IOException e) {
            throw new EnvironmentException("the sweep cannot be written to " + directory + ": " + e, e);
        }
    }

    /** @param left numbers of servers whose searches follow */
    private void search(int servers, ScaleJournal journal, List<Integer> left) throws IOException {
        Duration before = takenBefore(servers);
        boolean begun = SearchJournal.in(directory.resolve(ScaleRequest.directory(servers)));
        Instant startedAt = environment.time().instant();
        HarnessException problem;
        try {
            problem = new PeakExperiment(
                            environment, request.search(servers, results.id(), begun), further(left, journal))
                    .run()
                    .failure();
        } catch (EnvironmentException | InterruptedRunException e) {
            problem = e;
        } catch (ConfigurationException e) {
            if (!begun) {
                throw e;
            }
            // A search that cannot go on is a gap, and no obstacle for the others.
            problem = e;
        }
        taken.put(
                servers,
                before.plus(Duration.between(startedAt, environment.time().instant())));
        if (problem == null && environment.interruption().requested()) {
            journal.ended(servers);
            failure = new InterruptedRunException("the sweep");
        } else if (problem == null) {
            journal.ended(servers);
        } else {
            failure = problem;
            gaps.put(servers, "not measured: " + problem.getMessage());
            say("! " + Words.plural(servers, "application server") + ": " + problem.getMessage());
            problem.evidence().forEach(line -> say("  | " + line));
        }
    }

    /** What these searches take: about as long as those that have ended, where any has. */
    private TimeRange further(List<Integer> left, ScaleJournal journal) throws IOException {
        List<Double> ended = new ArrayList<>();
        for (int servers : order) {
            if (journal.hasEnded(servers)) {
                ended.add(new PeakKind()
                        .read(directory.resolve(ScaleRequest.directory(servers)))
                        .seconds());
            }
        }
        return ended.isEmpty() ? request.predicted(left) : TimeRange.like(ended, left.size());
    }

    /** What a search that was interrupted took; none where there is nothing to go on with. */
    private Duration takenBefore(int servers) throws IOException {
        Path search = directory.resolve(ScaleRequest.directory(servers));
        return SearchJournal.in(search) ? SearchJournal.reopen(search).taken() : Duration.ZERO;
    }

    private ScaleJournal.Request wanted(Map<String, String> processors) {
        return new ScaleJournal.Request(
                order,
                request.searches().apply(1),
                request.setUsers(),
                RecordWriter.write(first().configuration()),
                Disclosures.profile(first().configuration()),
                Disclosures.program(),
                processors);
    }

    private ScaleJournal journal() throws IOException {
        Map<String, String> processors = Disclosures.processors(first().configuration(), environment);
        if (request.resume() == null) {
            return ScaleJournal.begin(directory, wanted(processors));
        }
        ScaleJournal known;
        try {
            known = ScaleJournal.reopen(directory);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "no sweep can be resumed from " + directory + ": " + e.getMessage() + " (--resume)");
        }
        Disclosures.requireSameProgram(
                "the sweep of " + request.resume(), known.request().program());
        Disclosures.requireSameProcessors(
                "the sweep of " + request.resume(), known.request().processors(), processors);
        if (!known.request().equals(wanted(known.request().processors()))) {
            throw new ConfigurationException("the sweep of " + request.resume()
                    + " was a different one: resume with the same options and configuration (--resume)");
        }
        makeAgain(known);
        say("going on after %d of %d searches".formatted(known.count(), order.size()));
        return known;
    }

    /** A search without an answer is no point of the curve; only where data were lost it is one that stays. */
    private void makeAgain(ScaleJournal known) throws IOException {
        for (int servers : order) {
            if (!known.hasEnded(servers)) {
                continue;
            }
            Path search = directory.resolve(ScaleRequest.directory(servers));
            PeakResult ended = new PeakKind().read(search);
            if (ended.conclusion().kind() == Kind.INVALID && !ended.violated()) {
                known.again(servers);
                if (ended.auditAfter() == null && !ended.probes().isEmpty()) {
                    // Its probes stand, and only the data of its last deployment were not audited.
                    continue;
                }
                Path aside = aside(search);
                Files.move(search, aside);
                say("%s: the search was invalid (%s) and is made again; it stays in %s"
                        .formatted(
                                Words.plural(servers, "application server"),
                                ended.conclusion().reason(),
                                aside.getFileName()));
            }
        }
    }

    private static Path aside(Path search) {
        Path aside;
        int number = 0;
        do {
            number++;
            aside = search.resolveSibling(search.getFileName() + "-invalid-" + number);
        } while (Files.exists(aside));
        return aside;
    }

    private ScaleResult written(ScaleJournal journal) throws IOException {
        List<SweepPoint> points = new ArrayList<>();
        Map<Integer, PeakResult> searches = new LinkedHashMap<>();
        PeakResult largest = null;
        for (int servers : request.counts()) {
            if (journal.hasEnded(servers)) {
                String name = ScaleRequest.directory(servers);
                largest = new PeakKind().read(directory.resolve(name));
                searches.put(servers, largest);
                points.add(SweepPoint.of(servers, name, largest, Tiers.APP_SERVERS));
            } else {
                Duration spent = taken.containsKey(servers) ? taken.get(servers) : takenBefore(servers);
                points.add(SweepPoint.missing(
                        servers, gaps.getOrDefault(servers, "not measured yet"), spent.toMillis() / 1_000.0));
            }
        }
        ScaleResult.Asked asked = new ScaleResult.Asked(
                results.info(first().configuration()),
                request.searches().apply(1),
                order,
                quota,
                request.predicted().middle());
        ScaleResult result = ScaleResult.of(
                asked, points, ScaleResult.remarks(points, searches), largest == null ? null : largest.disclosure());
        results.conclude(new ScaleKind(), result);
        return result;
    }

    private static String numbers(List<Integer> counts) {
        return String.join(", ", counts.stream().map(String::valueOf).toList());
    }

    private void say(String text) {
        environment.console().step(text);
    }
}
