package gavel.harness.experiment;

import gavel.harness.result.JsonLines;
import java.io.Flushable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file in which an experiment of several parts keeps what it was asked, what each part came to, and what stood when the load on a deployment
 * was over, a line each, so that it can go on after an interruption. Safe for several threads.
 *
 * @param <Q> what was asked
 * @param <F> what a part came to
 */
public final class ExperimentJournal<Q, F> implements Flushable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonLines<Line> lines;
    private final Q request;
    private final List<F> found;
    private final Map<String, JsonNode> over;

    /**
     * @param request null in other lines
     * @param found null in other lines
     * @param deployment whose load is over; null in other lines
     * @param over what stood then; null in other lines
     */
    private record Line(JsonNode request, JsonNode found, String deployment, JsonNode over) {}

    private ExperimentJournal(JsonLines<Line> lines, Q request, List<F> found, Map<String, JsonNode> over) {
        this.lines = lines;
        this.request = request;
        this.found = found;
        this.over = over;
    }

    public static <Q, F> ExperimentJournal<Q, F> begin(Path file, Q request) throws IOException {
        JsonLines<Line> lines = new JsonLines<>(file, Line.class);
        lines.append(new Line(JSON.valueToTree(request), null, null, null));
        return new ExperimentJournal<>(lines, request, new ArrayList<>(), new LinkedHashMap<>());
    }

    /** To go on with. */
    public static <Q, F> ExperimentJournal<Q, F> reopen(Path file, Class<Q> asked, Class<F> part) throws IOException {
        JsonLines<Line> lines = new JsonLines<>(file, Line.class);
        return known(lines, lines.read(), asked, part);
    }

    /** To be looked at: the file stays as it is, and each of its lines must be whole. */
    public static <Q, F> ExperimentJournal<Q, F> readOnly(Path file, Class<Q> asked, Class<F> part) throws IOException {
        JsonLines<Line> lines = new JsonLines<>(file, Line.class);
        return known(lines, lines.readOnly(), asked, part);
    }

    private static <Q, F> ExperimentJournal<Q, F> known(
            JsonLines<Line> lines, List<Line> known, Class<Q> asked, Class<F> part) throws IOException {
        Q request = null;
        List<F> found = new ArrayList<>();
        Map<String, JsonNode> over = new LinkedHashMap<>();
        try {
            for (Line line : known) {
                request = absent(line.request()) ? request : JSON.treeToValue(line.request(), asked);
                if (!absent(line.found())) {
                    found.add(JSON.treeToValue(line.found(), part));
                    over.clear();
                }
                if (!absent(line.over())) {
                    over.put(line.deployment(), line.over());
                }
            }
        } catch (JacksonException e) {
            throw new IOException(lines.file() + " cannot be read: " + e.getOriginalMessage(), e);
        }
        if (request == null) {
            throw new IOException(lines.file() + " is not the journal of such an experiment");
        }
        return new ExperimentJournal<>(lines, request, found, over);
    }

    private static boolean absent(JsonNode node) {
        return node == null || node.isNull();
    }

    public Q request() {
        return request;
    }

    public synchronized void found(F part) throws IOException {
        found.add(part);
        over.clear();
        lines.append(new Line(null, JSON.valueToTree(part), null, null));
    }

    @Override
    public synchronized void flush() throws IOException {
        lines.flush();
    }

    /** In the order they were found. */
    public synchronized List<F> found() {
        return List.copyOf(found);
    }

    /** The load on a deployment is over: the last word on each deployment counts, until another part is found. */
    public synchronized void over(String deployment, Object standing) throws IOException {
        JsonNode node = JSON.valueToTree(standing);
        lines.append(new Line(null, null, deployment, node));
        over.put(deployment, node);
    }

    /** What stood when the loads were over, by deployment. */
    public synchronized <T> Map<String, T> over(Class<T> type) {
        Map<String, T> standing = new LinkedHashMap<>();
        over.forEach((deployment, node) -> standing.put(deployment, JSON.treeToValue(node, type)));
        return standing;
    }
}
