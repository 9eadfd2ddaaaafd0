package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.experiment.TimeLeft;
import gavel.harness.experiment.TimeRange;
import gavel.harness.peak.SearchSettings;
import gavel.harness.run.RunRequest;
import gavel.harness.run.scale.ScaleRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What was predicted beside what searches on a machine with two cores took. */
class PredictedTimesTest {
    private Instant now = Instant.EPOCH;

    private static RunRequest sized(int users, String... settings) {
        List<SettingOverride> overrides = Stream.concat(Stream.of(settings), Stream.of("load.users=" + users))
                .map(SettingOverride::parse)
                .toList();
        return new RunRequest(
                new Configurations(Path.of("../deploy/configs")).read("minimal", overrides),
                overrides,
                null,
                false,
                "gavel");
    }

    private static SearchSettings settings(int from, int most, int probes) {
        return new SearchSettings(from, most, SearchSettings.WIDTH, probes, Duration.ofHours(4), 1);
    }

    private static ScaleRequest sweep(int counts, int hint, int setUsers, int probes, String... settings) {
        return new ScaleRequest(
                IntStream.rangeClosed(1, counts).boxed().toList(),
                (servers, users) -> sized(
                        users,
                        Stream.concat(Stream.of(settings), Stream.of("appServers.count=" + servers))
                                .toArray(String[]::new)),
                servers -> settings(hint == 0 ? 10 : (int) (0.3 * hint * servers), 100_000, probes),
                setUsers,
                1,
                null);
    }

    private static void assertRight(TimeRange predicted, double minutes) {
        assertThat(60 * minutes).isBetween(predicted.least(), predicted.most());
        assertThat(predicted.middle()).isCloseTo(60 * minutes, withPercentage(20));
    }

    /** 30.5 min were predicted, when nobody counted how servers with a quota are warmed up, or that searches need most of their probes. */
    @ParameterizedTest
    @CsvSource({"50.3, 28 to 61 min"})
    void twoNumbersOfServersWithAQuota(double minutes, String words) {
        TimeRange predicted = sweep(2, 0, 1_500, 12, "appServers.cpu=0.1").predicted();
        assertRight(predicted, minutes);
        assertThat(predicted.words()).isEqualTo(words);
    }

    /** 18.7 min were predicted; the machines were off before each search. */
    @ParameterizedTest
    @CsvSource({"34.1"})
    void threeNumbersOfServersOnMachinesThatAreSwitchedOn(double minutes) {
        String machines = "hosts.machines=[{name: d, address: 10.0.0.2, tiers: [services, webServers]},"
                + " {name: l, address: 10.0.0.3, tiers: [drivers]}, {name: a, address: 10.0.0.4, tiers: [appServers]},"
                + " {name: b, address: 10.0.0.5, tiers: [appServers]}, {name: c, address: 10.0.0.6, tiers: [appServers]}]";
        assertRight(
                sweep(3, 130, 585, 3, machines, "appServers.cpu=0.1", "webServers.implementation=nginx")
                        .predicted(),
                minutes);
    }

    /** The same 3,948 users passed on the way through the front servers and without. */
    @ParameterizedTest
    @CsvSource({"11.0", "8.4"})
    void aSearchToTheEndOfWhatIsAllowed(double minutes) {
        PeakRequest request = new PeakRequest(
                users -> sized(users, "load.length=standard"), settings(10, 100_000, 12), 4_000, true, null, false);
        assertThat(60 * minutes)
                .isBetween(
                        request.predictedAtTheEnd().least(),
                        request.predictedAtTheEnd().most());
    }

    /** Seconds of each probe of three searches. */
    static Stream<Arguments> probes() {
        return Stream.of(
                Arguments.of(List.of(118, 86, 50, 77, 82, 107, 106, 76, 81, 81, 117, 92)),
                Arguments.of(List.of(118, 87, 92, 111, 49, 107, 106, 107, 106, 106, 50, 120)),
                Arguments.of(List.of(132, 77, 51, 52, 51, 52, 144, 95, 84, 83)));
    }

    @ParameterizedTest
    @MethodSource("probes")
    void whatIsLeftFallsAndIsNeverTooShort(List<Integer> seconds) {
        PeakRequest request = new PeakRequest(
                users -> sized(users, "appServers.cpu=0.1"), settings(10, 100_000, 12), 1_500, false, null, false);
        TimeLeft left = new TimeLeft(() -> now);
        double before = Double.MAX_VALUE;
        int rest = seconds.stream().mapToInt(each -> each).sum();
        for (int number = 1; number <= seconds.size(); number++) {
            left.begin(request.oneProbe(), request.probes(Math.max(0, 8 - number), 12 - number));
            for (int second = 0; second < seconds.get(number - 1); second++, rest--) {
                TimeRange told = left.left();
                assertThat((double) rest).isBetween(told.least(), told.most());
                assertThat(told.most()).isLessThanOrEqualTo(before);
                before = told.most();
                now = now.plusSeconds(1);
            }
        }
    }
}
