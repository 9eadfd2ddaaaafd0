package gavel.harness.run.peak;

import static java.util.Locale.ROOT;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.PeakKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.Room;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.SetSizes;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.MachineCheck;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.RunOutcome;
import gavel.harness.run.RunRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.setting.Durations;
import gavel.harness.setting.RecordWriter;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A search for the peak from its first deployment to its report. As long as the search passes its data set, another deployment with a
 * larger one takes over. Used once, by one thread; interrupting that thread ends the search, and its journal lets it go on.
 */
public final class PeakExperiment {
    private final Environment environment;
    private final PeakRequest request;
    private final TimeRange further;
    private final Instant startedAt;
    private final ResultWriter results;
    /** Found before an interruption. */
    private List<ProbeResult> before = List.of();
    /** When the search would have begun if nothing had interrupted it. */
    private Instant began;

    public PeakExperiment(Environment environment, PeakRequest request) {
        this(environment, request, TimeRange.NONE);
    }

    /** @param further time for what follows this search, which is told with what is left of it */
    public PeakExperiment(Environment environment, PeakRequest request, TimeRange further) {
        this.environment = environment;
        this.request = request;
        this.further = further;
        this.startedAt = environment.time().instant();
        this.results =
                new ResultWriter(environment, request.sized().apply(request.setUsers()), startedAt, request.id());
    }

    /** @throws ConfigurationException before anything is started */
    public ExperimentOutcome<PeakResult> run() {
        request.requireTime();
        return results.reserved(this::made);
    }

    private ExperimentOutcome<PeakResult> made() {
        Path directory = results.directory();
        SearchJournal memory = memory(directory);
        before = memory.findings();
        began = startedAt.minus(memory.taken());
        int most = request.search().most();
        Room room = room(most);
        if (room.users() < most) {
            say(String.format(
                    ROOT,
                    "%s for about %,d users now: the search goes no further than that",
                    room.limit().word(),
                    room.users()));
        }
        say("predicted time: " + predicted(Math.min(room.users(), most))
                + (further.most() > 0 ? ", then " + further.words() + " for the other searches" : ""));
        if (request.searching(before.size()).middle()
                > request.search().budget().toSeconds()) {
            say(
                    "! that is more than the search may take, %s: its interval may stay wide, or there may be no number (--budget)"
                            .formatted(Durations.spoken(request.search().budget())));
        }
        ProbeResultWriter.complete(directory, before, environment.console());
        int users = users(memory, room.users());
        SearchOutcome last = null;
        while (true) {
            RunRequest sized = request.sized().apply(users);
            PeakSearchRun search =
                    new PeakSearchRun(environment, request, sized.configuration(), memory, room, began, further);
            RunOutcome outcome;
            try {
                outcome = new RunExecutor(environment, sized, search, results.id()).run();
            } catch (EnvironmentException | InterruptedRunException e) {
                if (last == null) {
                    throw e;
                }
                return new ExperimentOutcome<>(written(last.without(noLargerSet(users, e)), memory), directory, e);
            }
            last = search.ending();
            if (search.needed() == 0 || outcome.failure() != null || !Conclusions.sound(last.auditAfter())) {
                return new ExperimentOutcome<>(written(last, memory), directory, outcome.failure());
            }
            // Other processes may have taken memory meanwhile; for the set before there was enough.
            room = room.and(room(most)).atLeast(users);
            users = Math.min(search.needed(), room.users());
            say(String.format(ROOT, "the search continues with a data set for %,d users", users));
        }
    }

    /** Users the machine has memory and descriptors for, as it is now. A deployment that is up has its memory. */
    private Room room(int most) {
        int from = request.search().from();
        int connected = Math.min(
                most, MachineCheck.usersConnected(request.sized().apply(from).configuration(), environment));
        if (connected < from) {
            throw new EnvironmentException(
                    "this machine is too small for the search",
                    List.of("descriptors for " + connected + " users, and it begins with " + from
                            + ": fewer (--from, --hint), or what `gavel plan` says of descriptors"),
                    null);
        }
        Room room = new Room(connected, Room.Limit.DESCRIPTORS);
        if (!request.onStandingDeployment()) {
            int fits = Sizing.largest(
                    from,
                    most,
                    users -> MachineCheck.hasMemory(request.sized().apply(users).configuration(), environment));
            room = new Room(fits, Room.Limit.MEMORY).and(room);
        }
        return room.atLeast(from);
    }

