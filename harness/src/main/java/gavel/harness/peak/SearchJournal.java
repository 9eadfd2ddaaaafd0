package gavel.harness.peak;

import gavel.harness.result.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file in which a search keeps what it was asked and what it found, a line each, so that it can go on after an interruption. The
 * probe of a line that was not written to its end is made again.
 */
public final class SearchJournal {
    public static final String FILE = "search.jsonl";

    private final JsonLines<Line> lines;
    private Request request;
    private Climb climb;
    private final List<Finding> findings = new ArrayList<>();

    /** @param configuration as text, without what the search itself sets */
    public record Request(SearchSettings search, String configuration) {}

    private record Line(Request request, Climb climb, Finding finding) {}

    private SearchJournal(Path directory) {
        this.lines = new JsonLines<>(directory.resolve(FILE), Line.class);
    }

    /** Nothing is written before something is found. */
    public static SearchJournal begin(Path directory, Request request) {
        SearchJournal journal = new SearchJournal(directory);
        journal.request = request;
        return journal;
    }

    /** Whether a search has begun to find something there. */
    public static boolean in(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    public static SearchJournal reopen(Path directory) throws IOException {
        SearchJournal journal = new SearchJournal(directory);
        for (Line line : journal.lines.read()) {
            journal.request = line.request() == null ? journal.request : line.request();
            journal.climb = line.climb() == null ? journal.climb : line.climb();
            if (line.finding() != null) {
                journal.findings.add(line.finding());
            }
        }
        if (journal.request == null) {
            throw new IOException(journal.lines.file() + " is not the journal of a search");
        }
        return journal;
    }

    public void climbed(Climb found) throws IOException {
        climb = found;
        write(new Line(null, found, null));
    }

    public void found(Finding finding) throws IOException {
        findings.add(finding);
        write(new Line(null, null, finding));
    }

    public Request request() {
        return request;
    }

    /** Null before there was one. */
    public Climb climb() {
        return climb;
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** A search that knows all of this. */
    public PeakSearch search() {
        PeakSearch search = new PeakSearch(request.search());
        if (climb != null) {
            search.climbed(climb);
            for (Finding finding : findings) {
                // Asked again, so that the order of what comes next is what it would have been.
                search.next(Integer.MAX_VALUE);
                search.probed(finding.probe(), finding.purpose());
            }
        }
        return search;
    }

    private void write(Line line) throws IOException {
        if (lines.empty()) {
            lines.append(new Line(request, null, null));
        }
        lines.append(line);
    }
}
