package gavel.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.evidence.Findings.Finding;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.ScaleKind;
import gavel.harness.result.RecordCopy;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.SweepPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that say they are made of themselves, or of what is none of theirs. */
class ResultOfItselfTest {
    @TempDir
    private Path results;

    private static SweepPoint in(String directory) {
        return RecordCopy.with(SampleSweeps.point(1, SampleSweeps.found(100), 0.5), "directory", directory);
    }

    private Verification.Report verified() {
        return Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> new Verification(ResultKinds.KNOWN, "0.1.0", null).of(results.resolve("sweep")));
    }

    /** A sweep within a sweep whose only search is in the directory it is in itself. */
    @Test
    void aResultWithinItselfIsExaminedOnce() throws IOException {
        new ScaleKind().write(SampleSweeps.sweep(List.of(in("."))), results.resolve("sweep/inner"));
        new ScaleKind().write(SampleSweeps.sweep(List.of(in("inner"))), results.resolve("sweep"));

        Verification.Report report = verified();

        assertThat(report.results()).containsExactly("sweep", "inner");
        assertThat(report.outcome()).isEqualTo(Verification.Outcome.REFUTED);
        assertThat(report.findings().all()).extracting(Finding::text).contains("inner: a search has no such name: .");
    }

    @Test
    void aResultOfTwoThatAreMadeOfEachOtherIsExaminedOnceEach() throws IOException {
        new ScaleKind().write(SampleSweeps.sweep(List.of(in("../b"))), results.resolve("sweep/a"));
        new ScaleKind().write(SampleSweeps.sweep(List.of(in("../a"))), results.resolve("sweep/b"));
        new ScaleKind().write(SampleSweeps.sweep(List.of(in("a"))), results.resolve("sweep"));

        assertThat(verified().results()).containsExactly("sweep", "a", "b");
    }

    /** Whoever examines a result of somebody else's does not read his own files for him. */
    @Test
    void whatLiesOutsideIsNeverExamined() throws IOException {
        new PeakKind().write(SampleSweeps.peak(SampleSweeps.found(100), 0.5), results.resolve("elsewhere"));
        new ScaleKind().write(SampleSweeps.sweep(List.of(in("../../elsewhere"))), results.resolve("mine/sweep"));

        Verification.Report report =
                new Verification(ResultKinds.KNOWN, "0.1.0", null).of(results.resolve("mine/sweep"));

        assertThat(report.results()).containsExactly("sweep");
        assertThat(report.findings().all())
                .extracting(Finding::text)
                .contains("it is made of elsewhere, which is not there")
                .anyMatch(text -> text.startsWith("a search has no such name: ../../elsewhere"));
    }
}