    private void say(String line) {
        environment.console().step(line);
    }

    private String predicted(int top) {
        String whole = request.predicted(before.size()).words();
        return top <= request.setUsers()
                ? request.predictedAtTheEnd().words() + String.format(ROOT, " if %,d users pass, else ", top) + whole
                : whole;
    }

    private static String noLargerSet(int users, HarnessException e) {
        return String.format(ROOT, "the search needs a data set for %,d users, and it could not be made: ", users)
                + String.join(
                        "; ",
                        Stream.concat(Stream.of(e.getMessage()), e.evidence().stream())
                                .toList());
    }

    private SearchJournal.Request wanted(Configuration configuration, Map<String, String> processors) {
        return new SearchJournal.Request(
                request.search(),
                RecordWriter.write(configuration),
                Disclosures.profile(configuration),
                Disclosures.program(),
                processors);
    }

    private SearchJournal memory(Path directory) {
        Configuration configuration = request.sized().apply(request.setUsers()).configuration();
        Map<String, String> processors = Disclosures.processors(configuration, environment);
        if (!request.resume()) {
            return SearchJournal.begin(directory, wanted(configuration, processors));
        }
        try {
            SearchJournal known = SearchJournal.reopen(directory);
            Disclosures.requireSameProgram(
                    "the search of " + results.id(), known.request().program());
            Disclosures.requireSameProcessors(
                    "the search of " + results.id(), known.request().processors(), processors);
            requireIntact(directory);
            if (!known.request().equals(wanted(configuration, known.request().processors()))) {
                throw new ConfigurationException("the search of " + results.id()
                        + " was a different one: resume with the same options and configuration (--resume)");
            }
            environment
                    .console()
                    .line("going on after " + Words.plural(known.findings().size(), "probe"));
            return known;
        } catch (IOException e) {
            throw new ConfigurationException(
                    "no search can be resumed from " + directory + ": " + e.getMessage() + " (--resume)");
        }
    }

    /** A search whose data were found damaged has no number, whatever a new deployment would find. */
    private void requireIntact(Path directory) throws IOException {
        PeakKind kind = new PeakKind();
        if (Files.isRegularFile(directory.resolve(kind.file()))
                && kind.read(directory).violated()) {
            throw new ConfigurationException("the audit of " + results.id()
                    + " found violations, which further probes cannot undo: begin a new search (--resume)");
        }
    }

    private int users(SearchJournal memory, int room) {
        int seen = memory.findings().stream()
                .map(ProbeResult::probe)
                .mapToInt(probe -> probe.users())
                .max()
                .orElse(0);
        if (memory.climb() != null) {
            seen = Math.max(seen, Math.max(memory.climb().good(), memory.climb().bad()));
        }
        int top = Math.min(room, request.search().most());
        return SetSizes.resumed(request.setUsers(), seen, memory.passed(), top);
    }

    private PeakResult written(SearchOutcome ending, SearchJournal memory) {
        PeakResult result =
                result(ending, memory).with(request.configuration().costs().price());
        results.conclude(new PeakKind(), result, memory);
        return result;
    }

    private PeakResult result(SearchOutcome ending, SearchJournal memory) {
        List<String> remarks =
                new ArrayList<>(Verdicts.judge(new Evidence(ending.conditions(), List.of(), 0, null, null, List.of()))
                        .remarks());
        if (!before.isEmpty()) {
            remarks.add(
                    "The search went on after an interruption: the data of %s before it were not audited after the load."
                            .formatted(Words.plural(before.size(), "probe")));
        }
        remarks.addAll(ending.disclosure().remarks());
        boolean driftKnown = ending.conclusion().kind() != Conclusion.Kind.FOUND
                || memory.search().driftKnown();
        remarks.addAll(PeakSummary.remarks(ending.conclusion(), memory.findings(), driftKnown));
        return new PeakResult(
                PeakResult.SCHEMA_VERSION,
                ending.run().since(startedAt),
                request.search(),
                ending.conclusion(),
                memory.climb(),
                memory.findings(),
                ending.levels(),
                request.predicted(0).middle(),
                Duration.between(began, environment.time().instant()).toSeconds(),
                ending.auditBefore(),
                ending.auditAfter(),
                remarks,
                ending.disclosure(),
                List.of());
    }
}
