package gavel.harness.peak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file in which a search keeps what it was asked and what it found, a line each, so that it can go on after an interruption. A line
 * that was not written to its end is left out: its probe is made again.
 */
public final class SearchJournal {
    public static final String FILE = "search.jsonl";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private Request request;
    private Climb climb;
    private final List<Finding> findings = new ArrayList<>();

    /** @param configuration as text, without what the search itself sets */
    public record Request(SearchSettings search, String configuration) {}

    private record Line(Request request, Climb climb, Finding finding) {}

    private SearchJournal(Path file) {
        this.file = file;
    }

    /** Nothing is written before something is found. */
    public static SearchJournal begin(Path directory, Request request) {
        SearchJournal journal = new SearchJournal(directory.resolve(FILE));
        journal.request = request;
        return journal;
    }

    public static SearchJournal reopen(Path directory) throws IOException {
        SearchJournal journal = new SearchJournal(directory.resolve(FILE));
        List<String> lines = Files.readAllLines(journal.file);
        List<String> good = new ArrayList<>();
        for (String text : lines) {
            Line line;
            try {
                line = JSON.readValue(text, Line.class);
            } catch (JacksonException unfinished) {
                break;
            }
            good.add(text);
            journal.request = line.request() == null ? journal.request : line.request();
            journal.climb = line.climb() == null ? journal.climb : line.climb();
            if (line.finding() != null) {
                journal.findings.add(line.finding());
            }
        }
        if (journal.request == null) {
            throw new IOException(journal.file + " is not the journal of a search");
        }
        Files.write(journal.file, good);
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
        if (line.request() == null && !Files.exists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            write(new Line(request, null, null));
        }
        Files.writeString(
                file,
                JSON.writeValueAsString(line) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                StandardOpenOption.SYNC);
    }
}
