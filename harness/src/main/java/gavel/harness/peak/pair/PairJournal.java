package gavel.harness.peak.pair;

import gavel.harness.peak.Climb;
import gavel.harness.peak.SearchSettings;
import gavel.harness.result.JsonLines;
import java.io.Flushable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The file in which a paired comparison keeps what it was asked and what it found, a line each, so that it can go on after an interruption. */
public final class PairJournal implements Flushable {
    public static final String FILE = "pair.jsonl";

    private final JsonLines<Line> lines;
    private final Map<Side, Climb> climbs = new EnumMap<>(Side.class);
    private final List<PairProbe> probes = new ArrayList<>();
    private Request request;
    private long seconds;

    /**
     * @param first configuration as text, and the second
     * @param profile what the users do, with what tells one version of it from another
     * @param program version of Gavel
     * @param processors of each machine by its name, null in journals of versions that did not write them down
     */
    public record Request(
            SearchSettings search,
            String first,
            String second,
            String profile,
            String program,
            Map<String, String> processors) {
        /** Whether what was measured for another one counts for this: it is the same, or the same with more probes or time. */
        public boolean continues(Request earlier) {
            return search.continues(earlier.search)
                    && equals(new Request(
                            search,
                            earlier.first,
                            earlier.second,
                            earlier.profile,
                            earlier.program,
                            earlier.processors));
        }
    }

    /** @param seconds the comparison has taken up to this line, its interruptions not included */
    private record Line(Request request, Side side, Climb climb, PairProbe probe, Long seconds) {}

    private PairJournal(Path directory) {
        lines = new JsonLines<>(directory.resolve(FILE), Line.class);
    }

    /** Nothing is written before there is something to go on with. */
    public static PairJournal begin(Path directory, Request request) {
        PairJournal journal = new PairJournal(directory);
        journal.request = request;
        return journal;
    }

    public static boolean in(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    /** To go on with. */
    public static PairJournal reopen(Path directory) throws IOException {
        PairJournal journal = new PairJournal(directory);
        return journal.knowing(journal.lines.read());
    }

    /** To be looked at: the file stays as it is, and each of its lines must be whole. */
    public static PairJournal readOnly(Path directory) throws IOException {
        PairJournal journal = new PairJournal(directory);
        return journal.knowing(journal.lines.readOnly());
    }

    private PairJournal knowing(List<Line> known) throws IOException {
        for (Line line : known) {
            request = line.request() == null ? request : line.request();
            if (line.climb() != null && line.side() != null) {
                climbs.put(line.side(), line.climb());
            }
            if (line.probe() != null) {
                probes.add(line.probe());
            }
            seconds = line.seconds() == null ? seconds : line.seconds();
        }
        if (request == null) {
            throw new IOException(lines.file() + " is not the journal of a paired comparison");
        }
        return this;
    }

    /** @param after seconds of the comparison, those before an interruption included; here and below */
    public void climbed(Side side, Climb climb, long after) throws IOException {
        climbs.put(side, climb);
        write(new Line(null, side, climb, null, after));
    }

    public void found(PairProbe probe, long after) throws IOException {
        probes.add(probe);
        write(new Line(null, null, null, probe, after));
    }

    private void write(Line line) throws IOException {
        if (lines.empty()) {
            lines.append(new Line(request, null, null, null, null));
        }
        lines.append(line);
        seconds = line.seconds();
    }

    /** Goes on with what is asked for now, which {@linkplain Request#continues continues} what was asked for. */
    public void goOn(Request wanted) throws IOException {
        if (!wanted.equals(request)) {
            request = wanted;
            lines.append(new Line(request, null, null, null, null));
        }
    }

    @Override
    public void flush() throws IOException {
        lines.flush();
    }

    public Request request() {
        return request;
    }

    /** Null before there was one. */
    public Climb climb(Side side) {
        return climbs.get(side);
    }

    public List<PairProbe> probes() {
        return List.copyOf(probes);
    }

    public Duration taken() {
        return Duration.ofSeconds(seconds);
    }

    /** One that knows all of this. */
    public PairedSearch search() {
        return search(request.search(), climbs, probes);
    }

    /** One that knows so much. */
    public static PairedSearch search(SearchSettings settings, Map<Side, Climb> climbs, List<PairProbe> probes) {
        PairedSearch search = new PairedSearch(settings);
        climbs.forEach(search::climbed);
        for (PairProbe probe : probes) {
            // Asked again, so that the order of what comes next is what it would have been.
            if (search.next(Integer.MAX_VALUE).isEmpty()) {
                search.resumed();
                search.next(Integer.MAX_VALUE);
            }
            search.probed(probe.side(), probe.probe().probe());
        }
        return search;
    }
}
