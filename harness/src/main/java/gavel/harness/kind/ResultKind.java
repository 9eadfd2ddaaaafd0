package gavel.harness.kind;

import gavel.driver.api.TextFile;
import gavel.harness.compare.ComparedResult;
import gavel.harness.config.Configuration;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.Manifest;
import gavel.harness.evidence.Ranges;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.report.JUnitXml;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.html.Links;
import gavel.harness.report.text.Headline;
import gavel.harness.report.text.Words;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.JsonFile;
import gavel.harness.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything in which kinds of results differ: file, page, words, cases for continuous integration, line in the index, and what a
 * comparison sees. {@link ResultKinds} lists them; nothing else asks of which kind a result is. Without state.
 */
public abstract class ResultKind<R extends Result> {
    /** The page of any result. */
    public static final String PAGE = "report.html";

    private static final int MOST_PAGE_BYTES = 64 << 20;
    private static final int MOST_TABLE_BYTES = 512 << 20;

    private final String name;
    private final String noun;
    private final Class<R> type;
    private final int schemaVersion;

    /**
     * @param name as in the index, such as {@code peak}
     * @param noun for people, such as search
     */
    protected ResultKind(String name, String noun, Class<R> type, int schemaVersion) {
        this.name = name;
        this.noun = noun;
        this.type = type;
        this.schemaVersion = schemaVersion;
    }

    public final String name() {
        return name;
    }

    public final String noun() {
        return noun;
    }

    public final Class<R> type() {
        return type;
    }

    public final int schemaVersion() {
        return schemaVersion;
    }

    public String file() {
        return name + ".json";
    }

    /** Where an interrupted one keeps what it found until {@code --resume} goes on; empty where none does. */
    public String journal() {
        return "";
    }

    /** Whether one result takes several loads, and perhaps several deployments, one after the other. */
    public boolean severalLoads() {
        return true;
    }

    /** What is done, in a sentence for people. */
    public String doing(Configuration configuration) {
        return "A " + noun + " of " + servers(configuration) + ".";
    }

    /** What a load is put on. */
    protected static String servers(Configuration configuration) {
        return Words.plural(configuration.appServers().count(), "application server") + " with "
                + configuration.services() + " services";
    }

    /** What is worth large letters. */
    public Headline headline(R result) {
        return new Headline(
                name.toUpperCase(Locale.ROOT), "info", "", summary(result, null).getFirst(), List.of(), List.of());
    }

    /** The page, as HTML. */
    public abstract String page(R result, Links links);

    /**
     * The sentence that matters, and what else a terminal shows.
     *
     * @param page null when there is none
     */
    public abstract List<String> summary(R result, Path page);

    public abstract IndexCsv.Line index(R result);

    /** What it is shown by beside others. */
    public KeyFigures keyFigures(R result) {
        return KeyFigures.NONE;
    }

    /** @param atLeast what the result must reach, in its own unit; 0 for none */
    protected abstract List<Case> cases(R result, double atLeast);

    /** Files beside that of the result, by name. */
    protected Map<String, String> tables(R result) {
        return Map.of();
    }

    /** A few words for a list of results; empty where the index says enough. */
    public String briefly(Path directory) throws IOException {
        return "";
    }

    /**
     * What a comparison looks at; it refuses a kind that does not say otherwise.
     *
     * @param named as typed
     */
    public ComparedResult compared(String named, Path directory) throws IOException {
        return ComparedResult.refused(
                named,
                name,
                "it is a " + noun + ": compare compares runs, peaks, and results of failover, elastic and isolate");
    }

    /** One suite with the cases of all of them. */
    public final JUnitXml junit(List<R> results, double atLeast) {
        JUnitXml xml = new JUnitXml(
                "gavel " + results.getFirst().run().name(),
                results.stream().mapToDouble(Result::seconds).sum(),
                List.of());
        for (R result : results) {
            xml = xml.with(results.size() == 1 ? "" : result.run().id() + " ", cases(result, atLeast));
        }
        return xml;
    }

