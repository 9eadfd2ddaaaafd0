package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.PlatformPeak;
import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.PlatformKind;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RecordCopy;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TogetherCheckTest {
    private static final double[] USERS = {1_000, 1_100, 1_210};

    @TempDir
    private Path results;

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).containsPattern(from);
        Files.writeString(file, text.replaceFirst(from, to));
    }

    /** Three searches and what they say together. */
    private Path platform() throws IOException {
        List<PeakResult> searches = new ArrayList<>();
        for (int i = 0; i < USERS.length; i++) {
            Path directory = results.resolve("search-" + i);
            new PeakKind().write(SampleSweeps.peak(SampleSweeps.found(USERS[i]), 0.5), directory);
            edit(directory.resolve("peak.json"), "\"id\" : \"[^\"]+\"", "\"id\" : \"search-" + i + "\"");
            searches.add(new PeakKind().read(directory));
        }
        Path directory = results.resolve("search-0-platform");
        new PlatformKind().write(PlatformPeak.of("search-0-platform", searches), directory);
        return directory;
    }

    private static List<Finding> found(Path directory) throws IOException {
        Findings findings = new Findings();
        PlatformResult result = new PlatformKind().read(directory);
        new TogetherCheck(new Examined(directory, false, true), findings).platform(result);
        return findings.all();
    }

    @Test
    void aPlatformsPeakFollowsFromItsSearches() throws IOException {
        assertThat(found(platform())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "search-0-platform/platform.json, '\"lower\" : 93[0-9.]+', '\"lower\" : 900.0', peak",
        "search-0-platform/platform.json, '\"scatter\" : [0-9.]+', '\"scatter\" : 0.01', scatter",
        "search-0-platform/platform.json, '\"users\" : 1500', '\"users\" : 1600', run",
        "search-1/peak.json, '\"middle\" : 1100.0', '\"middle\" : 1120.0', searches",
        "search-0-platform/platform.json, '\"cores\" : 2', '\"cores\" : 1', disclosure",
        "search-0-platform/platform.json, '(\"scatter\" : [0-9.]+,\\s+)\"reason\" : \"\"', '$1\"reason\" : \"lucky\"', reason",
        "search-1/peak.json, 'appServers: .count: 1.', 'appServers: {count: 4}', searches",
        "search-1/peak.json, '\"cores\" : 2', '\"cores\" : 8', searches"
    })
    void whatDoesNotFollowIsFound(String file, String from, String to, String where) throws IOException {
        Path directory = platform();
        edit(results.resolve(file), from, to);

        assertThat(found(directory))
                .filteredOn(finding -> finding.kind() == Kind.CONTRADICTION)
                .extracting(Finding::where)
                .contains(where);
    }

    @Test
    void aSearchThatWasLeftOutIsMissed() throws IOException {
        Path directory = platform();
        Files.delete(results.resolve("search-2/peak.json"));

        assertThat(found(directory))
                .singleElement()
                .matches(finding ->
                        finding.kind() == Kind.MISSING && finding.where().equals("search-2"));
    }

    @Test
    void aSearchCountsOnce() throws IOException {
        platform();
        PeakResult search = new PeakKind().read(results.resolve("search-1"));
        Path directory = results.resolve("twice-platform");
        new PlatformKind().write(PlatformPeak.of("twice-platform", List.of(search, search)), directory);

        assertThat(found(directory)).extracting(Finding::text).containsExactly("searches: search-1 counts twice");
    }

    @Test
    void aNameThatLeadsElsewhereIsNotFollowed() throws IOException {
        Path directory = platform();
        edit(directory.resolve("platform.json"), "\"result\" : \"search-1\"", "\"result\" : \"../../etc\"");

        assertThat(found(directory)).extracting(Finding::what).contains("a search has no such name: ../../etc");
    }

    private static Disclosure disclosing(int servers) {
        Disclosure told = SampleResults.passed().disclosure();
        return RecordCopy.with(
                told,
                "configuration",
                told.configuration().replace("{count: 1}", "{count: " + servers + ", cpu: 0.1}"));
    }

    /** Of one to four servers. */
    private Path sweep() throws IOException {
        ScaleResult line = SampleSweeps.line(4);
        Path directory = results.resolve("sweep");
        for (SweepPoint point : line.points()) {
            PeakResult search = RecordCopy.with(
                    SampleSweeps.peak(point.conclusion(), 0.5),
                    "remarks",
                    line.remarks(),
                    "disclosure",
                    disclosing(point.servers()));
            new PeakKind().write(search, directory.resolve(point.directory()));
        }
        new ScaleKind().write(RecordCopy.with(line, "disclosure", disclosing(4)), directory);
        return directory;
    }

    private static List<Finding> ofSweep(Path directory) throws IOException {
        Findings findings = new Findings();
        new TogetherCheck(new Examined(directory, false, true), findings)
                .sweep(new ScaleKind().read(directory), "appServers");
        return findings.all();
    }

    @Test
    void aSweepFollowsFromItsSearches() throws IOException {
        Path directory = sweep();
        assertThat(ofSweep(directory)).isEmpty();

        edit(directory.resolve("scale.json"), "\"efficiency\" : [0-9.]+", "\"efficiency\" : 1.2");
        edit(directory.resolve("app-servers-3/peak.json"), "\"middle\" : 300.0", "\"middle\" : 301.0");
        assertThat(ofSweep(directory)).extracting(Finding::where).contains("points", "line");
    }

    @ParameterizedTest
    @CsvSource({
        "scale.json, '\"quota\" : 0.1', '\"quota\" : 0.05', quota",
        "scale.json, '\"length\" : \"standard\"', '\"length\" : \"official\"', run",
        "scale.json, '\"remarks\" : .[^\\]]+.', '\"remarks\" : [ ]', remarks",
        "scale.json, '\"cores\" : 2', '\"cores\" : 1', disclosure",
        "app-servers-3/peak.json, 'count: 3', 'count: 4', app-servers-3"
    })
    void whatASweepWasOfIsThatOfItsSearches(String file, String from, String to, String where) throws IOException {
        Path directory = sweep();
        edit(directory.resolve(file), from, to);

        assertThat(ofSweep(directory)).extracting(Finding::where).containsExactly(where);
    }
}
