package gavel.harness.site;

import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results of several machines, below one directory. */
final class SampleSite {
    static final Instant START = Instant.parse("2026-11-01T08:00:00Z");

    private final Path home;

    SampleSite(Path home) {
        this.home = home;
    }

    /** Asked for under this name, on this machine, so many hours after the first. */
    static PeakResult peak(String id, String name, String machine, double users, int hours) {
        PeakResult r = SampleSweeps.peak(SampleSweeps.found(users), 0.5);
        Instant begun = START.plusSeconds(3_600L * hours);
        RunInfo run = RecordCopy.with(
                r.run(), "id", id, "name", name, "startedAt", begun, "finishedAt", begun.plusSeconds(1_800));
        return RecordCopy.with(r, "run", run, "disclosure", on(machine, r.disclosure()))
                .with(Price.NONE);
    }

    private static Disclosure on(String machine, Disclosure d) {
        Map<String, String> versions = new LinkedHashMap<>(d.versions());
        versions.put("gavel", "1.0");
        return RecordCopy.with(
                d, "host", RecordCopy.with(d.host(), "name", machine), "hosts", List.of(), "versions", versions);
    }

    Path add(String machine, PeakResult result) throws IOException {
        Path directory = home.resolve(machine).resolve(result.run().id().replaceAll("[^A-Za-z0-9-]", "_"));
        new PeakKind().write(result, directory);
        return directory;
    }

    Path addRun(String machine, String directory) throws IOException {
        Path path = home.resolve(machine).resolve(directory);
        new RunKind().write(SampleResults.passed(), path);
        return path;
    }

    Path add(String machine, String name, double users, int hours) throws IOException {
        return add(
                machine,
                peak(
                        String.format(java.util.Locale.ROOT, "202611%02d-080000-%s", 1 + hours / 24, name),
                        name,
                        machine,
                        users,
                        hours));
    }

    static String text(Path file) throws IOException {
        return Files.readString(file);
    }
}
