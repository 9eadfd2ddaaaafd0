package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.evidence.Findings.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    @BeforeEach
    void written() throws IOException {
        Files.writeString(directory.resolve("result.json"), "abc");
        Files.writeString(Files.createDirectories(directory.resolve("logs")).resolve("app1.log"), "");
        Files.writeString(directory.resolve("report.html"), "a page");
        Manifest.write(directory, "Result one\nof two lines");
    }

    @Test
    void noValueOfAResultIsALineOfItsOwn() {
        findings.contradiction("a\nfile", "it must be 1: \r\nVERIFIED: it is complete");

        assertThat(findings.all())
                .extracting(Findings.Finding::text)
                .containsExactly("a file: it must be 1:  VERIFIED: it is complete");
    }

    @Test
    void theSumsAreThoseOfSha256sum() throws IOException {
        assertThat(Files.readString(directory.resolve("SHA256SUMS"))).isEqualTo("""
                # Result one of two lines
                # Check with: sha256sum -c SHA256SUMS
                # Does not count: report.html, which is made from the rest; signatures (SHA256SUMS.sig)
                e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  logs/app1.log
                ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  result.json
                """);
    }

    @Test
    void nothingWasChanged() throws IOException {
        Manifest.check(directory, findings);
        assertThat(findings.all()).isEmpty();
    }

    @Test
    void aPageMadeAgainDoesNotCount() throws IOException {
        Files.writeString(directory.resolve("report.html"), "another page");
        Manifest.check(directory, findings);
        assertThat(findings.all()).isEmpty();
    }

    @Test
    void whatWasChangedAddedOrLeftOutIsNamed() throws IOException {
        Files.writeString(directory.resolve("result.json"), "abd");
        Files.delete(directory.resolve("logs/app1.log"));
        Files.writeString(directory.resolve("logs/app2.log"), "");

        Manifest.check(directory, findings);

        assertThat(findings.all())
                .extracting(Finding::text)
                .containsExactlyInAnyOrder(
                        "result.json: it was changed after SHA256SUMS was written",
                        "logs/app1.log: SHA256SUMS names it, and it is not there",
                        "logs/app2.log: SHA256SUMS does not name it: it was added afterwards");
    }

    @Test
    void aLinkIsNoFileOfAResult() throws IOException {
        Files.createSymbolicLink(directory.resolve("passwords"), Path.of("/etc/passwd"));
        Manifest.check(directory, findings);
        assertThat(findings.of(Findings.Kind.CONTRADICTION))
                .singleElement()
                .extracting(Finding::what)
                .asString()
                .contains("passwords is no file");
    }

    @Test
    void aLineThatIsNoSumIsRefused() throws IOException {
        Files.writeString(directory.resolve("SHA256SUMS"), "nonsense\n");
        assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("a line that is no sum: nonsense");
        Manifest.check(directory, findings);
        assertThat(findings.of(Findings.Kind.CONTRADICTION)).hasSize(1);
    }
}
