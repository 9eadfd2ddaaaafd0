package gavel.harness.site;

import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Efficiency;
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
        RunInfo asked = r.run();
        RunInfo run = new RunInfo(
                id,
                name,
                asked.command(),
                START.plusSeconds(3_600L * hours),
                START.plusSeconds(3_600L * hours + 1_800),
                asked.users(),
                asked.profile(),
                asked.length(),
                asked.services(),
                asked.phases(),
                asked.seed());
        return new PeakResult(
                        r.schemaVersion(),
                        run,
                        r.search(),
                        r.conclusion(),
                        r.climb(),
                        r.probes(),
                        r.levels(),
                        r.predictedSeconds(),
                        r.seconds(),
                        r.auditBefore(),
                        r.auditAfter(),
                        r.remarks(),
                        on(machine, r.disclosure()),
                        List.<Efficiency>of())
                .with(Price.NONE);
    }

    private static Disclosure on(String machine, Disclosure d) {
        Disclosure.Host host = d.host();
        Map<String, String> versions = new LinkedHashMap<>(d.versions());
        versions.put("gavel", "1.0");
        return new Disclosure(
                d.configuration(),
                new Disclosure.Host(
                        machine,
                        host.os(),
                        host.kernel(),
                        host.cpu(),
                        host.cores(),
                        host.memoryBytes(),
                        host.virtualisation(),
                        host.limits()),
                List.of(),
                versions,
                d.processes(),
                d.driver(),
                d.sharedCores(),
                d.durability(),
                d.dataSet());
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
