package gavel.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.PlatformPeak;
import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.PlatformKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.peak.PeakResult;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.verify.Verification.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that were moved to another disk, with links where they were. */
class LinkedResultsTest {
    @TempDir
    private Path home;

    private Path link(String name, Path target) throws IOException {
        return Files.createSymbolicLink(
                Files.createDirectories(home.resolve("results")).resolve(name), target);
    }

    private static Verification.Report verified(Path directory) throws IOException {
        return new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, null).of(directory);
    }

    @Test
    void aResultThatIsNamedThroughALinkIsVerified() throws IOException {
        RecordedRun run = RecordedRun.in(home.resolve("disk"));

        Verification.Report report = verified(link("latest", run.directory));

        assertThat(report.findings().of(Kind.CONTRADICTION)).isEmpty();
        assertThat(report.outcome()).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void aLinkWithinItIsStillRefused() throws IOException {
        RecordedRun run = RecordedRun.in(home.resolve("disk"));
        Path log = run.directory.resolve("logs/app1.log");
        Files.createSymbolicLink(log, Files.move(log, home.resolve("app1.log")));

        assertThat(verified(link("latest", run.directory)).findings().of(Kind.CONTRADICTION))
                .extracting(Finding::what)
                .anyMatch(what -> what.endsWith("app1.log is no file: a result has no links, devices or pipes"));
    }

    /** Pages have no sum, and are packed as all files are. */
    @Test
    void aLinkThatIsCalledLikeAPageIsRefusedToo() throws IOException {
        RecordedRun run = RecordedRun.in(home.resolve("disk"));
        Path key = Files.writeString(home.resolve("key"), "of who packs it");
        Files.createSymbolicLink(run.directory.resolve("logs/report.html"), key);

        Verification.Report report = verified(run.directory);

        assertThat(report.outcome()).isEqualTo(Outcome.REFUTED);
        assertThat(report.findings().of(Kind.CONTRADICTION))
                .extracting(Finding::what)
                .anyMatch(what -> what.endsWith("report.html is no file: a result has no links, devices or pipes"));
    }

    @Test
    void aResultThatIsNamedThroughALinkIsPacked() throws IOException {
        RecordedRun run = RecordedRun.in(home.resolve("disk"));
        Path archive = home.resolve("result.tar.gz");
        Submission submission = new Submission(ResultKinds.KNOWN, RecordedRun.PROGRAM, link("latest", run.directory));

        Submission.Packed packed = submission.pack(
                new Submission.Wanted(archive, false, null),
                submission.examined().results());

        assertThat(packed.report().outcome()).isEqualTo(Outcome.VERIFIED);
        assertThat(archive).isNotEmptyFile();
    }

    /** The searches of a sample follow from no probes, which is told of them; that they are links is not. */
    @Test
    void thePeakOfAPlatformIsMadeOfSearchesThatAreLinks() throws IOException {
        List<PeakResult> searches = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Path moved = home.resolve("disk/moved-" + i);
            new PeakKind().write(SampleSweeps.peak(SampleSweeps.found(1_000 + 100 * i), 0.5), moved);
            Path file = moved.resolve("peak.json");
            Files.writeString(
                    file, Files.readString(file).replaceFirst("\"id\" : \"[^\"]+\"", "\"id\" : \"search-" + i + "\""));
            new PeakKind().remade(moved);
            link("search-" + i, moved);
            searches.add(new PeakKind().read(moved));
        }
        Path platform = home.resolve("results/search-0-platform");
        new PlatformKind().write(PlatformPeak.of("search-0-platform", searches), platform);

        Verification.Report report = verified(platform);

        assertThat(report.results()).containsExactly("search-0-platform", "search-0", "search-1");
        assertThat(report.findings().all())
                .extracting(Finding::text)
                .noneMatch(text -> text.contains("SHA256SUMS") || text.contains("is no file"));
    }
}
