package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.History;
import gavel.harness.result.IndexLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the earlier results of this installation that may tell what single ones do not: those of the index that are still there. */
public final class PastResults {
    /** The newest are read, so that a comparison takes seconds in a directory of thousands. */
    private static final int MOST = 200;

    private static final String KIND = "kind";

    private final Path results;
    private final ResultKinds kinds;

    /** @param results directory of all results */
    public PastResults(Path results, ResultKinds kinds) {
        this.results = results;
        this.kinds = kinds;
    }

    /** Those of the kind, length and services that are compared; what cannot be read any more is left out. */
    public History like(ComparedResult compared) {
        return history(line -> line.get(KIND).equals(compared.must().get(ComparedResult.KIND))
                && line.get("services").equals(compared.must().get("services"))
                && compared.must().getOrDefault("length", "").startsWith(line.get("length") + " "));
    }

    public History ofKind(String kind) {
        return history(line -> line.get(KIND).equals(kind));
    }

    private History history(Predicate<Map<String, String>> wanted) {
        try {
            List<String> ids = IndexLines.byId(results).entrySet().stream()
                    .filter(line -> wanted.test(line.getValue()))
                    .map(Map.Entry::getKey)
                    .filter(id -> Path.of(id).getNameCount() == 1 && Files.isDirectory(results.resolve(id)))
                    .toList();
            List<ComparedResult> sides = new ArrayList<>();
            ids.subList(Math.max(0, ids.size() - MOST), ids.size()).forEach(id -> read(id, sides));
            return new History(sides);
        } catch (IOException noIndex) {
            return History.NONE;
        }
    }

    private void read(String id, List<ComparedResult> sides) {
        Path directory = results.resolve(id);
        try {
            Optional<ResultKind<?>> kind = kinds.in(directory);
            if (kind.isPresent()) {
                sides.add(kind.get().compared(id, directory));
            }
        } catch (IOException | RuntimeException _) {
            // Of an earlier version, damaged, or made by somebody so that nothing follows from it: it tells nothing
            // here.
        }
    }
}
