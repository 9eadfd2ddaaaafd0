package gavel.harness.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
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
    private static final Pattern SPAN = Pattern.compile("`([^`\\n]+)`");

    /** @param language empty where none is said */
    record Block(String language, String text) {}

    /** @param anchor empty where the page as a whole is meant */
    record Link(Path from, Path to, String anchor) {}

    static Page of(Path file) {
        try {
            return new Page(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every page of the project. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.getFileName().toString().matches("target|node_modules|results|\\..*")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    pages.add(of(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages.stream().sorted(Comparator.comparing(Page::name)).toList();
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
        List<String> anchors = new ArrayList<>();
        BLOCK.matcher(text)
                .replaceAll("")
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .forEach(anchor -> {
                    String one = anchor;
                    for (int i = 1; anchors.contains(one); i++) {
                        one = anchor + "-" + i;
                    }
                    anchors.add(one);
                });
        return anchors;
    }

    /** Commands and tables included; a sign alone, such as the border of a cell, is no word. */
    int words() {
        return (int) Stream.of(text.split("\\s+"))
                .filter(word -> word.matches("(?s).*[\\p{L}\\d].*"))
                .count();
    }

    /** Of the blocks of code, with their languages. */
    List<Block> blocks() {
        return BLOCK.matcher(text)
                .results()
                .map(found -> new Block(found.group(1), found.group(2)))
                .toList();
    }

    /** Code within the text. */
    List<String> spans() {
        return SPAN.matcher(BLOCK.matcher(text).replaceAll(""))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Lines of blocks that a shell would take, and those that a pipeline runs. */
    List<String> commands() {
        return blocks().stream()
                .flatMap(block -> block.text()
                        .replaceAll("\\\\\\n\\s*", "")
                        .lines()
                        .map(String::strip)
                        .flatMap(line -> switch (block.language()) {
                            case "sh" -> Stream.of(line);
                            case "yaml" -> line.startsWith("- run: ") ? Stream.of(line.substring(7)) : Stream.empty();
                            default -> Stream.empty();
                        }))
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
