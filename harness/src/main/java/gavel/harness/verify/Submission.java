package gavel.harness.verify;

import gavel.harness.evidence.Manifest;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.file.Directories;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.result.JsonFile;
import gavel.harness.result.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A result packed for others: everything that it takes to check it, examined before, and where it is wanted without what tells whose machines
 * it comes from. One thread.
 */
public final class Submission {
    private static final String LIST = "ANONYMISED";
    private static final String LOG = ".log";
    private static final int MOST_BYTES = 512 << 20;
    private static final List<String> RAW = List.of(".hlog");

    /** A log may be of any encoding; what is replaced is ASCII in all that servers use. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private final ResultKinds kinds;
    private final String program;
    private final Path directory;

    /**
     * @param program version of Gavel that packs
     * @throws IOException where the directory is not there
     */
    public Submission(ResultKinds kinds, String program, Path directory) throws IOException {
        this.kinds = kinds;
        this.program = program;
        this.directory = directory.toRealPath();
    }

    /**
     * @param anonymous whether names of hosts, addresses and home directories are replaced
     * @param key that signs what is packed; null where it is packed as it is
     */
    public record Wanted(Path output, boolean anonymous, Path key) {}

    /**
     * @param report of what was packed
     * @param replaced lines that say what; empty where nothing was
     */
    public record Packed(Verification.Report report, List<String> replaced, long bytes) {}

    /**
     * Examines the result as it is.
     *
     * @throws ConfigurationException where it cannot be checked by itself
     */
    public Verification.Report examined() throws IOException {
        Verification.searchOf(kinds, directory).ifPresent(search -> {
            throw new ConfigurationException(
                    "a probe cannot be checked without its search: " + directory + ": name " + search);
        });
        return new Verification(kinds, program, null).of(directory);
    }

    /** @throws ConfigurationException where something in it must not leave its owner's machine */
    public Packed pack(Wanted wanted, List<String> results) throws IOException {
        Path copies = Files.createTempDirectory("gavel-submit");
        try {
            Map<String, Path> roots = copied(results, copies);
            Identities identities = new Identities();
            if (wanted.anonymous()) {
                anonymise(roots, identities);
            } else {
                requireNoSecrets(roots);
            }
            Path whole = copies.resolve(directory.getFileName());
            if (wanted.key() != null) {
                for (Path root : roots.values()) {
                    Signature.sign(root, wanted.key());
                }
            }
            Verification.Report report = new Verification(kinds, program, null).of(whole);
            if (report.outcome() != Verification.Outcome.REFUTED) {
                write(wanted.output().toAbsolutePath(), roots);
            }
            return new Packed(
                    report, identities.list(true), Files.exists(wanted.output()) ? Files.size(wanted.output()) : 0);
        } finally {
            Directories.delete(copies);
        }
    }

    /** The result, and those beside it that it is made of, by their names. */
    private Map<String, Path> copied(List<String> results, Path copies) throws IOException {
        Map<String, Path> roots = new LinkedHashMap<>();
        roots.put(directory.getFileName().toString(), directory);
        for (String result : results) {
            Path beside = directory.resolveSibling(result);
            if (Path.of(result).getNameCount() == 1
                    && !Files.isDirectory(directory.resolve(result))
                    && Files.isDirectory(beside)) {
                roots.put(result, beside.toRealPath());
            }
        }
        Map<String, Path> made = new LinkedHashMap<>();
        for (Map.Entry<String, Path> root : roots.entrySet()) {
            Path target = copies.resolve(root.getKey());
            for (Path file : files(root.getValue())) {
                Path copy = target.resolve(root.getValue().relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
            made.put(root.getKey(), target);
        }
        return made;
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static String read(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is larger than any file of a result");
        }
        return Files.readString(file, BYTES);
    }

    private static boolean text(Path file) {
        return RAW.stream().noneMatch(file.toString()::endsWith);
    }

    private static void requireNoSecrets(Map<String, Path> roots) throws IOException {
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, Path> root : roots.entrySet()) {
            for (Path file : files(root.getValue())) {
                if (text(file) && Identities.secret(read(file))) {
                    found.add(root.getKey() + "/" + root.getValue().relativize(file));
                }
            }
        }
        if (!found.isEmpty()) {
            throw new ConfigurationException("a private key, or a password in an address, stands in "
                    + String.join(", ", found) + ": --anonymous leaves it out");
        }
    }

    /** From the inside out, as a result's manifest has the sums of those within it. */
    private void anonymise(Map<String, Path> roots, Identities identities) throws IOException {
        List<Path> results = new ArrayList<>();
        for (Path root : roots.values()) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(Files::isDirectory).filter(this::ended).forEach(results::add);
            }
        }
        for (Path result : results) {
            kinds.in(result).orElseThrow().read(result).disclosures().forEach(identities::know);
        }
        for (Path root : roots.values()) {
            for (Path file : files(root)) {
                if (text(file) && !file.endsWith(ResultKind.PAGE)) {
                    String before = read(file);
                    String without = identities.without(before);
                    if (!without.equals(before)) {
                        Files.writeString(file, without, BYTES);
                    }
                }
                if (file.endsWith(Manifest.SIGNATURE)) {
                    // It was one of what is not there any more.
                    Files.delete(file);
                } else if (file.getFileName().toString().startsWith(Identities.POWER)) {
                    rename(file, identities);
                }
            }
        }
        List<String> list = new ArrayList<>(identities.list(false));
        list.addFirst("Replaced before this result was packed; equal things stay equal:");
        JsonFile.replace(directoryIn(roots).resolve(LIST), String.join("\n", list) + "\n");
        results.sort(Comparator.comparing(Path::getNameCount).reversed());
        for (Path result : results) {
            kinds.in(result).orElseThrow().remade(result);
        }
    }

    private static void rename(Path log, Identities identities) throws IOException {
        String name = log.getFileName().toString();
        boolean ending = name.endsWith(LOG);
        String bare = ending ? name.substring(0, name.length() - LOG.length()) : name;
        Files.move(log, log.resolveSibling(identities.without(bare) + (ending ? LOG : "")));
    }

    /** A search of a sweep may have left its journal alone, which is a file as others are. */
    private boolean ended(Path part) {
        return kinds.in(part)
                .filter(kind -> Files.isRegularFile(part.resolve(kind.file())))
                .isPresent();
    }

    private Path directoryIn(Map<String, Path> roots) {
        return roots.get(directory.getFileName().toString());
    }

    private void write(Path output, Map<String, Path> roots) throws IOException {
        Result read = kinds.in(directory).orElseThrow().read(directory);
        try (TarFile archive = new TarFile(output, read.run().finishedAt())) {
            for (Map.Entry<String, Path> root : roots.entrySet()) {
                for (Path file : files(root.getValue())) {
                    archive.add(root.getKey() + "/" + root.getValue().relativize(file), file);
                }
            }
            archive.finish();
        }
    }
}
