package gavel.harness.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents lead where they say, code names pages that are there, and nobody has to guess that a page exists. */
class DocumentsTest {
    private static final Pattern NAMED =
            Pattern.compile("(?<![\\w/.])(docs/[\\w/-]+\\.(?:md|json|txt))(?:#([\\w-]+))?");
    private static final Pattern SOURCE =
            Pattern.compile(".*\\.(java|sh|py|yaml|yml|json|xml|txt|js|html|properties)|.*/gavel|.*/run");
    private static final int SMALL_PACKAGE = 6;
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git", ".build", ".gavel", "results");

    private static List<Page.Link> links() throws IOException {
        return Page.all().stream().flatMap(page -> page.links().stream()).toList();
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        assertThat(links())
                .as("the pattern finds links at all")
                .hasSizeGreaterThan(10)
                .allSatisfy(link ->
                        assertThat(link.to()).as("linked from %s", link.from()).exists());
    }

    @Test
    void everyAnchorIsAHeadingThere() throws IOException {
        assertThat(links().stream().filter(link -> !link.anchor().isEmpty()).toList())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(Page.of(link.to()).anchors())
                        .as("%s links to a heading of %s", link.from(), link.to())
                        .contains(link.anchor()));
    }

    @Test
    void everyPageIsReachedFromTheReadme() throws IOException {
        Set<Path> reached = new TreeSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(Page.ROOT.resolve("README.md")));
        while (!open.isEmpty()) {
            Path page = open.poll();
            if (reached.add(page) && page.toString().endsWith(".md")) {
                Page.of(page).links().forEach(link -> open.add(link.to()));
            }
        }
        assertThat(reached).containsAll(Page.all().stream().map(Page::file).toList());
    }

    @Test
    void aPageAboutATaskIsShort() throws IOException {
        assertThat(Page.all())
                .filteredOn(page -> page.name().startsWith("docs/how-to/"))
                .hasSizeGreaterThan(10)
                .allSatisfy(page -> assertThat(page.words()).as(page.name()).isLessThanOrEqualTo(500))
                .allSatisfy(page -> assertThat(page.commands()).as(page.name()).isNotEmpty());
    }

    /** The reference is made from the program, and evidence is looked up. */
    @Test
    void whatPeopleReadStaysShort() throws IOException {
        assertThat(Page.all().stream()
                        .filter(page -> !page.name().matches("docs/(reference|evidence)/.*"))
                        .mapToInt(Page::words)
                        .sum())
                .isBetween(5_000, 15_600);
    }

    /** Who looks for something begins with the map of the code; only small packages are not on it. */
    @Test
    void largePackagesAreOnTheMap() throws IOException {
        List<String> named = Page.of(Page.ROOT.resolve("docs/architecture.md")).spans();
        List<Path> large = new ArrayList<>();
        try (Stream<Path> entries = Files.list(Page.ROOT.resolve("harness/src/main/java/gavel/harness"))) {
            for (Path entry : entries.filter(Files::isDirectory).toList()) {
                if (sources(entry) > SMALL_PACKAGE) {
                    large.add(entry);
                }
            }
        }
        assertThat(large).hasSizeGreaterThan(10).allSatisfy(entry -> assertThat(named)
                .contains(entry.getFileName().toString()));
    }

    private static long sources(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).count();
        }
    }

    @Test
    void everyPictureIsShown() throws IOException {
        Set<Path> shown = new TreeSet<>(links().stream().map(Page.Link::to).toList());
        try (Stream<Path> pictures = Files.list(Page.ROOT.resolve("docs/images"))) {
            assertThat(pictures).isNotEmpty().allSatisfy(picture -> assertThat(shown)
                    .contains(picture));
        }
    }

    @Test
    void noLinkLeavesTheProjectByAPath() throws IOException {
        assertThat(links()).allSatisfy(link -> assertThat(link.to().startsWith(Page.ROOT))
                .as("%s links to %s", link.from(), link.to())
                .isTrue());
    }

    @Test
    void anchorsAreThoseOfGitHub() {
        Page page = new Page(Path.of("x.md"), "# A B\n## The `c` command, 2\n## A B\n```sh\n# no heading\n```\n");
        assertThat(page.anchors()).containsExactly("a-b", "the-c-command-2", "a-b-1");
    }

    /** What `.ci/prose` leaves out: it reads no tables. */
    @Test
    void aSentenceInATableIsShort() throws IOException {
        List<String> sentences = Page.all().stream()
                .filter(page -> !page.name().matches("docs/(reference|evidence)/.*"))
                .flatMap(page -> page.text().lines().filter(line -> line.startsWith("|")))
                .flatMap(row -> Stream.of(row.replaceAll("\\]\\([^)]*\\)", "]").split("\\||(?<=[.!?:]) ")))
                .toList();
        assertThat(sentences)
                .hasSizeGreaterThan(500)
                .allSatisfy(sentence ->
                        assertThat(sentence.strip().split("\\s+")).as(sentence).hasSizeLessThanOrEqualTo(25));
    }

    @Test
    void exitCodesStandInOnePlace() throws IOException {
        assertThat(Page.all().stream()
                        .filter(page -> page.text().lines().anyMatch(line -> line.startsWith("| 130 |")))
                        .map(Page::name))
                .containsExactly("docs/exit-codes.md");
    }

    /** Comments, messages, scripts, configurations and schemas. */
    @Test
    void everyPageThatSourcesNameIsThere() throws IOException {
        List<String> broken = new ArrayList<>();
        Files.walkFileTree(Page.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_OURS.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (SOURCE.matcher(file.toString()).matches()) {
                    Matcher named = NAMED.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
                    while (named.find()) {
                        Path page = Page.ROOT.resolve(named.group(1));
                        if (!Files.exists(page)
                                || named.group(2) != null
                                        && !Page.of(page).anchors().contains(named.group(2))) {
                            broken.add(Page.ROOT.relativize(file) + " names " + named.group());
                        }
                    }
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(broken).isEmpty();
    }
}
