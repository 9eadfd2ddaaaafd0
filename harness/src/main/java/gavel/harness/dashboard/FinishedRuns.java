package gavel.harness.dashboard;

import gavel.harness.kind.ResultEntry;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.report.text.Words;
import gavel.harness.result.IndexLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results that are there already, the newest first, and their reports. Reads the index, never a whole result of a run. */
public final class FinishedRuns {
    private static final int MOST = 100;
    private static final String STAMP = "yyyyMMdd-HHmmss";
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";
    /** Of a result, of a part of it, and of a probe of either. */
    private static final Pattern REPORT =
            Pattern.compile("/results/(" + NAME + "(?:/" + NAME + "){0,3})/" + ResultKind.PAGE.replace(".", "\\."));

    private static final Pattern RESULT = Pattern.compile("\\d{8}-\\d{6}-" + NAME);

    private final Path results;
    private final ResultKinds kinds;
    /** Of results that were read already. */
    private final Map<String, String> summaries = new ConcurrentHashMap<>();

    /** @param results directory of all results */
    public FinishedRuns(Path results, ResultKinds kinds) {
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
        return newest(MOST, null);
    }

    /**
     * The newest ones, in a few words each.
     *
     * @param kind name of a kind; null for any
     */
    public List<ResultEntry> listed(int most, String kind) throws IOException {
        return newest(most, kind).stream().map(this::listed).toList();
    }

    private ResultEntry listed(Entry entry) {
        Path directory = results.resolve(entry.id());
        return new ResultEntry(
                entry.id(),
                entry.kind(),
                started(entry.id(), entry.line().getOrDefault("startedAt", "")),
                entry.verdict(),
                entry.summary().isEmpty() ? words(entry.line()) : entry.summary(),
                directory.toString(),
                directory.resolve(ResultKind.PAGE).toString());
    }

    /** A program that shows tables may have written its own form of a time into the index. */
    private static Instant started(String id, String told) {
        try {
            return Instant.parse(told);
        } catch (DateTimeParseException noTime) {
            return named(id);
        }
    }

    /** As the name of a result begins; null where that is no time. */
    private static Instant named(String id) {
        try {
            return LocalDateTime.parse(id.substring(0, STAMP.length()), DateTimeFormatter.ofPattern(STAMP))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException noTime) {
            return null;
        }
    }

    /** What broke, or what was measured. */
    private static String words(Map<String, String> line) {
        String rule = line.getOrDefault("verdict", "").equals("PASS") ? "" : line.getOrDefault("rule", "");
        String rate = line.getOrDefault("operationsPerSecond", "");
        String users = line.getOrDefault("users", "");
        return Stream.of(
                        users.isEmpty() ? "" : users(users),
                        rate.isEmpty() ? "" : rate + " operations/s",
                        rule.isEmpty() ? "" : (rule + " " + line.getOrDefault("subject", "")).strip())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** A program that shows tables may have written a number in its own form, too. */
    private static String users(String told) {
        return told.matches("\\d{1,9}") ? Words.plural(Long.parseLong(told), "user") : told + " users";
    }

    private List<Entry> newest(int most, String kind) throws IOException {
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
                    .filter(name -> kind == null
                            || kinds.in(results.resolve(name))
                                    .filter(each -> each.name().equals(kind))
                                    .isPresent())
                    .limit(most)
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
            } catch (IOException | RuntimeException e) {
                // One may be somebody else's, and have no words for what it found: the others are listed all the same.
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
