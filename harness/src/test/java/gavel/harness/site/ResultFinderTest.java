package gavel.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.ResultKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken for a result, and what is never followed. */
class ResultFinderTest {
    @TempDir
    private Path home;

    private ResultFinder finder;

    @BeforeEach
    void look() {
        finder = new ResultFinder(ResultKinds.KNOWN, home.resolve("site"));
    }

    private Path result(String path) throws IOException {
        Path directory = Files.createDirectories(home.resolve(path));
        Files.writeString(directory.resolve("result.json"), "{}");
        return directory.toRealPath();
    }

    @Test
    void resultsOfSeveralMachinesAreFoundAndTheirPartsAreNot() throws IOException {
        Path one = result("a/results/20261101-080000-minimal");
        Path two = result("b/results/any-name");
        result("a/results/20261101-080000-minimal/probes/01-100-users");

        finder.look(home);

        assertThat(finder.found()).containsExactly(one, two);
        assertThat(finder.leftOut()).isEmpty();
    }

    @Test
    void aResultNamedTwiceIsThereOnce() throws IOException {
        Path one = result("a/one");

        finder.look(home.resolve("a"));
        finder.look(one);

        assertThat(finder.found()).containsExactly(one);
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        Path secret = Files.writeString(home.resolve("secret.json"), "{}");
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere/20261101-080000-x"));
        Files.writeString(elsewhere.resolve("result.json"), "{}");
        Path results = Files.createDirectories(home.resolve("results/20261101-080000-linked"));
        Files.createSymbolicLink(results.resolve("result.json"), secret);
        Files.createSymbolicLink(home.resolve("results/loop"), home.resolve("results"));
        Files.createSymbolicLink(home.resolve("results/away"), elsewhere.getParent());

        finder.look(home.resolve("results"));

        assertThat(finder.found()).isEmpty();
        assertThat(finder.leftOut())
                .extracting(LeftOut::why)
                .containsExactlyInAnyOrder(
                        "its result.json is a symbolic link", "it is a symbolic link", "it is a symbolic link");
    }

    @Test
    void theOneThatSomebodyNamesMayBeALink() throws IOException {
        Path one = result("a/one");
        Path link = Files.createSymbolicLink(home.resolve("link"), home.resolve("a"));

        finder.look(link);

        assertThat(finder.found()).containsExactly(one);
    }

    @Test
    void whatIsCalledLikeAResultAndIsNoneIsNamed() throws IOException {
        Files.createDirectories(home.resolve("results/20261101-080000-empty"));
        Files.createDirectories(home.resolve("results/notes"));

        finder.look(home.resolve("results"));

        assertThat(finder.leftOut()).hasSize(1).first().satisfies(each -> {
            assertThat(each.what()).endsWith("20261101-080000-empty");
            assertThat(each.why()).startsWith("it has none of result.json, peak.json");
        });
    }

    @Test
    void theSiteItselfAndWhatIsTooDeepAreNotLookedInto() throws IOException {
        result("site/one");
        result("1/2/3/4/5/one");
        Path four = result("1/2/3/four");

        finder.look(home);

        assertThat(finder.found()).containsExactly(four);
    }

    @Test
    void thereIsAnEndToResults() throws IOException {
        for (int i = 0; i < ResultFinder.MOST_RESULTS + 2; i++) {
            result("results/" + i);
        }

        finder.look(home);

        assertThat(finder.found()).hasSize(ResultFinder.MOST_RESULTS);
        assertThat(finder.leftOut())
                .extracting(LeftOut::why)
                .isEqualTo(List.of("a site has at most 1000 results", "a site has at most 1000 results"));
    }

    @Test
    void whyIsOneShortLine() {
        assertThat(LeftOut.of("x".repeat(1_000), "first\nsecond"))
                .isEqualTo(new LeftOut("x".repeat(240) + "…", "first"));
        assertThat(LeftOut.of("x", null).why()).isEqualTo("no reason is known");
    }
}
