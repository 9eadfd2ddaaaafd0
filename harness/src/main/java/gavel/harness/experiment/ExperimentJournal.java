package gavel.harness.experiment;

import gavel.harness.result.JsonLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file in which an experiment of several parts keeps what it was asked and what each part came to, a line each, so that it can go on after
 * an interruption.
 *
 * @param <Q> what was asked
 * @param <F> what a part came to
 */
public final class ExperimentJournal<Q, F> {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonLines<Line> lines;
    private final Q request;
    private final List<F> found;

    /**
     * @param request null in other lines
     * @param found null in other lines
     */
    private record Line(JsonNode request, JsonNode found) {}

    private ExperimentJournal(JsonLines<Line> lines, Q request, List<F> found) {
        this.lines = lines;
        this.request = request;
        this.found = found;
    }

    public static <Q, F> ExperimentJournal<Q, F> begin(Path file, Q request) throws IOException {
        JsonLines<Line> lines = new JsonLines<>(file, Line.class);
        lines.append(new Line(JSON.valueToTree(request), null));
        return new ExperimentJournal<>(lines, request, new ArrayList<>());
    }

    public static <Q, F> ExperimentJournal<Q, F> reopen(Path file, Class<Q> asked, Class<F> part) throws IOException {
        JsonLines<Line> lines = new JsonLines<>(file, Line.class);
        Q request = null;
        List<F> found = new ArrayList<>();
        try {
            for (Line line : lines.read()) {
                request = absent(line.request()) ? request : JSON.treeToValue(line.request(), asked);
                if (!absent(line.found())) {
                    found.add(JSON.treeToValue(line.found(), part));
                }
            }
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read: " + e.getOriginalMessage(), e);
        }
        if (request == null) {
            throw new IOException(file + " is not the journal of such an experiment");
        }
        return new ExperimentJournal<>(lines, request, found);
    }

    private static boolean absent(JsonNode node) {
        return node == null || node.isNull();
    }

    public Q request() {
        return request;
    }

    public void found(F part) throws IOException {
        lines.append(new Line(null, JSON.valueToTree(part)));
        found.add(part);
    }

    /** In the order they were found. */
    public List<F> found() {
        return List.copyOf(found);
    }
}
