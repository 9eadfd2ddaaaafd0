package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents lead where they say, and nobody has to guess that one exists. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(#[^)]*)?\\)");

    private record Link(Path from, Path to, String anchor) {}

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            List<Path> all = new ArrayList<>(
                    docs.filter(f -> f.toString().endsWith(".md")).toList());
            all.add(ROOT.resolve("README.md"));
            all.add(ROOT.resolve("CONTRIBUTING.md"));
            return all;
        }
    }

    private static List<Link> links(Path document) {
        List<Link> links = new ArrayList<>();
        Matcher matcher = LINK.matcher(read(document));
        while (matcher.find()) {
            String target = matcher.group(1);
            if (!target.startsWith("http")) {
                Path to = target.isEmpty()
                        ? document
                        : document.resolveSibling(target).normalize();
                links.add(new Link(
                        document,
                        to,
                        matcher.group(2) == null ? "" : matcher.group(2).substring(1)));
            }
        }
        return links;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<Link> links = documents().stream().flatMap(d -> links(d).stream()).toList();
        assertThat(links).as("the pattern finds links at all").hasSizeGreaterThan(10);
        assertThat(links)
                .allSatisfy(link ->
                        assertThat(link.to()).as("linked from %s", link.from()).exists());
    }

    @Test
    void everyAnchorIsAHeadingThere() throws IOException {
        List<Link> anchored = documents().stream()
                .flatMap(d -> links(d).stream())
                .filter(l -> !l.anchor().isEmpty())
                .toList();
        assertThat(anchored).allSatisfy(link -> assertThat(read(link.to())
                        .lines()
                        .filter(line -> line.startsWith("#"))
                        .map(line -> line.replaceFirst("#+ ", "")
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9 -]", "")
                                .replace(' ', '-')))
                .as("%s links to a heading of %s", link.from(), link.to())
                .contains(link.anchor()));
    }

    @Test
    void everyDocumentIsReachedFromTheReadme() throws IOException {
        Set<Path> reached = new TreeSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(ROOT.resolve("README.md")));
        while (!open.isEmpty()) {
            Path document = open.poll();
            if (reached.add(document) && document.toString().endsWith(".md")) {
                links(document).forEach(link -> open.add(link.to()));
            }
        }
        assertThat(reached).containsAll(documents());
    }

    @Test
    void exitCodesStandInOnePlace() throws IOException {
        assertThat(documents().stream()
                        .filter(d -> read(d).lines().anyMatch(line -> line.startsWith("| 130 |")))
                        .map(d -> d.getFileName().toString()))
                .containsExactly("exit-codes.md");
    }
}