    /** Whether the directory is that of such a result, be it one that has not ended. */
    final boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(file()))
                || !journal().isEmpty() && Files.isRegularFile(directory.resolve(journal()));
    }

    public final R read(Path directory) throws IOException {
        Path path = directory.resolve(file());
        if (!Files.isRegularFile(path)) {
            throw new IOException("no " + file() + " in " + directory + ": "
                    + (isIn(directory)
                            ? "the " + noun + " did not end, --resume continues it"
                            : "name the directory of a result"));
        }
        R result = JsonFile.read(path, type);
        JsonFile.checkVersion(path, result.schemaVersion(), schemaVersion);
        List<String> problems = Ranges.problems((Record) result);
        if (!problems.isEmpty()) {
            throw new IOException(path + " has figures that cannot be: " + String.join("; ", problems));
        }
        return result;
    }

    /** The files beside it are the tables of its figures; another version may have made others, and fewer. */
    final void checkTables(R result, Examined examined, Findings findings) {
        for (Map.Entry<String, String> table : tables(result).entrySet()) {
            String name = table.getKey();
            try {
                boolean same = TextFile.read(examined.directory().resolve(name), MOST_TABLE_BYTES)
                        .equals(table.getValue());
                if (!same && examined.sameProgram()) {
                    findings.contradiction(name, "it is not the table that these figures make");
                } else if (!same) {
                    findings.unknown(name, "this version, which did not make it, makes another table of these figures");
                }
            } catch (IOException absent) {
                if (examined.sameProgram()) {
                    findings.missing(name, "it cannot be read: " + absent.getMessage());
                }
            }
        }
    }

    /** Makes what it says again from what it was made of, and holds the two against each other. */
    public void check(R result, Examined examined, Findings findings) {}

    /** Directories of the results it is made of. */
    public List<Path> parts(R result, Path directory) {
        return List.of();
    }

    /**
     * Examines the result in a directory and empties into the findings what does not hold; empty where its file cannot be read.
     *
     * @param part of a search
     * @param program that examines
     */
    public final Optional<R> examine(Path directory, boolean part, String program, Findings findings)
            throws IOException {
        Path path = directory.resolve(file());
        R result;
        try {
            result = JsonFile.read(path, type);
            JsonFile.checkVersion(path, result.schemaVersion(), schemaVersion);
        } catch (IOException unreadable) {
            findings.contradiction(file(), unreadable.getMessage());
            return Optional.empty();
        }
        String by = result.disclosure() == null
                ? null
                : result.disclosure().versions().get("gavel");
        boolean same = program.equals(by);
        if (!same && !part) {
            findings.unknown(
                    "",
                    "it was made by Gavel " + by + ", and this is " + program
                            + ": pages, words, causes and bottlenecks are not made again");
        }
        JsonFile.incomplete(path, type).ifPresent(lacks -> {
            if (same) {
                findings.missing(file(), lacks);
            } else {
                findings.unknown(file(), "it is not as this version writes it: " + lacks);
            }
        });
        Ranges.problems((Record) result).forEach(problem -> findings.contradiction(file(), problem));
        try {
            check(result, new Examined(directory, part, same), findings);
        } catch (RuntimeException impossible) {
            // Somebody made a file that no program of Gavel's writes, such as one without a verdict.
            findings.contradiction(file(), "its figures cannot be made again: " + impossible.getMessage());
        }
        if (same) {
            checkPage(result, directory, findings);
        }
        return Optional.of(result);
    }

    /** It has no sum, as it can be made again, and it is what people read. */
    private void checkPage(R result, Path directory, Findings findings) {
        Path page = directory.resolve(PAGE);
        if (!Files.exists(page, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            if (!TextFile.read(page, MOST_PAGE_BYTES).equals(page(result, Links.BESIDE))) {
                findings.contradiction(PAGE, "it is not what these figures make: `gavel report` makes it again");
            }
        } catch (IOException | RuntimeException unreadable) {
            findings.contradiction(PAGE, "it cannot be held against the figures: " + unreadable.getMessage());
        }
    }

    /** Writes its files alone, for a command that may be killed before it can {@link #write} the rest. */
    public final void keep(R result, Path directory) throws IOException {
        Files.createDirectories(directory);
        JsonFile.write(directory.resolve(file()), result);
        for (Map.Entry<String, String> table : tables(result).entrySet()) {
            JsonFile.replace(directory.resolve(table.getKey()), table.getValue());
        }
    }

    /**
     * Writes its files and its page into the directory, in the end the manifest of all that is there, and a line into the index beside the
     * directory. A file is there completely or not at all.
     *
     * @return path of the page
     */
    public final Path write(R result, Path directory) throws IOException {
        keep(result, directory);
        Path page = writePage(result, directory);
        writeManifest(result, directory);
        IndexCsv.append(
                directory.toAbsolutePath().resolveSibling(IndexCsv.FILE),
                index(result).text(result.run(), name));
        return page;
    }

    /** As a list has it. */
    public final ResultEntry entry(R result, Path directory) {
        Path page = directory.resolve(PAGE);
        return new ResultEntry(
                result.run().id(),
                name,
                result.run().startedAt(),
                index(result).verdict(),
                headline(result).headline(),
                directory.toString(),
                Files.isRegularFile(page) ? page.toString() : null);
    }

    private void writeManifest(R result, Path directory) throws IOException {
        Manifest.write(
                directory,
                "Result " + result.run().id() + " (" + name + ") of Gavel "
                        + (result.disclosure() == null
                                ? "of unknown version"
                                : result.disclosure().versions().get("gavel")));
    }

    private Path writePage(R result, Path directory) throws IOException {
        Path page = directory.resolve(PAGE);
        JsonFile.replace(page, page(result, Links.BESIDE));
        return page;
    }

    /** Makes page and manifest again of a result whose files are others now. */
    public final void remade(Path directory) throws IOException {
        R result = read(directory);
        writePage(result, directory);
        writeManifest(result, directory);
    }

    /** A result that is there already: how a list has it, and what a terminal shows of it. */
    public record Shown(ResultEntry entry, List<String> summary) {}

    /**
     * Makes the page of a result again.
     *
     * @throws IOException where the result cannot be read
     */
    public final Shown again(Path directory) throws IOException {
        R result = read(directory);
        Path page;
        try {
            page = writePage(result, directory);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "the page cannot be written to " + directory + ": " + e.getMessage()
                            + "; `gavel show` shows the result without it",
                    e);
        }
        return shown(result, directory, page);
    }

    /** Reads a result without changing anything of it. */
    public final Shown shown(Path directory) throws IOException {
        Path page = directory.resolve(PAGE);
        return shown(read(directory), directory, Files.isRegularFile(page) ? page : null);
    }

    private Shown shown(R result, Path directory, Path page) {
        return new Shown(entry(result, directory), summary(result, page));
    }
}
