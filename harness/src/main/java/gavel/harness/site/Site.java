package gavel.harness.site;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.report.html.Links;
import gavel.harness.result.JsonFile;
import gavel.harness.result.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Makes static pages from many results. One result is in memory at a time, and of those before it a few kilobytes each. Reports are made
 * again from the figures; no page, script or other file of a result is read or copied.
 */
public final class Site {
    public static final String INDEX = "index.html";

    static final String DIFFERENCES = "differences.html";
    static final String REPORTS = "reports";
    /** Says that the directory is a site, so that the next one may replace it. */
    static final String MARK = ".gavel-site";

    /** Of one result: those of runs of hours have a third of it. */
    static final long MOST_BYTES = 16L << 20;

    private static final int LONGEST_NAME = 80;
    private static final String HTML = ".html";
    private static final Links FROM_REPORTS = new Links("../" + INDEX, false);

    private final ResultKinds kinds;
    private final Path output;
    private final List<SiteEntry> entries = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Set<String> pages = new HashSet<>();
    private long reportBytes;

    private Site(ResultKinds kinds, Path output) {
        this.kinds = kinds;
        this.output = output;
    }

    /**
     * What was made.
     *
     * @param siteBytes of all pages but the reports
     */
    public record Made(Path page, int results, long siteBytes, long reportBytes, List<LeftOut> leftOut) {
        public Made {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * @param named results, or directories of results at any depth up to four
     * @param output a directory that is not there, empty, or an earlier site
     * @throws ConfigurationException where nothing can be made of this; nothing is written then
     */
    public static Made make(ResultKinds kinds, List<Path> named, Path output) throws IOException {
        ResultFinder finder = new ResultFinder(kinds, output);
        for (Path each : named) {
            finder.look(each);
        }
        if (finder.found().isEmpty()) {
            throw new ConfigurationException(
                    "no result was found in " + named + ": name results, or directories that hold some");
        }
        requireFree(output);
        boolean there = Files.exists(output);
        boolean earlier = Files.exists(output.resolve(MARK));
        Files.createDirectories(output.resolve(REPORTS));
        Files.writeString(output.resolve(MARK), "");
        Site site = new Site(kinds, output);
        site.leftOut.addAll(finder.leftOut());
        finder.found().forEach(site::add);
        if (site.entries.isEmpty()) {
            if (!earlier) {
                Files.delete(output.resolve(MARK));
                Files.delete(output.resolve(REPORTS));
            }
            if (!there) {
                Files.delete(output);
            }
            LeftOut first = site.leftOut.getFirst();
            throw new ConfigurationException(
                    "none of these results can be shown: " + first.what() + ": " + first.why());
        }
        return site.write();
    }

    private static void requireFree(Path output) throws IOException {
        if (!Files.exists(output)) {
            return;
        }
        if (!Files.isDirectory(output)) {
            throw new ConfigurationException("the site needs a directory: " + output + " is a file (--output)");
        }
        if (!Files.isRegularFile(output.resolve(MARK))) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(output)) {
                if (entries.iterator().hasNext()) {
                    throw new ConfigurationException("the directory must be empty, or hold an earlier site: " + output
                            + " has other files (--output)");
                }
            }
        }
    }

    /** Whatever is wrong with one result, it is named, and the others are shown. */
    private void add(Path directory) {
        try {
            add(directory, kinds.in(directory).orElseThrow());
        } catch (IOException | RuntimeException wrong) {
            leftOut.add(LeftOut.of(
                    directory,
                    wrong instanceof IOException || wrong instanceof ConfigurationException
                            ? wrong.getMessage()
                            : "its figures do not make a report: " + wrong));
        }
    }

    private <R extends Result> void add(Path directory, ResultKind<R> kind) throws IOException {
        Path file = directory.resolve(kind.file());
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > MOST_BYTES) {
            throw new IOException("its " + kind.file() + " must be at most " + (MOST_BYTES >> 20) + " MiB: "
                    + (Files.size(file) >> 20) + " MiB");
        }
        R result = kind.read(directory);
        String page = pageFor(result.run() == null ? "" : result.run().id());
        SiteEntry entry = SiteEntry.of(result, kind, page);
        String report = kind.page(result, FROM_REPORTS);
        if (report.length() > MOST_BYTES) {
            throw new IOException("its report would have " + (report.length() >> 20) + " MiB");
        }
        JsonFile.replace(output.resolve(page), report);
        pages.add(page);
        reportBytes += Files.size(output.resolve(page));
        entries.add(entry);
    }

    /** A name that any file system and any address takes, whatever the result calls itself. */
    private String pageFor(String id) {
        String plain = (id == null ? "" : id).replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[.-]+", "");
        String name = plain.isEmpty() ? "result" : plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
        String page = REPORTS + "/" + name + HTML;
        for (int n = 2; pages.contains(page); n++) {
            page = String.format(Locale.ROOT, "%s/%s_%d%s", REPORTS, name, n, HTML);
        }
        return page;
    }

    private Made write() throws IOException {
        entries.sort(Comparator.comparing((SiteEntry entry) -> entry.run().startedAt())
                .reversed()
                .thenComparing(SiteEntry::page));
        long bytes = page(INDEX, new IndexPage(entries, leftOut).render());
        bytes += page(DIFFERENCES, new DifferencesPage(entries).render());
        removeOld();
        return new Made(output.resolve(INDEX), entries.size(), bytes, reportBytes, leftOut);
    }

    private long page(String name, String html) throws IOException {
        JsonFile.replace(output.resolve(name), html);
        return html.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Reports of an earlier site that this one does not have. */
    private void removeOld() throws IOException {
        try (DirectoryStream<Path> old = Files.newDirectoryStream(output.resolve(REPORTS), "*" + HTML)) {
            for (Path report : old) {
                if (!pages.contains(REPORTS + "/" + report.getFileName())) {
                    Files.delete(report);
                }
            }
        }
    }
}
