package gavel.harness.evidence;

import gavel.driver.api.TextFile;
import gavel.driver.api.text.Sha256;
import gavel.harness.result.JsonFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sum of every file of a result that counts, written after all of them: {@code sha256sum -c SHA256SUMS} checks it without Gavel. Pages
 * do not count, as they are made from the rest and can be made again.
 *
 * @param sums SHA-256 by path below the directory
 */
public record Manifest(SortedMap<String, String> sums) {
    public static final String FILE = "SHA256SUMS";
    public static final String SIGNATURE = FILE + ".sig";

    private static final String PAGE = "report.html";
    private static final int MOST_FILES = 200_000;
    private static final int MOST_BYTES = 64 << 20;
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *](.+)");

    public Manifest {
        sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
    }

    /** Of the files there are. The directory may be named through a link; within it there are none. */
    public static Manifest of(Path directory) throws IOException {
        Path real = directory.toRealPath();
        SortedMap<String, String> sums = new TreeMap<>();
        for (Path file : files(real)) {
            sums.put(name(real, file), sum(file));
        }
        return new Manifest(sums);
    }

    /** @param of what it is the manifest of, in words of one line */
    public static void write(Path directory, String of) throws IOException {
        StringBuilder text = new StringBuilder("# " + of.replaceAll("[\\r\\n]", " ") + "\n")
                .append("# Check with: sha256sum -c ")
                .append(FILE)
                .append('\n')
                .append("# Does not count: ")
                .append(PAGE)
                .append(", which is made from the rest; signatures (")
                .append(SIGNATURE)
                .append(")\n");
        of(directory)
                .sums
                .forEach((name, sum) ->
                        text.append(sum).append("  ").append(name).append('\n'));
        JsonFile.replace(directory.resolve(FILE), text.toString());
    }

    public static boolean in(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /** As it is written there. */
    public static Manifest read(Path directory) throws IOException {
        SortedMap<String, String> sums = new TreeMap<>();
        for (String line : TextFile.read(directory.resolve(FILE), MOST_BYTES).split("\n")) {
            Matcher sum = LINE.matcher(line);
            if (sum.matches()) {
                if (sums.put(sum.group(2), sum.group(1)) != null) {
                    throw new IOException(FILE + " names a file twice: " + sum.group(2));
                }
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IOException(FILE + " has a line that is no sum: " + line);
            }
        }
        return new Manifest(sums);
    }

    /** Holds the files there are against what is written. */
    public static void check(Path directory, Findings findings) {
        if (!in(directory)) {
            findings.missing(FILE, "there is no manifest: changed or missing files cannot be found");
            return;
        }
        Manifest written;
        Manifest found;
        try {
            written = read(directory);
            found = of(directory);
        } catch (IOException e) {
            findings.contradiction(FILE, e.getMessage());
            return;
        }
        written.sums.forEach((name, sum) -> {
            String now = found.sums.get(name);
            if (now == null) {
                findings.missing(name, FILE + " names it, and it is not there");
            } else {
                findings.that(now.equals(sum), name, "it was changed after " + FILE + " was written");
            }
        });
        found.sums.keySet().stream()
                .filter(name -> !written.sums.containsKey(name))
                .forEach(name -> findings.contradiction(name, FILE + " does not name it: it was added afterwards"));
    }

    /**
     * That count, in the order of their names.
     *
     * @throws IOException also where something is no file, counting or not: who packs the directory would pack what a link leads to
     */
    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> files = all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> counts(directory, file) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .limit(MOST_FILES + 1)
                    .toList();
            if (files.size() > MOST_FILES) {
                throw new IOException(directory + " has more than " + MOST_FILES + " files");
            }
            for (Path file : files) {
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(file + " is no file: a result has no links, devices or pipes");
                }
                if (name(directory, file).matches("(?s).*[\\n\\r\\\\].*")) {
                    throw new IOException("a result has no file of such a name: " + name(directory, file));
                }
            }
            return files;
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static boolean counts(Path directory, Path file) {
        String name = file.getFileName().toString();
        return !name.equals(PAGE)
                && !name.equals(SIGNATURE)
                && !directory.relativize(file).toString().equals(FILE);
    }

    private static String name(Path directory, Path file) {
        return directory.relativize(file).toString();
    }

    private static String sum(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Sha256.hex(in);
        }
    }
}
