package gavel.harness.dashboard;

import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.result.IndexLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The results that are there already, the newest first, and their reports. Reads the index, never a whole result of a run. */
final class FinishedRuns {
    private static final int MOST = 100;
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";
    /** Of a result, of a part of it, and of a probe of either. */
    private static final Pattern REPORT =
            Pattern.compile("/results/(" + NAME + "(?:/" + NAME + "){0,3})/" + ResultKind.PAGE.replace(".", "\\."));

    private static final Pattern RESULT = Pattern.compile("\\d{8}-\\d{6}-" + NAME);

    private final Path results;
    private final ResultKinds kinds;
    /** Of results that were read already. */
    private final Map<String, String> summaries = new ConcurrentHashMap<>();

    FinishedRuns(Path results, ResultKinds kinds) {
        this.kinds = kinds;
        this.results = results;
    }

    /**
     * One result.
     *
     * @param verdict a word; empty when nothing is known about it
     * @param line of the index by the names of its columns; empty for a result that has none
     * @param summary in words, for results that are no single run
     */
    record Entry(String id, String kind, String verdict, String summary, Map<String, String> line) {}

    List<Entry> newest() throws IOException {
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        Map<String, Map<String, String>> index = IndexLines.byId(results);
        List<String> names;
        try (Stream<Path> directories = Files.list(results)) {
            names = directories
                    .map(directory -> directory.getFileName().toString())
                    .filter(name -> RESULT.matcher(name).matches())
                    .sorted(Comparator.reverseOrder())
                    .filter(name -> Files.isRegularFile(results.resolve(name).resolve(ResultKind.PAGE)))
                    .limit(MOST)
                    .toList();
        }
        List<Entry> entries = new ArrayList<>();
        for (String name : names) {
            entries.add(entry(name, index.getOrDefault(name, Map.of())));
        }
        return entries;
    }

    private Entry entry(String name, Map<String, String> line) throws IOException {
        Path directory = results.resolve(name);
        ResultKind<?> kind = kinds.in(directory).orElse(null);
        return new Entry(
                name,
                kind == null ? line.getOrDefault("kind", "") : kind.name(),
                line.getOrDefault("verdict", ""),
                kind == null ? "" : summary(kind, directory),
                line);
    }

    private String summary(ResultKind<?> kind, Path directory) throws IOException {
        Path file = directory.resolve(kind.file());
        if (!Files.isRegularFile(file)) {
            return "";
        }
        return summaries.computeIfAbsent(directory.getFileName() + " " + Files.getLastModifiedTime(file), _ -> {
            try {
                return kind.briefly(directory);
            } catch (IOException e) {
                return "cannot be read";
            }
        });
    }

    /**
     * The file behind a path of an address; nothing for what is no report of these results. The path is taken as it was sent: an escaped
     * character is no part of a name.
     */
    Optional<Path> report(String rawPath) throws IOException {
        Matcher matcher = REPORT.matcher(rawPath);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Path file = results.resolve(matcher.group(1)).resolve(ResultKind.PAGE);
        if (!Files.isRegularFile(file) || !file.toRealPath().startsWith(results.toRealPath())) {
            return Optional.empty();
        }
        return Optional.of(file);
    }
}
