package gavel.harness.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documents: its links, the anchors it offers, and the commands of its code blocks. */
record Page(Path file, String text) {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(#[^)\\s]*)?\\)");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w*)[^\\n]*\\n(.*?)^ *```");

    /** @param anchor empty where the page as a whole is meant */
    record Link(Path from, Path to, String anchor) {}

    static Page of(Path file) {
        try {
            return new Page(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every page people read. */
    static List<Page> all() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            docs.filter(f -> f.toString().endsWith(".md")).sorted(),
                            Stream.of("README.md", "CONTRIBUTING.md", "bench/README.md")
                                    .map(ROOT::resolve))
                    .map(Page::of)
                    .toList();
        }
    }

    String name() {
        return ROOT.relativize(file).toString();
    }

    /** Those that stay within the project. */
    List<Link> links() {
        List<Link> links = new ArrayList<>();
        Matcher matcher = LINK.matcher(BLOCK.matcher(text).replaceAll(""));
        while (matcher.find()) {
            String target = matcher.group(1);
            if (!target.matches("(https?|mailto):.*")) {
                links.add(new Link(
                        file,
                        target.isEmpty() ? file : file.resolveSibling(target).normalize(),
                        matcher.group(2) == null ? "" : matcher.group(2).substring(1)));
            }
        }
        return links;
    }

    /** Of its headings, as GitHub makes them. */
    List<String> anchors() {
        return BLOCK.matcher(text)
                .replaceAll("")
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /** Lines of blocks that a shell would take: those of {@code sh}, and of blocks without a language those that name a program of ours. */
    List<String> commands() {
        List<String> commands = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            boolean shell = block.group(1).equals("sh");
            if (shell || block.group(1).isEmpty()) {
                block.group(2)
                        .replaceAll("\\\\\\n\\s*", "")
                        .lines()
                        .map(line -> line.strip().replaceFirst("^\\$ ", ""))
                        .filter(line -> shell ? !line.isEmpty() && !line.startsWith("#") : ours(line))
                        .forEach(commands::add);
            }
        }
        return commands;
    }

    private static boolean ours(String line) {
        return line.matches("(\\./gavel|gavel|bench/\\S+|deploy/\\S+|mvn) .*");
    }
}
