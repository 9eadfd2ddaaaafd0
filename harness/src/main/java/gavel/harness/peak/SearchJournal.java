package gavel.harness.peak;

import gavel.harness.result.JsonLines;
import java.io.Flushable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The file in which a search keeps what it was asked and what it found, a line each, so that it can go on after an interruption. The
 * probe of a line that was not written to its end is made again.
 */
public final class SearchJournal implements Flushable {
    public static final String FILE = "search.jsonl";

    private final JsonLines<Line> lines;
    private Request request;
    private Climb climb;
    private int passed;
    private int borne;
    private long seconds;
    private final List<ProbeResult> findings = new ArrayList<>();

    /**
     * @param configuration as text, without what the search itself sets
     * @param profile what the users do, with what tells one version of it from another
     * @param program version of Gavel; null in journals of versions that did not write it down
     * @param processors of each machine by its name, null in such journals
     */
    public record Request(
            SearchSettings search,
            String configuration,
            String profile,
            String program,
            Map<String, String> processors) {}

    /** @param seconds the search has taken up to this line, its interruptions not included */
    private record Line(
            Request request, Climb climb, ProbeResult finding, Integer passed, Integer borne, Long seconds) {}

    private SearchJournal(Path directory) {
        this.lines = new JsonLines<>(directory.resolve(FILE), Line.class);
    }

    /** Nothing is written before there is something to go on with. */
    public static SearchJournal begin(Path directory, Request request) {
        SearchJournal journal = new SearchJournal(directory);
        journal.request = request;
        return journal;
    }

    /** Whether a search has found something there that another can go on with. What was written of a first line only is cut off. */
    public static boolean in(Path directory) {
        JsonLines<Line> lines = new JsonLines<>(directory.resolve(FILE), Line.class);
        try {
            return Files.exists(lines.file()) && !lines.read().isEmpty();
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** To go on with. */
    public static SearchJournal reopen(Path directory) throws IOException {
        SearchJournal journal = new SearchJournal(directory);
        return journal.knowing(journal.lines.read());
    }

    /** To be looked at: the file stays as it is, and each of its lines must be whole. */
    public static SearchJournal readOnly(Path directory) throws IOException {
        SearchJournal journal = new SearchJournal(directory);
        return journal.knowing(journal.lines.readOnly());
    }

    private SearchJournal knowing(List<Line> known) throws IOException {
        for (Line line : known) {
            request = line.request() == null ? request : line.request();
            climb = line.climb() == null ? climb : line.climb();
            if (line.finding() != null) {
                findings.add(line.finding());
            }
            borne = line.borne() == null ? borne : Math.max(line.borne(), borne);
            passed = line.passed() == null ? passed : line.passed();
            seconds = line.seconds() == null ? seconds : line.seconds();
        }
        if (request == null) {
            throw new IOException(lines.file() + " is not the journal of a search");
        }
        return this;
    }

    /** @param after seconds of the search, those before an interruption included; here and below */
    public void climbed(Climb found, long after) throws IOException {
        climb = found;
        write(new Line(null, found, null, null, null, after));
    }

    /** A climb has borne so many users and goes on. */
    public void borne(int users, long after) throws IOException {
        borne = Math.max(borne, users);
        write(new Line(null, null, null, null, users, after));
    }

    /** A climb came to the end of its data set, which was made for so many users. */
    public void passed(int users, long after) throws IOException {
        passed = users;
        write(new Line(null, null, null, users, null, after));
    }

    public void found(ProbeResult finding, long after) throws IOException {
        findings.add(finding);
        write(new Line(null, null, finding, null, null, after));
    }

    @Override
    public void flush() throws IOException {
        lines.flush();
    }

    public Request request() {
        return request;
    }

    /** Null before there was one. */
    public Climb climb() {
        return climb;
    }

    /** Users a climb bore on a data set that was made for no more; 0 where none was too small. */
    public int passed() {
        return passed;
    }

    /** The most users a climb has borne, on whatever data set; 0 where none came so far. */
    public int borne() {
        return Math.max(borne, passed);
    }

    public List<ProbeResult> findings() {
        return List.copyOf(findings);
    }

    /** What the search has taken up to its last line, deployments and climbs included. */
    public Duration taken() {
        return Duration.ofSeconds(seconds);
    }

    /** {@link #search(Room)} where there is room for all users that are allowed. */
    public PeakSearch search() {
        return search(Room.enough());
    }

    /**
     * A search that knows all of this.
     *
     * @param room of the machine
     */
    public PeakSearch search(Room room) {
        PeakSearch search = new PeakSearch(request.search(), room);
        if (climb != null) {
            search.climbed(climb);
            for (ProbeResult finding : findings) {
                // Asked again, so that the order of what comes next is what it would have been.
                search.next(Integer.MAX_VALUE);
                search.probed(finding.probe(), finding.purpose());
            }
        }
        return search;
    }

    private void write(Line line) throws IOException {
        if (lines.empty()) {
            lines.append(new Line(request, null, null, null, null, null));
        }
        lines.append(line);
        seconds = line.seconds();
    }
}
