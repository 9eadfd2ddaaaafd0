package gavel.harness.scale;

import gavel.harness.peak.SearchSettings;
import gavel.harness.result.JsonLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The file in which a sweep keeps what it was asked and which searches have ended, a line each; each search has a journal of its own. */
public final class ScaleJournal {
    public static final String FILE = "scale.jsonl";

    private final JsonLines<Line> lines;
    private Request request;
    private final Set<Integer> ended = new TreeSet<>();

    /**
     * @param search of one server
     * @param configuration as text, with one application server
     * @param profile what the users do, with what tells one version of it from another
     * @param program version of Gavel; null in journals of versions that did not write it down
     * @param processors of each machine by its name, null in such journals
     */
    public record Request(
            List<Integer> order,
            SearchSettings search,
            int setUsers,
            String configuration,
            String profile,
            String program,
            Map<String, String> processors) {}

    /**
     * @param ended number of servers whose search came to its end; null in other lines
     * @param again number of servers whose search is made once more; null in other lines
     */
    private record Line(Request request, Integer ended, Integer again) {}

    private ScaleJournal(Path directory) {
        this.lines = new JsonLines<>(directory.resolve(FILE), Line.class);
    }

    public static ScaleJournal begin(Path directory, Request request) throws IOException {
        ScaleJournal journal = new ScaleJournal(directory);
        journal.request = request;
        journal.lines.append(new Line(request, null, null));
        return journal;
    }

    public static ScaleJournal reopen(Path directory) throws IOException {
        ScaleJournal journal = new ScaleJournal(directory);
        for (Line line : journal.lines.read()) {
            journal.request = line.request() == null ? journal.request : line.request();
            if (line.ended() != null) {
                journal.ended.add(line.ended());
            }
            if (line.again() != null) {
                journal.ended.remove(line.again());
            }
        }
        if (journal.request == null) {
            throw new IOException(journal.lines.file() + " is not the journal of a sweep");
        }
        return journal;
    }

    public Request request() {
        return request;
    }

    public void ended(int servers) throws IOException {
        lines.append(new Line(null, servers, null));
        ended.add(servers);
    }

    /** A search that ended without an answer counts as one that was never made. */
    public void again(int servers) throws IOException {
        lines.append(new Line(null, null, servers));
        ended.remove(servers);
    }

    public boolean hasEnded(int servers) {
        return ended.contains(servers);
    }

    /** How many searches have ended. */
    public int count() {
        return ended.size();
    }
}
