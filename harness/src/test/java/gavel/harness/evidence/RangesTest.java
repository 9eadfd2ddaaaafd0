package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticityMetrics;
import gavel.harness.elastic.SamplePasses;
import gavel.harness.elastic.ScalingLinks;
import gavel.harness.elastic.Steps;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.peak.Peak;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangesTest {
    /** What may be: hashes and seeds, differences of clocks and counters, what is not known, and the users of a probe, who stay. */
    private static final Set<String> NEGATIVE = Set.of(
            "seed",
            "firstChoicesHash",
            "offsetMicros",
            "historyLagMillis",
            "acquired",
            "timeouts",
            "maxMicros",
            "p99Micros",
            "latenessP99Micros",
            "rampDownSeconds",
            "collections",
            "errors",
            "hits",
            "misses",
            "evictions",
            "commits",
            "rollbacks",
            "walBytes");

    @TempDir
    private Path results;

    @Test
    void whatIsMeasuredIsInItsRange() {
        for (RunResult result : List.of(
                SampleResults.passed(),
                SampleResults.overloaded(),
                SampleResults.damaged(),
                SampleResults.interrupted(),
                SampleResults.neverLoaded())) {
            assertThat(Ranges.problems(result)).isEmpty();
        }
        assertThat(Ranges.problems(SampleSweeps.line(4))).isEmpty();
    }

    /** Moments are no shares, however they are called, and a fixed supply moves less than what is wanted of it. */
    @Test
    void whateverFollowsTheLoadCanBeReadAgain() {
        ElasticPass pass = SamplePasses.pass(1, 30);
        ElasticPass fixed = RecordCopy.with(
                pass,
                "supply",
                Steps.of(2),
                "metrics",
                ElasticityMetrics.of(pass.demand(), Steps.of(2), pass.seconds()),
                "links",
                List.of(new ElasticPass.Joined("app2", new ScalingLinks(20.0, -0.1, 25.0, 30.0, 31.0, 73.2, 90.0))));
        assertThat(fixed.metrics().jitter()).isNegative();

        assertThat(Ranges.problems(SamplePasses.result(1, true, false, fixed))).isEmpty();
    }

    /** Each that cannot be below zero, one after the other: none was forgotten. */
    @Test
    void noCountOfARunIsBelowZero() throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        Path file = results.resolve("one/result.json");
        String json = Files.readString(file);
        Pattern whole = Pattern.compile("\"(\\w+)\" : (\\d+)(?=[,\\s])");
        Matcher field = whole.matcher(json);
        Set<String> tried = new TreeSet<>();
        Set<String> accepted = new TreeSet<>();
        while (field.find()) {
            String name = field.group(1);
            if (NEGATIVE.contains(name) || !tried.add(name)) {
                continue;
            }
            Files.writeString(file, json.substring(0, field.start(2)) + "-1" + json.substring(field.end(2)));
            try {
                new RunKind().read(results.resolve("one"));
                accepted.add(name);
            } catch (IOException refused) {
                assertThat(refused).hasMessageContaining("-1");
            }
        }
        assertThat(tried).hasSizeGreaterThan(50);
        assertThat(accepted).isEmpty();
    }

    /** Results of earlier versions have them where an application server was started again during the measurement. */
    @Test
    void whatOneProcessCountedMayBeLessThanWhatTheOneBeforeDid() throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        Path file = results.resolve("one/result.json");
        String json = Files.readString(file)
                .replaceFirst("\"meanMillis\" : [0-9.]+", "\"meanMillis\" : -112.6")
                .replaceFirst("(\"gavel_bids_decided_total[^:]*\" : )[0-9.]+", "$1-8.0");
        assertThat(json).contains("-112.6", "-8.0");
        Files.writeString(file, json);

        assertThat(Ranges.problems(new RunKind().read(results.resolve("one")))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-1.0"})
    void aFigureIsANumber(String figure) throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        Path file = results.resolve("one/result.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("\"cpuBusyShare\" : [0-9.]+", "\"cpuBusyShare\" : \"" + figure + "\""));

        assertThatThrownBy(() -> new RunKind().read(results.resolve("one")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cpuBusyShare");
    }

    @Test
    void theEndsOfAnIntervalAreInTheirOrder() throws IOException {
        new PeakKind().write(SampleSweeps.peak(SampleSweeps.found(100), 0.5), results.resolve("search"));
        Path file = results.resolve("search/peak.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"lower\" : [0-9.]+", "\"lower\" : 100000"));

        assertThatThrownBy(() -> new PeakKind().read(results.resolve("search")))
                .hasMessageContaining("has figures that cannot be: conclusion.peak.lower does not go with middle");
    }

    @Test
    void aResultWithManyIsToldBriefly() {
        record Figures(List<Integer> counts) {}

        assertThat(Ranges.problems(new Figures(List.of(1, -1)))).containsExactly("counts[1] must be >= 0: -1");
        assertThat(Ranges.problems(new Figures(Collections.nCopies(30, -1))))
                .hasSize(21)
                .endsWith("and 10 more");
        assertThat(Ranges.problems(new Peak(1, 2, 3))).isEmpty();
    }
}
